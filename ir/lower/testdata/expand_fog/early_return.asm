!!NVfp4.0
# RET ends the program anywhere: what was the program becomes a subroutine, the fog comes behind its call.
OPTION ARB_fog_linear;
TEMP t;
MOV result.color, fragment.color;
MOV.CC t.x, fragment.texcoord[0].x;
RET (GT.x);
MUL result.color, fragment.color, fragment.texcoord[0];
END
