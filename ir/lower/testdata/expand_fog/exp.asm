!!ARBfp1.0
OPTION ARB_fog_exp;
TEX result.color, fragment.texcoord[0], texture[0], 2D;
END
