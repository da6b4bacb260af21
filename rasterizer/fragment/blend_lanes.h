// Blending, logic operations and the writing of colours into the tile. Compiled per SIMD level (lanes.h).
#pragma once

#include "rasterizer/draw/fragment_state.h"
#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/fragment/colors.h"
#include "rasterizer/fragment/lanes.h"
#include "rasterizer/fragment/round_planes.h"
#include "rasterizer/prepare/fragment_key.h"
#include "runtime/executor.h"
#include "runtime/formats/format.h"

namespace rasterizer::ASMGL_ISA {

// The colour a program gave the lanes of a group, by component; null where it wrote none.
struct SourceColor {
    const runtime::LaneVector* color;
    const runtime::LaneVector* source1;
};

// A group's quads in the tile: quad i covers words pixels[i] … pixels[i] + 3 of the surface.
struct QuadTargets {
    const uint16_t* pixels;
    int count;
};

struct ColorTarget {
    uint32_t* words;  // of one sample
    runtime::Format format;
    AttachmentKey key;
    const BlendState* blend;
    const FragmentState* state;
    bool clamp;
};

RASTERIZER_INLINE void gather_quads(const uint32_t* words, const QuadTargets& quads, uint32_t* lanes) {
    for (int i = 0; i < runtime::group_lanes / 4 && i < quads.count; ++i)
        __builtin_memcpy(lanes + 4 * i, words + quads.pixels[i], 16);
}

// Writes the lanes whose bit is set, of every word the bits of `channels`.
RASTERIZER_INLINE void scatter_quads(uint32_t* words, const QuadTargets& quads, const uint32_t* lanes, uint32_t mask,
                                     uint32_t channels) {
    using I4 = Ints<4>;
    const I4 bit{1, 2, 4, 8};
    for (int i = 0; i < quads.count; ++i) {
        const uint32_t nibble = mask >> (4 * i) & 15;
        if (!nibble) continue;
        uint32_t* to = words + quads.pixels[i];
        const I4 value = load<I4>(lanes + 4 * i);
        if (nibble == 15 && channels == ~0u) {
            store(to, value);
            continue;
        }
        const I4 write = (I4)((bit & static_cast<int32_t>(nibble)) != 0) & static_cast<int32_t>(channels);
        const I4 old = load<I4>(to);
        store(to, (value & write) | (old & ~write));
    }
}

RASTERIZER_INLINE Color<Float> load_source(const runtime::LaneVector& color, int first, ColorRange range) {
    return clamped(color_of([&](int c) { return runtime::load<Float>(color.component[c].lane + first); }), range);
}
RASTERIZER_INLINE Color<Float> no_color() {
    return color_of([](int) { return Float(0.0f); });
}

// Blends with words of 8-bit components. `state` and `constant`: of the Generic way.
template <BlendPreset preset>
RASTERIZER_INLINE Unsigned blend_packed(const Color<Float>& color, const Color<Float>& second, Unsigned old,
                                        const PackedLayout& layout, const BlendState* state,
                                        const Color<Float>& constant) {
    if constexpr (preset == BlendPreset::Replace)
        return pack_unorm8(color, layout);
    else if constexpr (preset == BlendPreset::Generic)
        return pack_unorm8(
            blended(*state, BlendOperands<Float>{color, second, unpack_unorm8(old, layout), constant, true}), layout);
    else
        return pack_unorm8(blended<preset>(color, unpack_unorm8(old, layout)), layout, bounds_after(preset));
}

// Writes a group's colours to a Packed8 surface.
template <BlendPreset preset>
void write_packed(const ColorTarget& target, const SourceColor& source, const QuadTargets& quads, uint32_t mask) {
    const PackedLayout layout = packed_layout(target.format);
    alignas(64) uint32_t lanes[runtime::group_lanes];
    const bool needs_destination = preset != BlendPreset::Replace || target.key.logic_operation;
    alignas(64) uint32_t old[runtime::group_lanes];
    if (needs_destination) gather_quads(target.words, quads, old);
    const int used = quads.count * 4;
    constexpr ColorRange unorm{preset != BlendPreset::Replace, 0};
    BlendConstant numbers{};
    if constexpr (preset == BlendPreset::Generic)
        numbers = blend_constant(*target.state, runtime::format_info(target.format));
    const Color<Float> constant = color_of([&](int c) { return Float(numbers.c[c]); });
    for (int i = 0; i < used; i += lane_width) {
        const Color<Float> color = load_source(*source.color, i, unorm);
        const Color<Float> second =
            preset == BlendPreset::Generic && source.source1 ? load_source(*source.source1, i, unorm) : no_color();
        const Unsigned below = needs_destination ? runtime::load<Unsigned>(old + i) : Unsigned(0u);
        Unsigned words = blend_packed<preset>(color, second, below, layout, target.blend, constant);
        if (preset == BlendPreset::Replace && target.key.logic_operation)
            words = logic_operation(target.state->logic_operation, words, below);
        runtime::store(lanes + i, words);
    }
    scatter_quads(target.words, quads, lanes, mask, packed_channels(target.key.write_mask, layout));
}

// Logic operation on one component of a fixed-point format of `bits` bits; integers as they are.
inline uint32_t component_logic(LogicOperation operation, uint32_t source, uint32_t old, int bits, bool integer) {
    if (integer || bits == 0) return logic_operation(operation, source, old);
    const float scale = static_cast<float>((uint64_t{1} << bits) - 1);
    float s, d;
    __builtin_memcpy(&s, &source, 4);
    __builtin_memcpy(&d, &old, 4);
    s = s > 0 ? (s < 1 ? s : 1.0f) : 0.0f;
    const auto si = static_cast<uint32_t>(__builtin_rintf(s * scale)),
               di = static_cast<uint32_t>(__builtin_rintf(d * scale));
    const uint32_t result = logic_operation(operation, si, di) & static_cast<uint32_t>((uint64_t{1} << bits) - 1);
    const float value = static_cast<float>(result) / scale;
    uint32_t word;
    __builtin_memcpy(&word, &value, 4);
    return word;
}

// Writes a group's colours to a Planes surface.
inline void write_planes(const ColorTarget& target, const SourceColor& source, const QuadTargets& quads,
                         uint32_t mask) {
    alignas(64) uint32_t planes[4][runtime::group_lanes], old[4][runtime::group_lanes];
    const runtime::FormatInfo& info = runtime::format_info(target.format);
    const ColorRange range = target.key.integer ? ColorRange{} : color_range(info, target.clamp);
    const BlendConstant numbers = blend_constant(*target.state, info);
    const Color<Float> constant = color_of([&](int c) { return Float(numbers.c[c]); });
    const bool blends = target.key.blend != BlendPreset::Replace && !target.key.integer;
    const int used = quads.count * 4;
    if (blends || target.key.logic_operation)
        for (int c = 0; c < 4; ++c) gather_quads(target.words + c * tile_pixels, quads, old[c]);
    for (int i = 0; i < used; i += lane_width) {
        Color<Float> color = load_source(*source.color, i, range);
        if (blends) {
            const Color<Float> second = source.source1 ? load_source(*source.source1, i, range) : no_color();
            const Color<Float> destination = color_of([&](int c) { return runtime::load<Float>(old[c] + i); });
            color = blended(*target.blend, BlendOperands<Float>{color, second, destination, constant});
        }
        for (int c = 0; c < 4; ++c) runtime::store(planes[c] + i, color.c[c]);
    }
    if (target.key.logic_operation)
        for (int c = 0; c < 4; ++c)
            for (int i = 0; i < used; ++i)
                planes[c][i] = component_logic(target.state->logic_operation, planes[c][i], old[c][i], info.bits[c],
                                               target.key.integer);
    round_planes(target.format, planes[0], runtime::group_lanes, static_cast<uint32_t>(used));
    for (int c = 0; c < 4; ++c)
        if (target.key.write_mask >> c & 1) scatter_quads(target.words + c * tile_pixels, quads, planes[c], mask, ~0u);
}

using WriteColor = void (*)(const ColorTarget& target, const SourceColor& source, const QuadTargets& quads,
                            uint32_t mask);

inline WriteColor write_color_for(const AttachmentKey& key) {
    if (key.storage == ColorStorage::Planes) return &write_planes;
    switch (key.blend) {
        case BlendPreset::Replace: return &write_packed<BlendPreset::Replace>;
        case BlendPreset::AlphaOver: return &write_packed<BlendPreset::AlphaOver>;
        case BlendPreset::PremultipliedOver: return &write_packed<BlendPreset::PremultipliedOver>;
        case BlendPreset::Additive: return &write_packed<BlendPreset::Additive>;
        case BlendPreset::AlphaAdditive: return &write_packed<BlendPreset::AlphaAdditive>;
        case BlendPreset::Modulate: return &write_packed<BlendPreset::Modulate>;
        case BlendPreset::Generic: break;
    }
    return &write_packed<BlendPreset::Generic>;
}

}  // namespace rasterizer::ASMGL_ISA
