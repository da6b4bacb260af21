!!ARBvp1.0
TEMP t[2];
ATTRIB a[] = { vertex.texcoord[0..1] };
TEMP 3;
ALIAS b = 3;
MOV result.position, vertex.position;
END
----
!!NVfp5.0
INT ALIAS b = a;
INT KIL;
SHARED s[] = { program.sharedmem };
CENTROID SAMPLE ATTRIB c = fragment.color;
PARAM large[] = {
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023], program.local[0..1023],
    program.local[0] };
END
----
!!NVvp5.0
LONG ATTRIB p = vertex.position;
END
----
!!NVgp5.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
ATTRIB a[] = { vertex[0].texcoord[0], vertex[1].texcoord[1] };
END
----
!!ARBfp1.0
OPTION NV_fragment_program;
SHORT PARAM p = {1, 2, 3, 4};
MOV result.color, fragment.color;
END
----
!!NVfp5.0
OPTION NV_internal;
SMOOTH NOPERSPECTIVE ATTRIB a = fragment.color;
MOV result.color, fragment.color;
END
