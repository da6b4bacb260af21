#version 400
// Constant arrays that run-time indices reach: integers, bools, doubles in halves, what has no literal.
const int whole[3] = int[3](-1, 7, 3);
const uvec2 natural[] = uvec2[](uvec2(0u, 1u), uvec2(4294967295u, 2u));
const bool truth[2] = bool[2](true, false);
const dvec3 exact[2] = dvec3[2](dvec3(1.0, 2.0, 0.1LF), dvec3(3.0));
const float edge[2] = float[2](uintBitsToFloat(0x7f800000u), 0.5);
uniform int n;
flat in int at;
out vec4 color;
void main() {
    float a[];
    float a[] = float[](0.25, 0.5);
    if (truth[n]) color = vec4(float(whole[at]), vec2(natural[n]), float(exact[at].z));
    else color = vec4(edge[n], a[at], dFdx(2.0), 1.0);
}
