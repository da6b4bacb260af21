// One message for each mistake, and all of them.
#version 120
uniform sampler2D map;
uniform vec3 a;
varying vec2 at;
float f(float x) { return x; }
void main() {
    vec4 c = texture2D(map, a, 1.0, 2.0);
    at = vec2(1.0);
    int n = 1.5;
    c.xx = at;
    c.q = unknown + 1.0;
    vec3 d = vec3(at);
    if (a) n = 2;
    f(1.0, 2.0);
    for (int i = 0; i < 3; i++) { n += i }
    c = c + a;
    break;
    gl_FragColor = c;
}
