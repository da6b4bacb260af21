#version 100
#extension GL_EXT_blend_func_extended : require
precision mediump float;
varying vec4 first, second;
void main() {
    gl_FragData[0] = first;
    gl_SecondaryFragDataEXT[0] = second;
}
