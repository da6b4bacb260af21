!!ARBfp1.0
# Nothing to fog: only the option goes.
OPTION ARB_fog_exp;
MOV result.depth.z, fragment.texcoord[0].x;
END
