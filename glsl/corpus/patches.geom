#version 400
#extension GL_NV_gpu_shader5 : require
// Patches come in: as many vertices as the application says, and what a control shader gave to all of them.
layout(patches) in;
layout(triangle_strip, max_vertices = 4) out;
patch in vec3 shade[2];
out vec4 color;
void main() {
    vec2 low = gl_in[0].gl_Position.xy, high = gl_in[gl_PatchVerticesIn - 1].gl_Position.xy;
    for (int i = 0; i < 4; i++) {
        gl_Position = vec4(mix(low, high, vec2(i & 1, i >> 1)), 0, 1);
        color = vec4(gl_PatchVerticesIn / 8.0, gl_TessLevelOuter[1] / 8.0, gl_TessLevelInner[1] / 8.0, shade[1].y);
        EmitVertex();
    }
}
