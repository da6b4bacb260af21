!!NVfp4.0
ATTRIB coordinates[2] = { fragment.texcoord[0..1] };
TEMP index;
TRUNC.S index.x, fragment.color.x;
MOV result.color, coordinates[index.x];
END
