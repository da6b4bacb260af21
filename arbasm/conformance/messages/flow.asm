!!NVfp4.0
# limits: if_depth=1 loop_depth=1
IF TR; IF TR; ENDIF; ENDIF;
REP 2; REP 2; ENDREP; ENDREP;
IF TR; ELSE; ELSE; ENDIF;
END
----
!!NVfp5.0
MOV result.color, fragment.color;
IF 3;
IF QT.x;
IF RESIDENT1;
CAL 3;
CALI 7;
CALI result;
KIL;
END
----
!!NVfp4.0
IF RESIDENT;
ENDIF;
END
----
!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP t;
MOVC t, fragment.color;
IF NAN.x;
IF GT1.x;
IF 3;
MOV result.color, t;
END
----
!!NVfp5.0
TEMP t;
CALI t;
END
