!!ARBvp1.0
# limits: attributes=1
MOV result.position, vertex.position;
MOV result.color, vertex.color;
END
----
!!ARBvp1.0
# limits: vertex_texture_image_units=1
OPTION NV_vertex_program3;
MOV result.position, vertex.position;
TEX result.color, vertex.texcoord, texture[0], 2D;
TEX result.color, vertex.texcoord, texture[1], 2D;
END
----
!!ARBfp1.0
# limits: tex_indirections=1
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
TEX t, t, texture[0], 2D;
MOV result.color, t;
END
----
!!NVvp4.0
# limits: result_components=4 attribute_components=4
MOV result.color, vertex.attrib[1];
MOV result.texcoord[0], vertex.attrib[2];
END
----
!!FP1.0
# limits: instructions=1
MOVR R0, f[COL0];
MOVR o[COLR], R0;
END
----
!!FP1.0
# limits: parameters=1
DECLARE a;
DECLARE b;
MOVR o[COLR], a;
END
----
!!NVvp5.0
# limits: no_double_precision
TEMP t;
ADD.F64 t, t, t;
END
