!!NVvp4.0
# Execution begins at "main": the position is computed there.
OPTION ARB_position_invariant;
paint:
MOV result.color, vertex.color;
RET;
main:
CAL paint;
END
