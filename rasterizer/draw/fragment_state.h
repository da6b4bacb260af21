// State of per-fragment operations: tests, blending, coverage.
#pragma once

#include <array>
#include <cstdint>

#include "rasterizer/draw/framebuffer.h"
#include "runtime/images/texture.h"

namespace rasterizer {

using CompareFunction = runtime::CompareFunction;

struct StencilFace {
    CompareFunction function = CompareFunction::Always;
    uint8_t reference = 0, read_mask = 0xff, write_mask = 0xff;
    enum class Operation : uint8_t { Keep, Zero, Replace, Increment, Decrement, Invert, IncrementWrap, DecrementWrap };
    Operation fail = Operation::Keep, depth_fail = Operation::Keep, pass = Operation::Keep;
};

struct DepthStencilState {
    bool depth_test = false, depth_write = true;
    CompareFunction depth_function = CompareFunction::Less;
    bool depth_bounds_test = false;
    double depth_bounds_min = 0, depth_bounds_max = 1;
    bool stencil_test = false;
    std::array<StencilFace, 2> stencil;  // front, back
};

enum class BlendFactor : uint8_t {
    Zero,
    One,
    SourceColor,
    OneMinusSourceColor,
    DestinationColor,
    OneMinusDestinationColor,
    SourceAlpha,
    OneMinusSourceAlpha,
    DestinationAlpha,
    OneMinusDestinationAlpha,
    ConstantColor,
    OneMinusConstantColor,
    ConstantAlpha,
    OneMinusConstantAlpha,
    SourceAlphaSaturate,
    Source1Color,
    OneMinusSource1Color,
    Source1Alpha,
    OneMinusSource1Alpha
};
// From Multiply on: the advanced ones, which take no factors (KHR_blend_equation_advanced).
enum class BlendEquation : uint8_t {
    Add,
    Subtract,
    ReverseSubtract,
    Min,
    Max,
    Multiply,
    Screen,
    Overlay,
    Darken,
    Lighten,
    ColorDodge,
    ColorBurn,
    HardLight,
    SoftLight,
    Difference,
    Exclusion,
    HslHue,
    HslSaturation,
    HslColor,
    HslLuminosity
};
constexpr bool is_advanced(BlendEquation equation) { return equation >= BlendEquation::Multiply; }

struct BlendState {
    bool enabled = false;
    BlendFactor source_color = BlendFactor::One, destination_color = BlendFactor::Zero;
    BlendFactor source_alpha = BlendFactor::One, destination_alpha = BlendFactor::Zero;
    BlendEquation color_equation = BlendEquation::Add, alpha_equation = BlendEquation::Add;
    uint8_t write_mask = 0xf;  // bit 0 red … bit 3 alpha
};

enum class LogicOperation : uint8_t {  // in GL's order from GL_CLEAR
    Clear,
    And,
    AndReverse,
    Copy,
    AndInverted,
    Noop,
    Xor,
    Or,
    Nor,
    Equivalent,
    Invert,
    OrReverse,
    CopyInverted,
    OrInverted,
    Nand,
    Set
};

// Which samples an alpha covers: what it makes of all, rounded; dithered, others in each pixel of a quad, a few more or
// less.
enum class AlphaToCoverage : uint8_t { Off, Rounded, Dithered };

struct FragmentState {
    bool alpha_test = false;
    CompareFunction alpha_function = CompareFunction::Always;
    float alpha_reference = 0;
    std::array<BlendState, max_color_attachments> blend;
    std::array<float, 4> blend_color{};
    bool logic_operation_enabled = false;
    LogicOperation logic_operation = LogicOperation::Copy;
    bool clamp_color = true;  // CLAMP_FRAGMENT_COLOR, effective
    bool dither = false;      // accepted; the rasterizer may ignore it
    AlphaToCoverage alpha_to_coverage = AlphaToCoverage::Off;
    bool alpha_to_one = false;
    bool sample_coverage = false;
    float sample_coverage_value = 1;
    bool sample_coverage_invert = false;
    uint32_t sample_mask = ~0u;
    int8_t coverage_color = -1;   // the colour whose red is the mask of covered samples; -1: none
    bool sample_shading = false;  // the fragment program runs for every covered sample
};

}  // namespace rasterizer
