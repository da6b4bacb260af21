#version 400
layout(quads, fractional_odd_spacing, cw, point_mode) in;
in vec4 place[];
patch in mat2 turn;
out vec2 at;
void main() {
    gl_Position = mix(place[0], place[gl_PatchVerticesIn - 1], gl_TessCoord.x) + gl_in[1].gl_Position;
    at = turn * gl_TessCoord.xy * gl_TessLevelInner[1];
    gl_PointSize = gl_TessLevelOuter[3];
}
