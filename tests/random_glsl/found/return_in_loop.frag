#version 450
uniform int u0;
layout(location = 0) in vec4 i1;
layout(location = 0) out vec4 o2;
layout(location = 1) out vec4 o3;
float g4 = 0.5;
void f5(out float p6, inout vec2 p7) {
    p6 = 0.25;
    p7.x = 2.0;
    for (int c8 = 0; c8 < (u0 & 3) + 2; ++c8) {
        g4 = 3.0;
        if (i1.x > 0.5) return;
        g4 = 4.0;
    }
    p6 = 1.0;
    p7 = vec2(7.0);
    g4 = 5.0;
}
void main() {
    o2 = vec4(0.25, 0.25, 0.0, 1.0);
    o3 = vec4(0.0);
    float v9;
    vec2 v10 = vec2(0.5);
    f5(v9, v10);
    o3 = vec4(v9, v10, g4);
    switch (u0 & 1) {
        default:
            if (i1.y > 0.25) return;
    }
    o2 = vec4(1.0);
}
