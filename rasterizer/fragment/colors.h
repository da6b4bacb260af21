// A fragment's colour on its way into a surface, over lanes: clamping, blending, logic operations, 8-bit words.
//
// Values in, values out, over lane types (ir/semantics/lanes.h): the registers of an instruction set, or values of code
// that is being generated. State comes as plain arguments: while code is generated, switches over these select the
// code.
#pragma once

#include "ir/semantics/lanes.h"
#include "rasterizer/draw/fragment_state.h"
#include "rasterizer/fragment/advanced_blending.h"
#include "rasterizer/prepare/fragment_key.h"
#include "runtime/formats/format.h"

namespace rasterizer {

template <arbasm::FloatLanes F>
struct Color {
    F c[4];
};
// By component(n) for the four components.
template <class Component>
LANE_FUNCTION auto color_of(Component component) -> Color<decltype(component(0))> {
    return {{component(0), component(1), component(2), component(3)}};
}

// Lane types with a CPU instruction for these have overloads.
template <arbasm::LaneType T>
LANE_FUNCTION T larger(T a, T b) {
    return choose(a > b, a, b);
}
template <arbasm::LaneType T>
LANE_FUNCTION T smaller(T a, T b) {
    return choose(a < b, a, b);
}

// NaN becomes `low`.
template <arbasm::FloatLanes F>
LANE_FUNCTION F clamped(F value, F low, F high) {
    return smaller(larger(value, low), high);
}

// What the colours that enter a buffer are clamped to: by CLAMP_FRAGMENT_COLOR or, before blending, by the format
// (GL 4.6, 17.3.6.1).
struct ColorRange {
    bool clamps = false;
    float low = 0;
};
LANE_FUNCTION ColorRange color_range(const runtime::FormatInfo& format, bool clamp_color) {
    if (clamp_color || format.component_class == runtime::ComponentClass::Unorm) return {true, 0};
    return {format.component_class == runtime::ComponentClass::Snorm, -1};
}
template <arbasm::FloatLanes F>
LANE_FUNCTION Color<F> clamped(const Color<F>& color, ColorRange range) {
    if (!range.clamps) return color;
    return color_of([&](int c) { return clamped(color.c[c], F(range.low), F(1.0f)); });
}

// ---- blending ------------------------------------------------------------------------------------------------

// Inputs of blending.
template <arbasm::FloatLanes F>
struct BlendOperands {
    const Color<F>&source, &source1, &destination, &constant;
    bool unorm = false;  // all components are from 0 to 1: zero times one of them is zero
};

// GL 4.6, 17.3.6.2, table 17.2.
template <arbasm::FloatLanes F>
LANE_FUNCTION F blend_factor(BlendFactor factor, int component, const BlendOperands<F>& colors) {
    const F one(1.0f);
    switch (factor) {
        case BlendFactor::Zero: return F(0.0f);
        case BlendFactor::One: return one;
        case BlendFactor::SourceColor: return colors.source.c[component];
        case BlendFactor::OneMinusSourceColor: return one - colors.source.c[component];
        case BlendFactor::DestinationColor: return colors.destination.c[component];
        case BlendFactor::OneMinusDestinationColor: return one - colors.destination.c[component];
        case BlendFactor::SourceAlpha: return colors.source.c[3];
        case BlendFactor::OneMinusSourceAlpha: return one - colors.source.c[3];
        case BlendFactor::DestinationAlpha: return colors.destination.c[3];
        case BlendFactor::OneMinusDestinationAlpha: return one - colors.destination.c[3];
        case BlendFactor::ConstantColor: return colors.constant.c[component];
        case BlendFactor::OneMinusConstantColor: return one - colors.constant.c[component];
        case BlendFactor::ConstantAlpha: return colors.constant.c[3];
        case BlendFactor::OneMinusConstantAlpha: return one - colors.constant.c[3];
        case BlendFactor::SourceAlphaSaturate: {
            if (component == 3) return one;
            const F rest = one - colors.destination.c[3];
            return choose(colors.source.c[3] < rest, colors.source.c[3], rest);
        }
        case BlendFactor::Source1Color: return colors.source1.c[component];
        case BlendFactor::OneMinusSource1Color: return one - colors.source1.c[component];
        case BlendFactor::Source1Alpha: return colors.source1.c[3];
        case BlendFactor::OneMinusSource1Alpha: return one - colors.source1.c[3];
    }
    return one;
}

// The factors of one equation; `source` and `destination` are the components that they scale.
template <arbasm::FloatLanes F>
LANE_FUNCTION F blend_component(BlendEquation equation, BlendFactor source_factor, BlendFactor destination_factor,
                                int component, const BlendOperands<F>& colors) {
    const F source = colors.source.c[component], destination = colors.destination.c[component];
    const auto scaled = [&](F value, BlendFactor factor) {
        return factor == BlendFactor::One ? value : value * blend_factor(factor, component, colors);
    };
    switch (equation) {
        case BlendEquation::Add:
            if (colors.unorm && destination_factor == BlendFactor::Zero) return scaled(source, source_factor);
            if (colors.unorm && source_factor == BlendFactor::Zero) return scaled(destination, destination_factor);
            return scaled(source, source_factor) + scaled(destination, destination_factor);
        case BlendEquation::Subtract: return scaled(source, source_factor) - scaled(destination, destination_factor);
        case BlendEquation::ReverseSubtract:
            return scaled(destination, destination_factor) - scaled(source, source_factor);
        case BlendEquation::Min: return choose(source < destination, source, destination);
        case BlendEquation::Max: return choose(source > destination, source, destination);
        case BlendEquation::Multiply:
        case BlendEquation::Screen:
        case BlendEquation::Overlay:
        case BlendEquation::Darken:
        case BlendEquation::Lighten:
        case BlendEquation::ColorDodge:
        case BlendEquation::ColorBurn:
        case BlendEquation::HardLight:
        case BlendEquation::SoftLight:
        case BlendEquation::Difference:
        case BlendEquation::Exclusion:
        case BlendEquation::HslHue:
        case BlendEquation::HslSaturation:
        case BlendEquation::HslColor:
        case BlendEquation::HslLuminosity: break;
    }
    return source;  // of whole colours: AdvancedBlend
}

template <arbasm::FloatLanes F>
LANE_FUNCTION Color<F> blended(const BlendState& state, const BlendOperands<F>& colors) {
    if (is_advanced(state.color_equation)) {
        const AdvancedBlend<F> blend(state.color_equation, colors.source.c, colors.destination.c);
        return color_of([&](int c) { return blend.component(c); });
    }
    return color_of([&](int c) {
        return c == 3 ? blend_component(state.alpha_equation, state.source_alpha, state.destination_alpha, c, colors)
                      : blend_component(state.color_equation, state.source_color, state.destination_color, c, colors);
    });
}

// The same for blends that have code of their own, of components from 0 to 1.
template <BlendPreset preset, arbasm::FloatLanes F>
LANE_FUNCTION Color<F> blended(const Color<F>& s, const Color<F>& d) {
    const F rest = F(1.0f) - s.c[3];
    return color_of([&](int c) {
        if constexpr (preset == BlendPreset::AlphaOver) return s.c[c] * s.c[3] + d.c[c] * rest;
        if constexpr (preset == BlendPreset::PremultipliedOver) return s.c[c] + d.c[c] * rest;
        if constexpr (preset == BlendPreset::Additive) return s.c[c] + d.c[c];
        if constexpr (preset == BlendPreset::AlphaAdditive) return s.c[c] * s.c[3] + d.c[c];
        if constexpr (preset == BlendPreset::Modulate) return s.c[c] * d.c[c];
        if constexpr (preset == BlendPreset::Replace || preset == BlendPreset::Generic) return s.c[c];
    });
}

// The constant blend colour, clamped as a buffer of that format wants.
struct BlendConstant {
    float c[4];
};
LANE_FUNCTION BlendConstant blend_constant(const FragmentState& state, const runtime::FormatInfo& format) {
    const ColorRange range = color_range(format, false);
    BlendConstant constant;
    for (int i = 0; i < 4; ++i) {
        const float value = state.blend_color[static_cast<size_t>(i)];
        constant.c[i] = !range.clamps ? value : value > range.low ? (value < 1 ? value : 1.0f) : range.low;
    }
    return constant;
}

// ---- logic operations ----------------------------------------------------------------------------------------

template <class Word>
LANE_FUNCTION Word logic_operation(LogicOperation operation, Word s, Word d) {
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

// ---- words of four 8-bit components --------------------------------------------------------------------------

// Where the components of an 8-bit format lie in its word.
struct PackedLayout {
    uint32_t red, blue;  // shifts; green is at 8, alpha at 24
    bool has_alpha;
};
LANE_FUNCTION PackedLayout packed_layout(runtime::Format format) {
    using runtime::TexelLayout;
    const TexelLayout layout = runtime::format_info(format).layout;
    const bool reversed = layout == TexelLayout::Bgra || layout == TexelLayout::Bgrx;
    const bool has_alpha = layout != TexelLayout::Bgrx && layout != TexelLayout::Rgbx;
    return {reversed ? 16u : 0u, reversed ? 0u : 16u, has_alpha};
}
// The bits of the components that are written.
LANE_FUNCTION uint32_t packed_channels(uint8_t write_mask, const PackedLayout& layout) {
    return (write_mask & 1 ? 255u << layout.red : 0) | (write_mask & 2 ? 255u << 8 : 0) |
           (write_mask & 4 ? 255u << layout.blue : 0) | (write_mask & 8 ? 255u << 24 : 0);
}

// Known bounds of the numbers to be packed.
enum class UnormBounds : uint8_t {
    None,
    Positive,  // 0 and above, and no NaN
    Within,    // 0 to 1, or so little above 1 that it rounds to it
};
inline constexpr UnormBounds bounds_after(BlendPreset preset) {
    switch (preset) {
        case BlendPreset::AlphaOver:
        case BlendPreset::Modulate: return UnormBounds::Within;
        case BlendPreset::PremultipliedOver:
        case BlendPreset::Additive:
        case BlendPreset::AlphaAdditive: return UnormBounds::Positive;
        case BlendPreset::Replace:
        case BlendPreset::Generic: break;
    }
    return UnormBounds::None;
}

template <arbasm::FloatLanes F>
LANE_FUNCTION arbasm::UnsignedOf<F> pack_unorm8(const Color<F>& color, const PackedLayout& layout,
                                                UnormBounds bounds = UnormBounds::None) {
    using U = arbasm::UnsignedOf<F>;
    const auto component = [&](int c) {
        F value = color.c[c];
        if (bounds == UnormBounds::None) value = larger(value, F(0.0f));
        if (bounds != UnormBounds::Within) value = smaller(value, F(1.0f));
        return as_unsigned(to_signed_nearest(value * F(255.0f)));
    };
    const U alpha = layout.has_alpha ? component(3) : U(255u);
    return component(0) << U(layout.red) | component(1) << U(8u) | component(2) << U(layout.blue) | alpha << U(24u);
}

template <arbasm::UnsignedLanes U>
LANE_FUNCTION Color<arbasm::FloatOf<U>> unpack_unorm8(U words, const PackedLayout& layout) {
    using F = arbasm::FloatOf<U>;
    const auto component = [&](uint32_t shift) {
        return to_float(as_signed((words >> U(shift)) & U(255u))) * F(1.0f / 255.0f);
    };
    return {{component(layout.red), component(8), component(layout.blue), layout.has_alpha ? component(24) : F(1.0f)}};
}

}  // namespace rasterizer
