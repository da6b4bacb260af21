#version 450
layout(location = 0) in vec2 i0;
layout(location = 0) out vec4 o0;
layout(location = 1) out vec2 o1;
mat2 m = mat2(1.0);
vec4 of_global(out float p) {
    p = 3.0;
    return m[1].yxyx;
}
vec2 of_result(out vec2 p) {
    o1.yx = i0;
    p = vec2(7.0);
    return o1.yx;
}
void main() {
    o0 = of_global(m[1][0]);
    o0.zw += of_result(o1.xy);
}
