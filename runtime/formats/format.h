// Pixel formats: one row each in formats.def; this header is what the rest reads of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace runtime {

enum class Format : uint8_t {
    None,
#define RUNTIME_FORMAT(name, ...) name,
#include "runtime/formats/formats.def"
#undef RUNTIME_FORMAT
    Count
};

// What a shader or blend unit sees of a format's components.
enum class ComponentClass : uint8_t { Unorm, Snorm, Float, Signed, Unsigned, Depth, Stencil, DepthStencil };

// The format a GL program asked for by name ("base internal format"), which decides texture environment semantics
// and how missing components read.
enum class BaseFormat : uint8_t {
    None,
    Alpha,
    Luminance,
    LuminanceAlpha,
    Intensity,
    Red,
    Rg,
    Rgb,
    Rgba,
    DepthComponent,
    StencilIndex,
    DepthStencil
};

struct FormatInfo {
    const char* name;
    uint8_t bytes_per_block;  // texel, or 4×4 block where compressed
    uint8_t block_width, block_height;
    ComponentClass component_class;
    BaseFormat base;
    std::array<uint8_t, 6> bits;  // red, green, blue, alpha, depth, stencil
    bool srgb;
    Format linear;  // of sRGB formats: the same memory without the curve
    bool color_renderable;
    bool image;                   // of shaders
    uint32_t gl_internal_format;  // the sized enumerant of this very format; 0: internal only
    uint32_t gl_pixel_type;       // of packed pixels with these components; 0: component class and bits say it
};

const FormatInfo& format_info(Format format);

// The format of the same memory without the sRGB curve; other formats themselves.
Format linear_counterpart(Format format);

// Four bytes of normalized numbers, the fourth of them alpha or nothing.
inline bool is_four_bytes(const FormatInfo& info) {
    return info.component_class == ComponentClass::Unorm && info.bytes_per_block == 4 && info.block_width == 1 &&
           info.bits[0] == 8 && info.bits[2] == 8 && !info.srgb;
}

// The signed integer format of the same memory as a signed normalized one's that is not compressed; None for others.
Format integer_counterpart(Format format);

// The four components of a texel as floats or integers by bits, missing ones filled as texturing does (luminance
// replicated, alpha 1, …). Depth formats give depth in x. sRGB formats give linear values.
using Texel = std::array<uint32_t, 4>;

// Depth that is not limited to [0, 1].
constexpr bool has_float_depth(Format format) {
    return format == Format::Depth32Float || format == Format::Depth32FloatStencil8;
}

// Nothing compresses to these.
constexpr bool is_astc(Format format) { return format >= Format::Astc4x4Unorm && format <= Format::Astc12x12Srgb; }

// Converts `count` texels of a row between memory and Texels. Values are clamped and rounded to nearest on store.
void load_texels(Format format, const std::byte* row, int32_t x, int32_t count, Texel* texels);
// Compressed formats: texels of row y (0…block height-1) of a row of blocks; load_texels gives row 0. Stores do
// nothing.
void load_block_texels(Format format, const std::byte* block_row, int32_t x, int32_t y, int32_t count, Texel* texels);
void store_texels(Format format, std::byte* row, int32_t x, int32_t count, const Texel* texels);
// Whether store_block() compresses to the format; it does nothing for others.
bool can_store_blocks(Format format);
// Compresses a block (its texels row by row). sRGB formats take encoded values here.
void store_block(Format format, std::byte* block, std::span<const Texel> texels);
// Stencil part of stencil and depth-stencil formats.
void load_stencil(Format format, const std::byte* row, int32_t x, int32_t count, uint8_t* values);
void store_stencil(Format format, std::byte* row, int32_t x, int32_t count, const uint8_t* values);

}  // namespace runtime
