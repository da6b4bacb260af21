#version 450
layout(location = 0) in vec2 i0;
layout(location = 0) out vec2 o0;
float chosen(uint p) { return bool(p) ? i0.x : i0.y; }
void main() { o0 = vec2(chosen(4294967290u), chosen(0u)); }
