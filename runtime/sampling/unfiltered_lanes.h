// Texels as they are, over lanes: the four of a footprint (TXG, TXGO), or one by its integer coordinates (TXF).
#pragma once

#include "runtime/sampling/filter_lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

// One component of four texels.
template <int elements>
void gather_texels(const Access& access, const Place& center, int first, LaneVector& result) {
    const SamplerLevel& level = access.level(0);
    const F u = texel_coordinate(access.key.wrap_s, center.s, level.width, access.normalized());
    const F v = texel_coordinate(access.key.wrap_t, center.t, level.height, access.normalized());
    const I slice = center.has_slices ? center.slice * level.slice_stride : I{};
    const uint8_t gathered = access.key.component[access.compare ? 0 : access.instruction.gather_component & 3];
    const auto component = [&](const Values<elements>& texel) {
        if (gathered >= elements) return gathered == SamplerKey::one ? splat(1.0f) : F{};
        const F value = texel.value[gathered < elements ? gathered : 0];
        return access.key.decode == TexelDecode::Bytes ? value / 255.0f : value;
    };
    F values[4];
    if (access.instruction.operation == SampleOperation::Gather) {
        const auto footprint = footprint_at<elements>(access, level, u, v, slice, center);
        // The results' order is i0j1, i1j1, i1j0, i0j0.
        static constexpr int order[4] = {2, 3, 1, 0};
        for (int c = 0; c < 4; ++c) values[c] = component(footprint.texel[order[c]]);
    } else {
        const I i = truncate(round_down(u - 0.5f)), j = truncate(round_down(v - 0.5f));
        for (int c = 0; c < 4; ++c) {
            I outside = I{};
            const I offset_s = offsets_of(0, access.operands.offsets, c, first);
            const I offset_t = access.two_dimensional() ? offsets_of(0, access.operands.offsets_y, c, first) : I{};
            const I x = wrap_index(access.key.wrap_s, i + offset_s, level.width, outside);
            const I y = wrap_index(access.key.wrap_t, j + offset_t, level.height, outside);
            values[c] = component(fetch<elements>(
                access, level.base, slice + y * level.row_stride + x * access.key.texel_bytes, outside, center));
        }
    }
    for (int c = 0; c < 4; ++c) simd::store(result.component[c].lane + first, values[c]);
}

// Texels by integer coordinates; what is outside of the texture is zero, whatever the swizzle.
template <int elements>
void fetch_texels(const Access& access, int first, uint32_t lanes, LaneVector& result) {
    const LaneVector& coordinates = *access.operands.coordinates;
    // Far outside is outside: sums stay within 32 bits.
    const auto coordinate = [&](int c) {
        return clamp(load_integers(coordinates.component[c], first), -1 << 24, 1 << 24);
    };
    const bool moved = access.moved();
    const I x = coordinate(0) + (moved ? access.offset(0, first) : I{});
    const I y = access.two_dimensional() ? coordinate(1) + (moved ? access.offset(1, first) : I{}) : I{};
    const I layer = access.layered() ? coordinate(layer_component) : I{};
    const I level = access.operands.lod ? load_integers(*access.operands.lod, first) : I{};
    alignas(64) int32_t level_of[width];
    simd::store(level_of, level);
    Values<elements> values{};
    I inside = I{};
    while (lanes) {
        const int32_t shared = level_of[__builtin_ctz(lanes)];
        const I same = level == shared;
        for (int i = 0; i < width; ++i)
            if (level_of[i] == shared) lanes &= ~(1u << i);
        if (shared < 0 || shared > access.sampler.last_level) continue;
        const SamplerLevel& image = access.level(shared);
        const I within = (x >= 0) & (x < image.width) & (y >= 0) & (y < image.height) & (layer >= 0) &
                         (layer < access.sampler.layers) & same;
        // Zero first: products of what is outside may not fit 32 bits.
        const I offset = (within ? layer : I{}) * image.slice_stride + (within ? y : I{}) * image.row_stride +
                         (within ? x : I{}) * access.key.texel_bytes;
        merge(values, fetch<elements>(access, image.base, offset, I{}, Place{}), within);
        inside = inside | within;
    }
    store(access, values, first, result);
    for (LaneWord& component : result.component) {
        simd::store(component.lane + first, load_integers(component, first) & inside);
    }
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
