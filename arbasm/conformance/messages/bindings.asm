!!ARBvp1.0
# limits: vertex_units=8
ATTRIB w = vertex.weight[2];
PARAM lights[] = { state.light[0..1].ambient };
PARAM row = state.matrix.mvp.row;
PARAM matrix = state.matrix.mvp;
PARAM cutoff = state.light[0].spot.cutoff;
PARAM fog = state.fog.;
PARAM light = state.light[0].;
MOV result.position, vertex.;
END
----
!!ARBvp1.0
PARAM cutoff = state.light[0].spot.cutoff;
MOV result.position, cutoff;
END
----
!!NVfp4.0
MOV result.color, fragment.fullycovered;
MOV result.color, fragment.sampleid;
END
----
!!NVtcp5.0
VERTICES_OUT 3;
MOV result.position, vertex[0].invocation;
MOV result.position, vertex.in[0].tesscoord;
MOV result.position, vertex[0].primitiveid;
END
----
!!NVtep5.0
TESS_MODE TRIANGLES;
MOV result.position, vertex[0].tesscoord;
MOV result.position, vertex[0].tessouter[0];
END
----
!!NVfp5.0
MOV result.color, fragment.out.color[1];
END
----
!!NVfp5.0
OPTION NV_internal;
MOV result.color, fragment.out.depth;
END
