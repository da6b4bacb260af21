!!NVvp5.0
# clip planes: 0 1
# clips: position
MOV result.position, vertex.attrib[0];
MOV result.clip[1].x, vertex.attrib[1].x;
END
