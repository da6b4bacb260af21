!!NVfp5.0
OPTION EXT_sparse_texture2;
# What a .SPARSE access found is no condition code, though CC0 holds nothing else here.
TEMP a, n;
MOV.S.CC n, {0, 0, 0, 0};
TEX.SPARSE a, fragment.texcoord[0], texture[0], 2D;
MOV a.x (NONRESIDENT), 1;
IF RESIDENT;
ADD a.y, a.y, 1;
ENDIF;
MOV result.color, a;
END
