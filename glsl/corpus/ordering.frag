#version 440
#extension GL_INTEL_fragment_shader_ordering : require
// Shaders may begin to be in order in branches: all of the program is, then.
layout(r32ui, binding = 0) uniform coherent uimage2D image;
flat in uint number;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(1.0);
    if (number == 7u) return;
    ivec2 at = ivec2(gl_FragCoord.xy);
    if (number > 2u) {
        beginFragmentShaderOrderingINTEL();
        imageStore(image, at, imageLoad(image, at) + number);
    }
}
