#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(rgba8, binding = 0) uniform coherent image2D image;
in vec4 color;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    beginInvocationInterlockARB();
    vec4 before = imageLoad(image, at);
    imageStore(image, at, before * (1.0 - color.a) + color);
    endInvocationInterlockARB();
}
