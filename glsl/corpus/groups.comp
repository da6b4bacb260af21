#version 450
#extension GL_NV_shader_thread_group : require
#extension GL_NV_shader_thread_shuffle : require
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_group_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uvec4 values[]; };
void main() {
    uint id = gl_LocalInvocationIndex;
    bool valid;
    uint up = shuffleUpNV(id, 1u, 8u, valid);
    vec2 across = shuffleXorNV(vec2(id), 3u, 32u);
    uint64_t ballot = ballotARB(valid);
    bool all = allInvocationsARB(valid);
    values[id] = uvec4(up, uint(across.y), uint(ballot & gl_SubGroupLtMaskARB), subgroupInclusiveAdd(id));
    if (subgroupElect() && !all) values[id].x = gl_SubgroupID * gl_NumSubgroups;
}
