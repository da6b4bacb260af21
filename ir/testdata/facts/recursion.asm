!!NVvp4.0
main:
MOV.CC result.position, vertex.position;
CAL main (LT.x);
END
