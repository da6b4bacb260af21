#version 440
layout(location = 1) out vec2 low;
layout(location = 1, component = 2) out float third;
layout(location = 2, component = 1) out vec3 rest[2];
layout(location = 6) out Block {
    vec4 a;
    layout(location = 9) float b;
    float c;
};
layout(location = 0) in vec4 given;
void main() {
    low = given.xy;
    third = given.z;
    rest[1] = given.yzw;
    a = given;
    b = given.x;
    c = given.w;
    gl_Position = given;
}
