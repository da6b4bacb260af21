!!ARBvp1.0
# clip planes: 0 2
# Without the option planes clip by the position that the program computes: it stays as it is.
MOV result.position, vertex.position;
END
