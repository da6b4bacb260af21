// Macros, conditions, #line: places in messages are those that #line says.
#version 120
#define SCALE(x) ((x) * FACTOR)
#define FACTOR 2.0
#if defined(GL_ES) || __VERSION__ < 120
#error no
#elif __VERSION__ == 120
varying float v;
#else
uniform float v;
#endif
#ifdef GL_ARB_draw_buffers
void main() {
    gl_FragColor = vec4(SCALE(v + 1.0));
#line 100 3
    gl_FragColor = vec3(1.0);
}
#endif
