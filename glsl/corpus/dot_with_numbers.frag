#version 450
layout(location = 0) in vec3 i0;
layout(location = 0) out vec4 o0;
layout(location = 1) out vec2 o1;
void main() {
    o0 = vec4(dot(i0, vec3(0.25, 0.5, 2.0)), dot(vec2(3.0, -1.5), i0.xy), dot(i0.xxyz, vec4(1.0, 2.0, 3.0, 4.0)), 1.0);
    o1 = i0 * mat2x3(2.0, 100.0, 12.5, 0.5, 3.0, 7.75);
}
