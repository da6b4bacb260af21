!!NVgp5.0
OPTION ARB_viewport_array;
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
MOV result.position, vertex[0].position;
MOV.S result.layer.x, 1;
MOV.S result.viewport.x, 2;
EMIT;
END
