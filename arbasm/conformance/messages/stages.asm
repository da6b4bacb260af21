!!NVgp4.0
PRIMITIVE_IN PATCHES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
END
----
!!NVgp4.0
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 0;
EMIT;
END
----
!!NVcp5.0
GROUP_SIZE 0;
END
----
!!NVcp5.0
GROUP_SIZE 1024 2 1;
END
----
!!NVgp5.0
OPTION NV_geometry_program_passthrough;
PRIMITIVE_IN POINTS;
PASSTHROUGH 3;
SUBROUTINETYPE 3;
SUBROUTINETYPE type { 3 };
SUBROUTINE 3;
END
----
!!NVvp5.0
SUBROUTINETYPE type { paint };
SUBROUTINE type s = program.local[0];
END
----
!!NVvp5.0
SUBROUTINETYPE type { paint };
SUBROUTINE type s = program.subroutine[0];
MOV result.position, vertex.position;
CALI s;
RET;
paint:
RET;
END
