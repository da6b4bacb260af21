!!NVfp5.0
TEMP t;
TEX t, t, texture[t.x], 2D;
TEX t, t, t, texture[0], 2D;
TEX t, t, texture[0], SHADOWARRAYCUBE;
TEX t, t, texture[0], 3D, (1, 2, 3, 4);
TEX.LODCLAMP t, t, texture[0], 2D;
LOADIM.F32 t, t, image[t.x], 2D;
END
----
!!ARBfp1.0
TEMP t;
TEX t, t, texture[0], CUBEARRAY;
TEX t, t, texture[0], ARRAY2D;
TEX t, t, texture[t.x], 2D;
MOV result.color, t;
END
