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
#include "runtime/lent.h"
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

// How a texel or block lies in memory. The codec says it (format_codecs.h).
enum class TexelLayout : uint8_t {
    None,
    // Arrays of components in this order; x is an element that reads as one.
    Rgba,
    Bgra,
    Rgbx,
    Bgrx,
    Rgb,
    Bgr,
    Rg,
    La,
    R,
    A,
    L,
    I,
    // Words with fields.
    Packed,
    PackedFloat11,
    SharedExponent,
    DepthUnorm,  // in the upper bits of its word; stencil in the lower ones
    DepthFloat,  // stencil in the next word
    Stencil,
    // Blocks.
    S3tc,
    Fxt1,
    Rgtc,
    Bptc,
    Etc1,
    Etc2,
    Astc
};

// Codes of drm_fourcc.h; 0: the format is not shared with other devices.
struct DrmCodes {
    uint32_t code = 0;
    uint32_t opaque = 0;   // where alpha means nothing; `code` again where there is none
    bool windows = false;  // are drawn in the format
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
    DrmCodes drm;
    TexelLayout layout;
};

ASMGL_LENT extern const std::array<FormatInfo, static_cast<size_t>(Format::Count)> format_infos;
// Always inlined: code of SIMD levels calls it, and a copy that the linker shared could be of another level.
[[gnu::always_inline]] inline const FormatInfo& format_info(Format format) {
    return format_infos[static_cast<size_t>(format)];
}

// The format of Texels of floats as they are.
inline constexpr Format float_texels = Format::Rgba32Float;

// The format of the same memory without the sRGB curve; other formats themselves.
ASMGL_LENT Format linear_counterpart(Format format);

// The first format of the same memory with the sRGB curve; None: there is none.
Format srgb_counterpart(Format format);

// The format without blocks that holds what blocks are decoded to: 8 bits a component, 16 where the blocks have more,
// 32 of floats. Other formats themselves.
Format uncompressed_counterpart(Format format);

// GL's sized internal format for pixels with a format's bits. `alpha` false: their alpha means nothing.
uint32_t sized_internal_format(Format format, bool alpha);

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
[[gnu::always_inline]] inline bool has_float_depth(Format format) {
    return format_info(format).layout == TexelLayout::DepthFloat;
}

// Depth in bits 31…8 of a word, stencil in bits 7…0.
[[gnu::always_inline]] inline bool is_depth_stencil_word(Format format) {
    const FormatInfo& info = format_info(format);
    return info.component_class == ComponentClass::DepthStencil && info.bytes_per_block == 4;
}

// A word that is a float.
[[gnu::always_inline]] inline bool is_float_depth_word(Format format) {
    return has_float_depth(format) && format_info(format).bytes_per_block == 4;
}

// Nothing compresses to these.
inline bool is_astc(Format format) { return format_info(format).layout == TexelLayout::Astc; }

// Converts `count` texels of a row between memory and Texels. Values are clamped and rounded to nearest on store.
ASMGL_LENT void load_texels(Format format, const std::byte* row, int32_t x, int32_t count, Texel* texels);
// Compressed formats: texels of row y (0…block height-1) of a row of blocks; load_texels gives row 0. Stores do
// nothing.
void load_block_texels(Format format, const std::byte* block_row, int32_t x, int32_t y, int32_t count, Texel* texels);
void store_texels(Format format, std::byte* row, int32_t x, int32_t count, const Texel* texels);
// Whether store_block() compresses to the format; it does nothing for others.
bool can_store_blocks(Format format);
// Compresses a block (its texels row by row). sRGB formats take encoded values here.
void store_block(Format format, std::byte* block, std::span<const Texel> texels);
// Stencil part of stencil and depth-stencil formats.
ASMGL_LENT void load_stencil(Format format, const std::byte* row, int32_t x, int32_t count, uint8_t* values);
void store_stencil(Format format, std::byte* row, int32_t x, int32_t count, const uint8_t* values);

}  // namespace runtime
