!!ARBfp1.0
# A register that was only moved is read where it came from, until that changes.
TEMP a, b, c, d;
MOV a, fragment.color;
MOV b.xy, a.wzyx;
MUL c, b.xyxy, a;
MOV d, c;
MOV c, a.x;
ADD d.x, d.y, c.z;
SWZ b, a, 1, -x, 0, w;
TEX a, b.xyxy, texture[0], 2D;
MAD result.color, d, a, b;
END
