#version 450 compatibility
// Gathers with references and offsets, levels where references fill the coordinates, samples, interpolation elsewhere.
uniform sampler2DShadow flat_shadow;
uniform samplerCubeShadow cube_shadow;
uniform sampler2DArrayShadow layers_shadow;
uniform isampler2D whole;
uniform sampler2DMS samples;
uniform sampler2DMSArray more_samples;
const ivec2 around[4] = ivec2[4](ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));
noperspective in vec4 gl_Color;
in vec4 v;
out vec4 color;
void main() {
    color = textureGather(flat_shadow, v.xy, v.z) + textureGather(layers_shadow, v.xyz, v.w);
    color += vec4(textureGatherOffsets(whole, v.xy, around, 2)) + textureGatherOffsets(flat_shadow, v.xy, 0.5, around);
    color.x += texture(cube_shadow, v, 1.5);
    color += texelFetch(samples, ivec2(v.xy), 1) + texelFetch(more_samples, ivec3(v.xyz), int(v.w));
    color += interpolateAtCentroid(v) + interpolateAtOffset(v, vec2(0.25)) * interpolateAtSample(v, 2).x;
    color.y += float(textureSamples(samples) + textureSize(more_samples).z) + dFdyCoarse(v.x) + gl_Color.x;
}
