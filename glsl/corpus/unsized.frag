// Arrays that are sized by their use, by a later declaration, by their initialiser.
#version 150
uniform float a[];
uniform float a[3];
uniform vec2 b[];
in vec2 at;
out vec4 color;
void main() {
    const int k[] = int[](1, 2, 3);
    color = vec4(a[2] + b[1], float(k.length()), float(k[int(at.x)]));
}
