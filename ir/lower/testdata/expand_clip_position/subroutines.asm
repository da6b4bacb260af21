!!NVvp5.0
# clip planes: 1
# clips: position
main:
CAL place;
RET;
place:
IF GT.x;
RET;
ENDIF;
MOV result.position, vertex.attrib[0];
RET;
END
