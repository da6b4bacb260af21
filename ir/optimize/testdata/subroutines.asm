!!NVvp4.0
# Nothing is known behind a call or a label; what follows an unconditional RET is left out.
TEMP a, b;
main:
MOV a, 1;
MOV b, 2;
CAL add;
MUL a, a, b;
MOV result.position, a;
RET;
MOV result.position, b;
add:
MOV b, 3;
ADD a, vertex.position, b;
RET;
END
