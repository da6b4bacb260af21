!!NVvp5.0
# Operands in parameter buffers make no memory instruction.
BUFFER4 matrix[] = { program.buffer[1][0..3] };
DP4 result.position.x, vertex.position, matrix[0];
MOV result.position.yzw, vertex.position;
END
