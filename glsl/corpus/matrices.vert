// Products of matrices and vectors, columns, constructors.
#version 120
uniform mat4 m;
uniform mat3x2 n;
attribute vec4 p;
varying vec2 q;
void main() {
    mat2 small = mat2(m);
    small[1] = p.xy;
    mat2 both = small * mat2(2.0) + mat2(1, 2, 3, 4);
    q = n * p.xyz + p.xy * both;
    gl_Position = m * p + p * m + vec4(both[0], both[1].yx);
}
