#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Numbers of 8 and 16 bits: 32 in registers, as many as they say in memory.
layout(local_size_x = 1) in;
struct Part {
    int8_t a;
    f16vec3 b;
};
layout(std430, binding = 0) buffer Numbers {
    i8vec3 bytes;
    uint8_t counts[3];
    float16_t half_;
    f16mat2 turn;
    Part parts[2];
};
layout(std140, binding = 1) uniform Given {
    uint16_t shorts[2];
    f16vec4 scale;
};
void main() {
    bytes += i8vec3(int8_t(100), int8_t(-1), int8_t(7));
    counts[1]++;
    half_ = half_ * scale.x + 0.5hf;
    parts[1].b = turn[0].xyx * float16_t(shorts[1]);
    parts[0].a = int8_t(pack32(u8vec4(counts[0], counts[1], counts[2], uint8_t(9))) >> 3);
    uint16_t folded = 65535us + 2us;
    int wide = int(folded) + bytes.x;
    half_ = wide > 3 ? float16_t(wide) : int16BitsToFloat16(int16_t(-1024));
}
