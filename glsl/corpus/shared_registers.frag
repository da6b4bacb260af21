#version 440
// Arrays that have registers in common are one array; 64-bit vectors take two registers each.
layout(location = 0) in vec3 a[3];
layout(location = 0, component = 3) in float b[3];
layout(location = 4) flat in dvec3 c[2];
layout(location = 5, component = 2) flat in double d;
uniform int n;
out vec4 result;
void main() {
    result = vec4(a[n].z, b[n + 1], c[n].z, d);
}
