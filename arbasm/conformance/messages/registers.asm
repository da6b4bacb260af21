!!VP1.0
MOV o[HPOS], v[;
MOV o[HPOS], v[16];
MOV o[HPOS], v[ZPOS];
MOV o[HPOS], 1.5;
MOV o[HPOS], c[R0.x];
MOV o[HPOS], c[-1];
MOV o[HPOS], A0;
MOV o[HPOS], +v[0];
MOV o[HPOS], |v[0]|;
ARL R0.x, v[0].x;
ARL A0, v[0].x;
ARL A0.y, v[0].x;
MOV o[HPOS], v[0].rgba;
MOV o[HPOS].rgba, v[0];
MOV o[HPOS] (GT.x), v[0];
END
----
!!VSP1.0
ARL A0.x, v[0].x;
MOV o[HPOS], v[0];
MOV c[A0.x], v[0];
END
----
!!VSP1.0
MOV R0, v[0];
END
----
!!FP1.0
MOVR o[COLR], f[COL7];
MOVR o[HPOS], f[COL0];
MOVR o[COLR], p[x];
TEX R0, f[TEX0], TEX99, 2D;
TEX R0, f[TEX0], TEX0, 2DMS;
UP2H R0, f[COL0].x;
KIL f[COL0];
END
----
!!FP1.0
MOVR R0, f[COL0];
END
