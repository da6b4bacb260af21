#version 400
struct Light {
    vec3 position;
    float power[2];
};
layout(std140) uniform Scene {
    mat4 view;
    layout(row_major) mat2x3 turn;
    Light lights[4];
    bool on;
    dvec3 exact;
};
layout(std140) uniform Material {
    vec4 color;
} materials[3];
uniform int n;
out vec4 result;
void main() {
    result = view * materials[n + 1].color;
    result.xyz += lights[n].position * lights[2].power[n];
    result.xy = vec2(turn[n].z, view[2][n]);
    if (on) result.w = float(exact.z);
}
