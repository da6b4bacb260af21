#version 430
#extension GL_ARB_bindless_texture : require
struct Material { sampler2D map; vec4 tint; };
layout(std140, binding = 1) uniform Materials { Material materials[4]; };
layout(bindless_sampler) uniform sampler2D own[2];
layout(rgba8, bindless_image) uniform writeonly image2D target;
flat in sampler2D given;
flat in int n;
out vec4 color;
vec4 sampled(sampler2D s) { return texture(s, vec2(0.5)); }
void main() {
    sampler2D s = n > 2 ? materials[n].map : own[n];
    color = sampled(s) + sampled(given) * materials[n].tint;
    color += texture(sampler2D(uvec2(s)), vec2(0.25));
    imageStore(target, ivec2(0), color);
}
