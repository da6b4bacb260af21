!!NVvp5.0
# Of 64-bit attributes two registers are read, the low words and the high words.
LONG ATTRIB d = vertex.attrib[3];
LONG ATTRIB pair[2] = { vertex.attrib[8..9] };
LONG TEMP r;
MOV.F64 r, 0;
MOV.F64 r.x, d.y;
ADD.F64 r.y, pair[1].z, r.x;
UP64.F result.attrib[0], r;
MOV.F result.position, vertex.attrib[0];
END
