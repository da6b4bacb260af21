!!NVvp4.0
TEMP t, array[4], indices[4];
FLOAT TEMP f;
OUTPUT o = result.color;
MOV t, array[f.x];
MOV t, array[o.x];
MOV t, array[t];
MOV t, array[t.xy];
MOV t, array[-1];
MOV t, array[indices[t.x].x];
MOV t, t.3;
MOV t, t.q7;
MOV t, t.pqrs;
END
----
!!NVgp4.0
PRIMITIVE_IN LINES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
TEMP t, array[4];
ATTRIB p = vertex.position;
MOV t, array[vertex[0].position.x];
MOV t, array[p.x];
MOV t, array[p[0].x];
END
----
!!ARBvp1.0
TEMP t;
TEMP u;
ADDRESS A;
PARAM c[2] = { program.env[0..1] };
ATTRIB v = vertex.position;
MOV t, c[t.x];
MOV t, c[A.y];
MOV t, v[A.x];
MOV t, t.rgba;
MOV t.rgba, t;
MOV t, A;
MOV A, t;
MOV t, |t|;
SWZ t, t, r, 0, 0, 0;
SWZ t, -t, x, 0, 0, 0;
SWZ t, t, x, 2, 0, 0;
ARL t.x, v.x;
ARL A, v.x;
ARL A.y, v.x;
ARL 3, v.x;
MOV t (GT.x), v;
END
----
!!ARBvp1.0
OPTION NV_vertex_program2;
TEMP t;
ADDRESS A;
SWZ t, |t|, x, 0, 0, 0;
ARL t, t;
ARA A, t;
ARA A, A.x;
ARA A, 3;
ARA 3, A;
PUSHA 3;
END
----
!!ARBvp1.0
TEMP t;
MOV t, t.;
MOV t, t.xyzq;
END
