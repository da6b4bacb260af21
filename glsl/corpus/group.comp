#version 430
layout(local_size_x = 8, local_size_z = 2) in;
uniform uint level;
void main() {
    uint sum = gl_GlobalInvocationID.x + gl_LocalInvocationIndex * gl_WorkGroupSize.x;
    float part[gl_WorkGroupSize.z];
    part[sum % 2u] = float(gl_NumWorkGroups.y);
    barrier();
    memoryBarrier();
}
