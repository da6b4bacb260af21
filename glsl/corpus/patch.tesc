#version 400
// Outputs are written into the patch and read from there, of this vertex and of others.
layout(vertices = 3) out;
in vec4 place[];
out vec4 moved[];
patch out float middle[2];
void main() {
    moved[gl_InvocationID].xyz = place[gl_InvocationID].xyz;
    moved[gl_InvocationID].w = 1.0;
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    barrier();
    vec4 next = moved[(gl_InvocationID + 1) % 3];
    if (gl_InvocationID == 0) {
        middle[1] = next.x + gl_out[2].gl_Position.x;
        gl_TessLevelOuter = float[4](1.0, 2.0, 3.0, 4.0);
        gl_TessLevelInner[0] = gl_TessLevelOuter[1] * gl_PatchVerticesIn;
    }
}
