!!NVfp4.0
# A subroutine writes the colour; "main" is not the first label.
OPTION ARB_fog_exp;
TEMP t;
shade:
MUL result.color, t, fragment.color;
RET;
main:
TEX t, fragment.texcoord[0], texture[0], 2D;
CAL shade;
END
