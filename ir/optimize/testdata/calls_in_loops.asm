!!NVfp4.0
# What a subroutine reads is read wherever a loop around its call may come from.
TEMP a, b, c;
main:
MOV a, fragment.color;
MOV b, fragment.texcoord[0];
MOV c, 0;
REP;
CAL add;
BRK (GT.x);
ENDREP;
MOV result.color, c;
RET;
add:
ADD.CC c, c, a;
MUL c.w, b.x, c.w;
RET;
END
