!!NVfp5.0
# Of an array of images only what is accessed is listed: as parsed, so as optimised.
OPTION EXT_shader_image_load_formatted;
TEMP t, dead;
IMAGE images[] = { image[2..5] };
MOV dead, t;
LOADIM.U32 t, fragment.attrib[0], images[1], 2D;
MOV result.color, t;
END
