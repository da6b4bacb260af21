!!ARBfp1.0
# The result is written in two parts: both go to the temporary, and its fog comes behind the last.
OPTION ARB_fog_exp2;
TEMP color_before_fog;
MOV color_before_fog, fragment.color;
MOV result.color.xyz, color_before_fog;
MOV result.color.w, fragment.texcoord[1].x;
END
