!!ARBfp1.0
# (end - z) / (end - start), clamped; alpha stays.
OPTION ARB_fog_linear;
MUL result.color, fragment.color, fragment.texcoord[0];
END
