#version 450
layout(location = 0) in vec2 i0;
layout(location = 0) out vec4 o0;
const float large = 1.0 / 0.0;
const double larger = 1.0lf / 0.0lf;
void main() {
    o0 = vec4(i0 / large, float(double(i0.x) / larger), min(i0.y, large));
}
