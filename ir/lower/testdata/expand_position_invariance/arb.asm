!!ARBvp1.0
OPTION ARB_position_invariant;
MOV result.color, vertex.color;
END
