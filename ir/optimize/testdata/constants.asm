!!ARBfp1.0
# Folded as they are executed: -0, infinities and saturation keep their bits, a NaN has no word and stays an instruction.
PARAM two = { 2, 4, -0.0, 0 };
PARAM far = { 3e38, 1e-40, 0, 1 };
TEMP a, b, c, d;
MUL a, two, two;
RSQ b.x, a.y;
RCP b.y, two.z;
MAD_SAT b.zw, a, -two.x, 0.5;
ADD c, b, far;
MUL c.x, far.x, far.x;
SUB d, c.x, c.x;
EX2 c.w, two.x;
MAD result.color.xyz, c, fragment.color, b;
MOV result.color.w, d;
END
