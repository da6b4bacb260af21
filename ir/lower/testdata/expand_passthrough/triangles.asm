!!NVgp5.0
# What is handed on becomes a result behind those that the program writes; none is there twice.
OPTION NV_geometry_program_passthrough;
PRIMITIVE_IN TRIANGLES;
PASSTHROUGH result.position;
PASSTHROUGH result.color.xw;
PASSTHROUGH result.attrib[0];
MOV result.attrib[1], vertex[2].color;
END
