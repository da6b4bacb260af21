!!ARBfp1.0
# Too few and too many operands.
TEMP a, b, c;
MAD a, b, c;
MUL a, b, c, a;
ABS a;
SWZ a, b, x, y;
TEX a, fragment.texcoord[0], texture[0];
TEX a, fragment.texcoord[0];
TEX a, b, texture[0], 2D, 1;
MAD a, b, c
MOV result.color, a;
END
----
!!NVfp5.0
LONG TEMP address;
TEMP a;
STORE.F32 a;
STORE.F32 a, address.x, a;
LOADIM.F32 a, a, image[0];
TXD a, a, a, texture[0], 2D;
EMIT;
MOV result.color, a;
END
----
!!FP1.0
MOV R0;
TEX R0, f[TEX0], TEX0;
MAD R0, R0, R0;
MOV o[COLR], R0, R0;
END
----
!!ARBvp1.0
# Semicolons that are missing at ends of lines, and within one.
TEMP a
MOV a, vertex.position   # with a comment

ADD a, a, a MUL a, a, a;
OPTION ARB_position_invariant
MOV result.position, a
END
----
!!ARBvp1.0
# No END and no semicolon.
MOV result.position, vertex.position
----
!!ARBvp1.0
option ARB_position_invariant;
# Keywords in lower case: each once, and what they declare is known.
temp a;
mul a, vertex.color, 2;
mul_foo a, a, a;
Mov result.color, a;
mov result.texcoord[0], a;
end
----
!!NVfp4.0
# The last word ends the program, though a statement before it is wrong.
TEMP a
mov_sat a, b
end
----
!!ARBfp1.0
// Comments of other languages; MOV a, b;
TEMP a; /* more
  MOV b, c;
*/ MOV a, fragment.color; // again
MOV result.color, a;
END // and here
----
!!ARBfp1.0
/* without end
MOV result.color, a;
END
----
﻿!!ARBfp1.0
MOV result.color, a;
END
----
﻿
----
!!ARBfp1.0
# Attributes of other stages.
ATTRIB c = vertex.color;
ATTRIB n = vertex.normal;
MOV result.color, vertex.texcoord[1];
MOV result.color, vertex.texcoord[99];
MOV result.color, vertex;
END
----
!!ARBvp1.0
MOV result.position, fragment.color.secondary;
MOV result.position, fragment.facing;
END
----
!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, fragment.position;
EMIT;
END
----
!!NVcp5.0
GROUP_SIZE 1;
TEMP a;
MOV a, vertex.id;
END
----
!!ARBvp1.0
# Near misses of bindings.
PARAM a[4] = { state.matrix.modelview_projection };
PARAM b[4] = { state.matrix.modelviewProjection };
PARAM c[4] = { state.matrix.mv };
PARAM d[4] = { state.matrix.proj };
PARAM e[4] = { state.matrix.modelview[0].inv };
PARAM f[4] = { state.matrix.mvp.invtranspose };
PARAM g = state.material.shine;
PARAM h = state.material.front.difuse;
PARAM i = state.light[0].pos;
PARAM j = state.lite[0].position;
PARAM k = state.fog.colour;
PARAM l = program.envir[0];
PARAM m = state.matrix.nothing;
PARAM n[4] = { state.matrix.mvp.foo };
MOV result.colour, vertex.uv;
MOV result.pos, vertex.colr;
END
----
#version 330 core
out vec4 colour;
void main() { colour = vec4(1.0); }
----
// A shader without version.
void main() { gl_FragColor = vec4(1.0); }
----
attribute vec4 position;
----
!!ARBfp1.0
TEMP a, b;
a = b * 2.0;
MOV result.color, a;
END
