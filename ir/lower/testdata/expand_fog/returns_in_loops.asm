!!ARBfp1.0
OPTION ARB_fog_linear;
OPTION NV_fragment_program2;
# A RET within a LOOP is not the end of a routine that runs into the next one.
TEMP t;
PARAM n = {3, 0, 1, 0};
CAL second;
first:
  LOOP n;
    ADD t, t, fragment.color;
    RET;
  ENDLOOP;
second:
  MOV result.color, t;
  LOOP n;
    RET;
  ENDLOOP;
  MOV result.color.w, n;
third:
  MOV result.color, n;
END
