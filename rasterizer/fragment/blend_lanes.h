// Blending, logic operations and the writing of colours into the tile. Compiled per instruction set (lanes.h).
#pragma once

#include "rasterizer/draw/fragment_state.h"
#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/fragment/lanes.h"
#include "rasterizer/prepare/fragment_key.h"
#include "runtime/executor.h"
#include "runtime/formats/format.h"

namespace rasterizer::RASTERIZER_ISA {

struct Color4 {
    F c[4];
};

// GL 4.6, 17.3.6.2, table 17.2. `alpha` chooses the alpha column.
RASTERIZER_INLINE F blend_factor(BlendFactor factor, int component, const Color4& source, const Color4& source1,
                                 const Color4& destination, const float* constant) {
    const F one = splat_f(1.0f);
    switch (factor) {
        case BlendFactor::Zero: return F{};
        case BlendFactor::One: return one;
        case BlendFactor::SourceColor: return source.c[component];
        case BlendFactor::OneMinusSourceColor: return one - source.c[component];
        case BlendFactor::DestinationColor: return destination.c[component];
        case BlendFactor::OneMinusDestinationColor: return one - destination.c[component];
        case BlendFactor::SourceAlpha: return source.c[3];
        case BlendFactor::OneMinusSourceAlpha: return one - source.c[3];
        case BlendFactor::DestinationAlpha: return destination.c[3];
        case BlendFactor::OneMinusDestinationAlpha: return one - destination.c[3];
        case BlendFactor::ConstantColor: return splat_f(constant[component]);
        case BlendFactor::OneMinusConstantColor: return splat_f(1.0f - constant[component]);
        case BlendFactor::ConstantAlpha: return splat_f(constant[3]);
        case BlendFactor::OneMinusConstantAlpha: return splat_f(1.0f - constant[3]);
        case BlendFactor::SourceAlphaSaturate: {
            if (component == 3) return one;
            const F rest = one - destination.c[3];
            return select((I)(source.c[3] < rest), source.c[3], rest);
        }
        case BlendFactor::Source1Color: return source1.c[component];
        case BlendFactor::OneMinusSource1Color: return one - source1.c[component];
        case BlendFactor::Source1Alpha: return source1.c[3];
        case BlendFactor::OneMinusSource1Alpha: return one - source1.c[3];
    }
    return one;
}

RASTERIZER_INLINE F blend_equation(BlendEquation equation, F source, F source_factor, F destination,
                                   F destination_factor) {
    switch (equation) {
        case BlendEquation::Add: return source * source_factor + destination * destination_factor;
        case BlendEquation::Subtract: return source * source_factor - destination * destination_factor;
        case BlendEquation::ReverseSubtract: return destination * destination_factor - source * source_factor;
        case BlendEquation::Min: return select((I)(source < destination), source, destination);
        case BlendEquation::Max: return select((I)(source > destination), source, destination);
    }
    return source;
}

inline Color4 blend_generic(const BlendState& state, const Color4& source, const Color4& source1,
                            const Color4& destination, const float* constant) {
    Color4 result;
    for (int c = 0; c < 4; ++c) {
        const bool alpha = c == 3;
        const F source_factor =
            blend_factor(alpha ? state.source_alpha : state.source_color, c, source, source1, destination, constant);
        const F destination_factor = blend_factor(alpha ? state.destination_alpha : state.destination_color, c, source,
                                                  source1, destination, constant);
        result.c[c] = blend_equation(alpha ? state.alpha_equation : state.color_equation, source.c[c], source_factor,
                                     destination.c[c], destination_factor);
    }
    return result;
}

template <BlendPreset preset>
RASTERIZER_INLINE Color4 blend_preset(const Color4& s, const Color4& d) {
    Color4 result;
    const F rest = 1.0f - s.c[3];
    for (int c = 0; c < 4; ++c) {
        if constexpr (preset == BlendPreset::AlphaOver) result.c[c] = s.c[c] * s.c[3] + d.c[c] * rest;
        if constexpr (preset == BlendPreset::PremultipliedOver) result.c[c] = s.c[c] + d.c[c] * rest;
        if constexpr (preset == BlendPreset::Additive) result.c[c] = s.c[c] + d.c[c];
        if constexpr (preset == BlendPreset::AlphaAdditive) result.c[c] = s.c[c] * s.c[3] + d.c[c];
        if constexpr (preset == BlendPreset::Modulate) result.c[c] = s.c[c] * d.c[c];
        if constexpr (preset == BlendPreset::Replace) result.c[c] = s.c[c];
    }
    return result;
}

template <class Word>
RASTERIZER_INLINE Word logic_operation(LogicOperation operation, Word s, Word d) {
    switch (operation) {
        case LogicOperation::Clear: return s ^ s;
        case LogicOperation::And: return s & d;
        case LogicOperation::AndReverse: return s & ~d;
        case LogicOperation::Copy: return s;
        case LogicOperation::AndInverted: return ~s & d;
        case LogicOperation::Noop: return d;
        case LogicOperation::Xor: return s ^ d;
        case LogicOperation::Or: return s | d;
        case LogicOperation::Nor: return ~(s | d);
        case LogicOperation::Equivalent: return ~(s ^ d);
        case LogicOperation::Invert: return ~d;
        case LogicOperation::OrReverse: return s | ~d;
        case LogicOperation::CopyInverted: return ~s;
        case LogicOperation::OrInverted: return ~s | d;
        case LogicOperation::Nand: return ~(s & d);
        case LogicOperation::Set: return ~(s ^ s);
    }
    return s;
}

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

// Where the components of an 8-bit format lie in its word.
struct PackedLayout {
    int red, blue;  // shifts; green is at 8, alpha at 24
    bool has_alpha;
};
RASTERIZER_INLINE PackedLayout packed_layout(runtime::Format format) {
    switch (format) {
        case runtime::Format::Bgra8Unorm: return {16, 0, true};
        case runtime::Format::Bgrx8Unorm: return {16, 0, false};
        case runtime::Format::Rgbx8Unorm: return {0, 16, false};
        default: return {0, 16, true};
    }
}

RASTERIZER_INLINE I pack_unorm8(const Color4& color, const PackedLayout& layout) {
    const F low{}, high = splat_f(1.0f);
    const I red = round_to_int(clamp(color.c[0], low, high) * 255.0f);
    const I green = round_to_int(clamp(color.c[1], low, high) * 255.0f);
    const I blue = round_to_int(clamp(color.c[2], low, high) * 255.0f);
    const I alpha = layout.has_alpha ? round_to_int(clamp(color.c[3], low, high) * 255.0f) : splat_i(255);
    return red << layout.red | green << 8 | blue << layout.blue | alpha << 24;
}

RASTERIZER_INLINE Color4 unpack_unorm8(I words, const PackedLayout& layout) {
    constexpr float scale = 1.0f / 255.0f;
    Color4 color;
    color.c[0] = to_float(words >> layout.red & 255) * scale;
    color.c[1] = to_float(words >> 8 & 255) * scale;
    color.c[2] = to_float(words >> layout.blue & 255) * scale;
    color.c[3] = layout.has_alpha ? to_float(words >> 24 & 255) * scale : splat_f(1.0f);
    return color;
}

RASTERIZER_INLINE uint32_t packed_channels(uint8_t write_mask, const PackedLayout& layout) {
    return (write_mask & 1 ? 255u << layout.red : 0) | (write_mask & 2 ? 255u << 8 : 0) |
           (write_mask & 4 ? 255u << layout.blue : 0) | (write_mask & 8 ? 255u << 24 : 0);
}

// What the colours that enter a buffer are clamped to: by CLAMP_FRAGMENT_COLOR or, before blending, by the format
// (GL 4.6, 17.3.6.1).
struct ColorRange {
    bool clamps = false;
    float low = 0;
};
RASTERIZER_INLINE ColorRange color_range(const runtime::FormatInfo& format, bool clamp_color) {
    if (clamp_color || format.component_class == runtime::ComponentClass::Unorm) return {true, 0};
    return {format.component_class == runtime::ComponentClass::Snorm, -1};
}

RASTERIZER_INLINE Color4 load_source(const runtime::LaneVector& color, int first, ColorRange range) {
    Color4 source;
    for (int c = 0; c < 4; ++c) {
        source.c[c] = load<F>(color.component[c].lane + first);
        if (range.clamps) source.c[c] = clamp(source.c[c], splat_f(range.low), splat_f(1.0f));
    }
    return source;
}

// The constant blend colour, clamped as a buffer of that format wants.
struct BlendConstant {
    float c[4];
};
inline BlendConstant blend_constant(const FragmentState& state, const runtime::FormatInfo& format) {
    const ColorRange range = color_range(format, false);
    BlendConstant constant;
    for (int i = 0; i < 4; ++i) {
        const float value = state.blend_color[i];
        constant.c[i] = !range.clamps ? value : value > range.low ? (value < 1 ? value : 1.0f) : range.low;
    }
    return constant;
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
    [[maybe_unused]] BlendConstant constant;
    if constexpr (preset == BlendPreset::Generic)
        constant = blend_constant(*target.state, runtime::format_info(target.format));
    for (int i = 0; i < used; i += lane_width) {
        Color4 color = load_source(*source.color, i, unorm);
        if constexpr (preset == BlendPreset::Generic) {
            const Color4 second = source.source1 ? load_source(*source.source1, i, unorm) : Color4{};
            color = blend_generic(*target.blend, color, second, unpack_unorm8(load<I>(old + i), layout), constant.c);
        } else if constexpr (preset != BlendPreset::Replace) {
            color = blend_preset<preset>(color, unpack_unorm8(load<I>(old + i), layout));
        }
        I words = pack_unorm8(color, layout);
        if (preset == BlendPreset::Replace && target.key.logic_operation)
            words = logic_operation(target.state->logic_operation, words, load<I>(old + i));
        store(lanes + i, words);
    }
    scatter_quads(target.words, quads, lanes, mask, packed_channels(target.key.write_mask, layout));
}

// What is left of values after the format has rounded them: in place, `count` lanes.
inline void round_through(runtime::Format format, uint32_t (*planes)[runtime::group_lanes], int count) {
    if (format == runtime::Format::Rgba32Float || format == runtime::Format::Rgba32Sint ||
        format == runtime::Format::Rgba32Uint)
        return;
    runtime::Texel texels[runtime::group_lanes];
    alignas(16) std::byte memory[runtime::group_lanes * 16];
    for (int i = 0; i < count; ++i)
        for (int c = 0; c < 4; ++c) texels[i][c] = planes[c][i];
    runtime::store_texels(format, memory, 0, count, texels);
    runtime::load_texels(format, memory, 0, count, texels);
    for (int i = 0; i < count; ++i)
        for (int c = 0; c < 4; ++c) planes[c][i] = texels[i][c];
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
    const BlendConstant constant = blend_constant(*target.state, info);
    const bool blends = target.key.blend != BlendPreset::Replace && !target.key.integer;
    const int used = quads.count * 4;
    if (blends || target.key.logic_operation)
        for (int c = 0; c < 4; ++c) gather_quads(target.words + c * tile_pixels, quads, old[c]);
    for (int i = 0; i < used; i += lane_width) {
        Color4 color = load_source(*source.color, i, range);
        if (blends) {
            const Color4 second = source.source1 ? load_source(*source.source1, i, range) : Color4{};
            Color4 destination;
            for (int c = 0; c < 4; ++c) destination.c[c] = load<F>(old[c] + i);
            color = blend_generic(*target.blend, color, second, destination, constant.c);
        }
        for (int c = 0; c < 4; ++c) store(planes[c] + i, color.c[c]);
    }
    if (target.key.logic_operation)
        for (int c = 0; c < 4; ++c)
            for (int i = 0; i < used; ++i)
                planes[c][i] = component_logic(target.state->logic_operation, planes[c][i], old[c][i], info.bits[c],
                                               target.key.integer);
    round_through(target.format, planes, used);
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

}  // namespace rasterizer::RASTERIZER_ISA
