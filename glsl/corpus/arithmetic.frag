// Operators of each kind, and what folds.
#version 130
uniform vec4 a, b;
uniform ivec3 i;
uniform uint u;
void main() {
    vec4 sum = a + b * 2.0 - a / b;
    ivec3 whole = (i % 3) / ivec3(2, 3, 4) + (i << 2) - -i;
    uint bits = (u >> 3u) & 0xffu | ~u ^ 5u;
    float folded = 3.0 * 0.25 + float(7 / 2) + sqrt(4.0);
    bool all_of_it = a.x < b.x && sum != a || !(a.y >= 1.0) ^^ whole.x == 3;
    gl_FragColor = all_of_it ? sum * folded : vec4(whole, bits);
}
