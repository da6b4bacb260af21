#version 120
attribute vec4 p
void main() {
    gl_Position = p;
    gl_Position.x += 1.0
}
void g() { return 1; }
