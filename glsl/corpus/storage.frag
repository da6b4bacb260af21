#version 430
struct Item {
    vec3 place;
    uint next;
};
layout(std430, binding = 1) coherent buffer List {
    uint count;
    bvec2 flags;
    layout(row_major) mat3 m;
    Item items[];
} list;
layout(std430) buffer Parts {
    int numbers[];
} parts[2];
layout(binding = 0, offset = 8) uniform atomic_uint ticks[2];
layout(r32i) uniform iimage1DArray image;
uniform int n;
out vec4 result;
void main() {
    uint at = atomicAdd(list.count, 1u);
    list.items[at].place = vec3(1, n, 2);
    list.items[at].next = atomicCompSwap(list.items[0].next, at, 7u);
    list.flags = not(list.flags);
    list.flags[n] = true;
    list.m[n].zx = vec2(3, 4);
    parts[n].numbers[n + 1] += parts[1].numbers.length() + list.items.length();
    atomicCounterIncrement(ticks[n]);
    imageStore(image, ivec2(1, n), imageLoad(image, ivec2(n)) + imageAtomicExchange(image, ivec2(0, 2), n));
    result = vec4(imageSize(image), 0, 1);
}
