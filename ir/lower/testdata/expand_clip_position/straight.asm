!!NVvp5.0
# clip planes: 0 3
# clips: position
OUTPUT o = result.position;
MOV o.xy, vertex.attrib[0];
MOV o.zw, {0, 0, 0, 1}.x;
MOV result.color, vertex.attrib[1];
END
