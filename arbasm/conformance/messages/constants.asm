!!ARBvp1.0
PARAM a = {1, 2, 3, 4, 5};
MOV result.position, program.env[0x10];
END
----
!!NVvp5.0
LONG TEMP d;
MOV.F64 d, {1, 2, 3, 4, 5};
MOV.U64 d, 99999999999999999999;
MOV.S64 d, 9999999999999999999;
END
----
!!FP1.0
DEFINE a = {1, 2, 3, 4, 5};
DEFINE d = {1, 2};
DEFINE b = {d};
MOVR o[COLR], f[COL0];
END
