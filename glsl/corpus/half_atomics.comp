#version 430
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_buffer_store : require
#extension GL_NV_shader_atomic_fp16_vector : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { f16vec2 sum; f16vec4 most; };
layout(rgba16f, binding = 0) uniform image2D picture;
uniform f16vec4 *after;
shared f16vec4 highest;
void main() {
    f16vec4 id = f16vec4(float(gl_LocalInvocationIndex));
    sum = atomicAdd(sum, f16vec2(0.5, -1.0)) + id.zw;
    most = atomicMax(highest, -id);
    atomicExchange(after, id.wzyx);
    imageAtomicMin(picture, ivec2(id.xy), id);
}
