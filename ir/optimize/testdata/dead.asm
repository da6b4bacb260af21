!!NVfp5.0
OPTION NV_shader_storage_buffer;
# What nobody reads goes, with the condition codes that nobody tests; results, stores and kills stay.
STORAGE memory[] = { program.storage[0] };
TEMP a, b, c;
MUL.CC a, fragment.color, program.local[0];
MUL.CC1 b, a, a;
ADD.CC b.x, a.x, a.y;
TEX c, a, texture[3], 2D;
IF LT.x;
MOV c.x, b;
ELSE;
MOV c.y, b;
ENDIF;
STB.F32 b, memory[16];
KIL (LT.x);
DP4 a.x, b, b;
MOV result.color, b.x;
END
