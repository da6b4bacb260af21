#version 130
// A colour that is interpolated whatever the shade model says, and one that follows it; a cull distance.
#extension GL_ARB_cull_distance : require
smooth in vec4 gl_Color;
in float gl_CullDistance[2];
void main() {
    gl_FragColor = gl_Color + gl_SecondaryColor * gl_CullDistance[1];
}
