#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(location = 0) out vec2 o0;
struct S {
    int16_t m;
    uint16_t n;
};
S f() {
    return S(157s, 15360us);
}
void main() {
    o0 = vec2(int16BitsToFloat16(f().m), uint16BitsToFloat16(f().n));
}
