// Run-time indices: arrays, structures' arrays, columns, components.
#version 120
struct Light { vec3 color; float range[2]; mat2 turn; };
uniform Light lights[3];
uniform int n;
varying vec4 v;
void main() {
    float table[4] = float[4](0.5, 0.25, v.x, 2.0);
    table[n] += 1.0;
    const vec2 fixed_table[2] = vec2[2](vec2(1, 2), vec2(3, 4));
    vec4 w = v;
    w[n] = lights[n].range[1];
    w.yx = lights[2].turn[n] * lights[n].turn;
    gl_FragColor = vec4(lights[n].color * table[n + 1], v[n]) + w + fixed_table[n].xyxy;
}
