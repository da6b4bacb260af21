#version 450
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 8, local_size_y = 4, derivative_group_quadsNV) in;
uniform sampler2D map;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
void main() {
    vec2 at = vec2(gl_LocalInvocationID.xy) / 8.0;
    results[gl_LocalInvocationIndex] = texture(map, at) + dFdx(at.x) + fwidthFine(at.y);
}
