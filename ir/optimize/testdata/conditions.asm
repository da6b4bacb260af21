!!NVfp4.0
# Branches on what is known are decided, also behind others that are not.
TEMP a, b, n, m;
MOV.S n, {3, -2, 0, 7};
SUB.S.CC m, n, {3, 0, 0, 0};
MOV a, fragment.color;
MOV b, 0;
IF EQ.x;
MUL b, a, 2;
ELSE;
MUL b, a, 3;
ENDIF;
MOV b.xz (LT.yyyy), a.w;
MOV b.w (GT.x), a.w;
SLT.CC m.x, a.x, a.y;
IF NE.x;
MOV.S n.y, 1;
MOV.S n.z, 5;
ELSE;
MOV.S n.y, 1;
ENDIF;
SEQ.S.CC m.x, n.y, 1;
IF NE.x;
ADD b.x, b.x, 1;
ENDIF;
SEQ.S.CC m.x, n.z, 5;
IF NE.x;
ADD b.y, b.y, 1;
ENDIF;
KIL FL;
MOV result.color, b;
END
