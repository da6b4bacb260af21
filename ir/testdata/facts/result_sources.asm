!!ARBfp1.0
# Where results come from, component by component.
PARAM tint = program.local[3];
TEMP a;
MOV a, fragment.color;
MOV a.y, tint.w;
MUL a.z, tint.x, 2.0;
ADD a.w, fragment.color.x, tint.x;
MOV result.color, a;
END
