!!ARBfp1.0
# Read before anything is written, wholly and in part.
TEMP early, partly, dot, spare, waste, both, alias_of;
PARAM unused = 1;
ATTRIB other = fragment.texcoord[3];
ALIAS second = alias_of;
MUL result.color.x, early, fragment.color;
MOV partly.xy, fragment.color;
MUL partly, partly, partly;
MOV dot.xy, fragment.color;
DP3 result.color.y, dot, dot;
MOV waste, fragment.color;
MOV second, fragment.color;
MOV both.x, fragment.color;
MUL result.color.z, both.y, alias_of;
END
----
!!ARBvp1.0
# No position; an address register that nothing has loaded.
ADDRESS a;
PARAM c[4] = { program.env[0..3] };
MOV result.color, c[a.x];
END
----
!!ARBvp1.0
OPTION ARB_position_invariant;
MOV result.color, vertex.color;
END
----
!!NVvp5.0
OUTPUT results[] = { result.attrib[0..1] };
MOV results[0], vertex.attrib[0];
END
----
!!VP1.0
# Registers of the older languages are zero at first.
ADD o[HPOS], R0, v[OPOS];
END
----
!!ARBfp1.0
OPTION NV_fragment_program2;
# The loop's own register.
PARAM c = { 4, 0, 1, 0 };
TEMP sum;
MOV sum, 0;
LOOP c;
  ADD sum, sum, fragment.texcoord[A0.x];
ENDLOOP;
MOV result.color, sum;
END
----
!!NVfp4.0
# Loops: the first round reads what nothing has written; what may be skipped is not certain.
TEMP sum, later, once, counted;
REP 3;
  ADD sum, sum, fragment.color;
  IF GT.x;
    MOV later, once;
  ELSE;
    MOV once, fragment.color;
  ENDIF;
ENDREP;
MOV result.color, later;
MOVC counted, sum;
END
----
!!NVfp4.0
# Calls: the order of the text says nothing.
TEMP a, b;
main:
CAL sub;
MOV result.color, a;
RET;
sub:
MOV a, fragment.color;
ADD a, a, b;
RET;
END
----
!!NVfp5.0
# A result that must be there, arrays, texture coordinates of which some components matter.
TEMP array[4], t;
UINT TEMP i; INT TEMP c; UINT TEMP previous;
MOV.S c, 0;
MOV.U i.x, 1;
MOV array[i.x], fragment.color;
MOV t.xy, array[2];
TEX t, t, texture[0], 2D;
ATOMIM.ADD.U32 previous.x, i, c, image[0], 1D;
MOV result.color, t;
END
