#version 450
layout(location = 0) in vec3 i0;
layout(location = 0) out vec3 o0;
void main() {
    dvec3 d = dvec3(-i0);
    o0 = vec3(-d * 0.5lf) + vec3(ivec3(-d));
}
