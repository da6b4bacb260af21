#version 450
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Results { float results[]; };
void main() {
    results[gl_LocalInvocationIndex] = dFdx(float(gl_LocalInvocationIndex));
}
