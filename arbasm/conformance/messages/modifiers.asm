!!NVfp5.0
TEMP t;
CVT.F32.S32.U32 t, t;
CVT.ROUND.CEIL.S32.F32 t, t;
CVT.F32X2.S32 t, t;
KIL_SAT t;
ADD.; t;
DDX.FINE t, fragment.color;
LOADIM.F.F32 t, t, image[0], 2D;
LOADIM.U64 t, t, image[0], 2D;
END
----
!!NVfp5.0
OPTION ARB_derivative_control;
TEMP t;
DDX.FINE.COARSE t, fragment.color;
ATOMCTR.INCR.DECR t.x, t;
ATOM.ADD.MIN.U32 t.x, t, t.x;
STOREIM.F.F32 image[0], t, t, 2D;
END
----
!!ARBvp1.0
ADD.F result.position, vertex.position, vertex.color;
MOVC result.position, vertex.position;
MOV_SAT result.position, vertex.position;
END
----
!!ARBvp1.0
OPTION NV_vertex_program2;
MOVC1 result.position, vertex.position;
END
----
!!ARBfp1.0
MOVH result.color, fragment.color;
MOVC result.color, fragment.color;
MOV_SSAT result.color, fragment.color;
MOV result.color (GT.x), fragment.color;
END
