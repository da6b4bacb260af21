#include "glapi/pixels/pixel_layout.h"

#include <algorithm>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/pixels/pixel_types.h"
#include "glapi/pixels/saturated.h"
#include "ir/switches.h"

namespace glapi {

using saturated::add;
using saturated::multiply;

namespace {

constexpr PixelFormatInfo formats[] = {
    {GL_COLOR_INDEX, PixelKind::ColorIndex, 1, {0}},
    {GL_STENCIL_INDEX, PixelKind::Stencil, 1, {0}},
    {GL_DEPTH_COMPONENT, PixelKind::Depth, 1, {0}},
    {GL_DEPTH_STENCIL, PixelKind::DepthStencil, 2, {0, 1}},
    {GL_RED, PixelKind::Color, 1, {0}},
    {GL_GREEN, PixelKind::Color, 1, {1}},
    {GL_BLUE, PixelKind::Color, 1, {2}},
    {GL_ALPHA, PixelKind::Color, 1, {3}},
    {GL_RG, PixelKind::Color, 2, {0, 1}},
    {GL_RGB, PixelKind::Color, 3, {0, 1, 2}},
    {GL_RGBA, PixelKind::Color, 4, {0, 1, 2, 3}},
    {GL_BGR, PixelKind::Color, 3, {2, 1, 0}},
    {GL_BGRA, PixelKind::Color, 4, {2, 1, 0, 3}},
    {GL_ABGR_EXT, PixelKind::Color, 4, {3, 2, 1, 0}},
    {GL_LUMINANCE, PixelKind::Color, 1, {luminance_role}},
    {GL_LUMINANCE_ALPHA, PixelKind::Color, 2, {luminance_role, 3}},
    {GL_RED_INTEGER, PixelKind::IntegerColor, 1, {0}},
    {GL_GREEN_INTEGER, PixelKind::IntegerColor, 1, {1}},
    {GL_BLUE_INTEGER, PixelKind::IntegerColor, 1, {2}},
    {GL_ALPHA_INTEGER, PixelKind::IntegerColor, 1, {3}},
    {GL_RG_INTEGER, PixelKind::IntegerColor, 2, {0, 1}},
    {GL_RGB_INTEGER, PixelKind::IntegerColor, 3, {0, 1, 2}},
    {GL_RGBA_INTEGER, PixelKind::IntegerColor, 4, {0, 1, 2, 3}},
    {GL_BGR_INTEGER, PixelKind::IntegerColor, 3, {2, 1, 0}},
    {GL_BGRA_INTEGER, PixelKind::IntegerColor, 4, {2, 1, 0, 3}},
    {GL_LUMINANCE_INTEGER_EXT, PixelKind::IntegerColor, 1, {luminance_role}},
    {GL_LUMINANCE_ALPHA_INTEGER_EXT, PixelKind::IntegerColor, 2, {luminance_role, 3}},
};

using Encoding = PixelTypeInfo::Encoding;

// Fields of packed types from the first component on: width and shift (GL 2.1 tables 3.9 to 3.11).
constexpr PixelTypeInfo types[] = {
    {GL_UNSIGNED_BYTE, 1, Encoding::Unsigned, 0, {}},
    {GL_BYTE, 1, Encoding::Signed, 0, {}},
    {GL_UNSIGNED_SHORT, 2, Encoding::Unsigned, 0, {}},
    {GL_SHORT, 2, Encoding::Signed, 0, {}},
    {GL_UNSIGNED_INT, 4, Encoding::Unsigned, 0, {}},
    {GL_INT, 4, Encoding::Signed, 0, {}},
    {GL_HALF_FLOAT, 2, Encoding::Float, 0, {}},
    {GL_HALF_FLOAT_OES, 2, Encoding::Float, 0, {}},
    {GL_FLOAT, 4, Encoding::Float, 0, {}},
    {GL_BITMAP, 1, Encoding::Bitmap, 0, {}},
    {GL_UNSIGNED_BYTE_3_3_2, 1, Encoding::Packed, 3, {{{3, 5}, {3, 2}, {2, 0}}}},
    {GL_UNSIGNED_BYTE_2_3_3_REV, 1, Encoding::Packed, 3, {{{3, 0}, {3, 3}, {2, 6}}}},
    {GL_UNSIGNED_SHORT_5_6_5, 2, Encoding::Packed, 3, {{{5, 11}, {6, 5}, {5, 0}}}},
    {GL_UNSIGNED_SHORT_5_6_5_REV, 2, Encoding::Packed, 3, {{{5, 0}, {6, 5}, {5, 11}}}},
    {GL_UNSIGNED_SHORT_4_4_4_4, 2, Encoding::Packed, 4, {{{4, 12}, {4, 8}, {4, 4}, {4, 0}}}},
    {GL_UNSIGNED_SHORT_4_4_4_4_REV, 2, Encoding::Packed, 4, {{{4, 0}, {4, 4}, {4, 8}, {4, 12}}}},
    {GL_UNSIGNED_SHORT_5_5_5_1, 2, Encoding::Packed, 4, {{{5, 11}, {5, 6}, {5, 1}, {1, 0}}}},
    {GL_UNSIGNED_SHORT_1_5_5_5_REV, 2, Encoding::Packed, 4, {{{5, 0}, {5, 5}, {5, 10}, {1, 15}}}},
    {GL_UNSIGNED_INT_8_8_8_8, 4, Encoding::Packed, 4, {{{8, 24}, {8, 16}, {8, 8}, {8, 0}}}},
    {GL_UNSIGNED_INT_8_8_8_8_REV, 4, Encoding::Packed, 4, {{{8, 0}, {8, 8}, {8, 16}, {8, 24}}}},
    {GL_UNSIGNED_INT_10_10_10_2, 4, Encoding::Packed, 4, {{{10, 22}, {10, 12}, {10, 2}, {2, 0}}}},
    {GL_UNSIGNED_INT_2_10_10_10_REV, 4, Encoding::Packed, 4, {{{10, 0}, {10, 10}, {10, 20}, {2, 30}}}},
    {GL_UNSIGNED_INT_10F_11F_11F_REV, 4, Encoding::Float11, 3, {}},
    {GL_UNSIGNED_INT_5_9_9_9_REV, 4, Encoding::SharedExponent, 3, {}},
    {GL_UNSIGNED_INT_24_8, 4, Encoding::Depth24Stencil8, 2, {}},
    {GL_FLOAT_32_UNSIGNED_INT_24_8_REV, 8, Encoding::DepthFloatStencil8, 2, {}},
};

using runtime::ComponentClass;
using runtime::Format;
using runtime::FormatInfo;
using runtime::TexelLayout;

// The pixel format of texels that are arrays of components; 0: none is.
uint32_t array_format(const FormatInfo& info) {
    const bool integer =
        info.component_class == ComponentClass::Signed || info.component_class == ComponentClass::Unsigned;
    ASMGL_SOME_CASES
    switch (info.layout) {
        case TexelLayout::Rgba: return integer ? GL_RGBA_INTEGER : GL_RGBA;
        case TexelLayout::Bgra: return integer ? GL_BGRA_INTEGER : GL_BGRA;
        case TexelLayout::Rgb: return integer ? GL_RGB_INTEGER : GL_RGB;
        case TexelLayout::Bgr: return integer ? GL_BGR_INTEGER : GL_BGR;
        case TexelLayout::Rg: return integer ? GL_RG_INTEGER : GL_RG;
        case TexelLayout::R: return integer ? GL_RED_INTEGER : GL_RED;
        case TexelLayout::A: return integer ? 0 : GL_ALPHA;
        case TexelLayout::L: return integer ? 0 : GL_LUMINANCE;
        case TexelLayout::La: return integer ? 0 : GL_LUMINANCE_ALPHA;
        default: return 0;
    }
    ASMGL_END_SOME_CASES
}

// The type of their components.
uint32_t array_type(const FormatInfo& info) {
    const int bits = std::max(info.bits[0], info.bits[3]);
    const auto of_bits = [bits](uint32_t eight, uint32_t sixteen, uint32_t more) {
        return bits == 8 ? eight : bits == 16 ? sixteen : more;
    };
    switch (info.component_class) {
        case ComponentClass::Unorm:
        case ComponentClass::Unsigned: return of_bits(GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT);
        case ComponentClass::Snorm:
        case ComponentClass::Signed: return of_bits(GL_BYTE, GL_SHORT, GL_INT);
        case ComponentClass::Float: return of_bits(0, GL_HALF_FLOAT, GL_FLOAT);
        case ComponentClass::Depth:
        case ComponentClass::Stencil:
        case ComponentClass::DepthStencil: break;
    }
    return 0;
}

// The pixel format of texels whose row names the type of such pixels; 0: other bits may lie in their words.
uint32_t packed_format(const FormatInfo& info) {
    if (info.gl_pixel_type == 0) return 0;
    switch (info.component_class) {
        case ComponentClass::Unorm:
        case ComponentClass::Float: return info.base == runtime::BaseFormat::Rgb ? GL_RGB : GL_RGBA;
        case ComponentClass::Unsigned: return info.base == runtime::BaseFormat::Rgb ? GL_RGB_INTEGER : GL_RGBA_INTEGER;
        case ComponentClass::DepthStencil: return GL_DEPTH_STENCIL;
        case ComponentClass::Depth: return info.bits[4] == 16 ? GL_DEPTH_COMPONENT : 0;
        case ComponentClass::Snorm:
        case ComponentClass::Signed:
        case ComponentClass::Stencil: break;
    }
    return 0;
}

// Pixels that are in memory as texels of a format are.
struct MatchingFormat {
    uint32_t format, type;
    Format texels;
};

const std::vector<MatchingFormat>& matching_formats() {
    static const std::vector<MatchingFormat> made = [] {
        std::vector<MatchingFormat> result;
        for (size_t i = 0; i < runtime::format_infos.size(); ++i) {
            const FormatInfo& info = runtime::format_infos[i];
            const auto texels = static_cast<Format>(i);
            if (info.srgb) continue;
            if (const uint32_t format = packed_format(info)) result.push_back({format, info.gl_pixel_type, texels});
            const uint32_t format = array_format(info), type = array_type(info);
            if (!format || !type) continue;
            result.push_back({format, type, texels});
            if (type == GL_HALF_FLOAT) result.push_back({format, GL_HALF_FLOAT_OES, texels});
            // Four bytes are a word whose first component is the lowest.
            if (type == GL_UNSIGNED_BYTE && (format == GL_RGBA || format == GL_BGRA))
                result.push_back({format, GL_UNSIGNED_INT_8_8_8_8_REV, texels});
        }
        return result;
    }();
    return made;
}

}  // namespace

const PixelFormatInfo* find_pixel_format(uint32_t format) {
    const auto* found = std::ranges::find(formats, format, &PixelFormatInfo::format);
    return found == std::end(formats) ? nullptr : found;
}

const PixelTypeInfo* find_pixel_type(uint32_t type) {
    const auto* found = std::ranges::find(types, type, &PixelTypeInfo::type);
    return found == std::end(types) ? nullptr : found;
}

bool is_signed_type(uint32_t type) {
    const PixelTypeInfo* const found = find_pixel_type(type);
    return found && found->encoding == Encoding::Signed;
}

uint32_t largest_signed(uint32_t type) { return type == GL_BYTE ? 0x7f : type == GL_SHORT ? 0x7fff : 0x7fffffff; }

runtime::Format snorm_numbers(runtime::Format format, uint32_t type) {
    const runtime::FormatInfo& info = runtime::format_info(format);
    const int bits = type == GL_BYTE ? 8 : type == GL_SHORT ? 16 : 0;
    if (std::max(info.bits[0], info.bits[3]) != bits) return runtime::Format::None;
    return runtime::integer_counterpart(format);
}

runtime::Format matching_format(uint32_t format, uint32_t type) {
    for (const MatchingFormat& row : matching_formats())
        if (row.format == format && row.type == type) return row.texels;
    return Format::None;
}

uint32_t check_pixel_format(uint32_t format, uint32_t type) {
    const PixelFormatInfo* const f = find_pixel_format(format);
    const PixelTypeInfo* const t = find_pixel_type(type);
    if (!f || !t) return GL_INVALID_ENUM;
    if (t->encoding == Encoding::Bitmap)
        return f->kind == PixelKind::ColorIndex || f->kind == PixelKind::Stencil ? GL_NO_ERROR : GL_INVALID_ENUM;
    const bool depth_stencil_type =
        t->encoding == Encoding::Depth24Stencil8 || t->encoding == Encoding::DepthFloatStencil8;
    if (f->kind == PixelKind::DepthStencil) return depth_stencil_type ? GL_NO_ERROR : GL_INVALID_ENUM;
    if (depth_stencil_type) return GL_INVALID_OPERATION;
    if (t->packed_components != 0) {
        // GL 2.1 table 3.8; the types of three components take RGB only, and the float ones no integers.
        if (t->packed_components != f->count) return GL_INVALID_OPERATION;
        if (f->kind != PixelKind::Color && f->kind != PixelKind::IntegerColor) return GL_INVALID_OPERATION;
        if (t->packed_components == 3 && format != GL_RGB && format != GL_RGB_INTEGER) return GL_INVALID_OPERATION;
        if (t->encoding != Encoding::Packed && format != GL_RGB) return GL_INVALID_OPERATION;
        return GL_NO_ERROR;
    }
    // EXT_texture_integer
    if (f->kind == PixelKind::IntegerColor && t->encoding == Encoding::Float) return GL_INVALID_ENUM;
    return GL_NO_ERROR;
}

PixelKind pixel_kind(uint32_t format) {
    const PixelFormatInfo* const found = find_pixel_format(format);
    return found ? found->kind : PixelKind::Color;
}

PixelLayout pixel_layout(const PixelStore& store, uint32_t format, uint32_t type, int32_t width, int32_t height,
                         int32_t depth, int dimensions) {
    PixelLayout layout;
    layout.format = format;
    layout.type = type;
    layout.texels = matching_format(format, type);
    const PixelFormatInfo* const f = find_pixel_format(format);
    const PixelTypeInfo* const t = find_pixel_type(type);
    if (!f || !t || width <= 0 || height <= 0 || depth <= 0) return layout;
    const bool bitmap = t->encoding == Encoding::Bitmap;
    layout.element_bytes = t->bytes;
    if (!bitmap) layout.pixel_bytes = t->packed_components ? t->bytes : size_t{t->bytes} * f->count;

    // GL 2.1 equations 3.13 and 3.14
    const size_t row_pixels = static_cast<size_t>(store.row_length > 0 ? store.row_length : width);
    const size_t alignment = static_cast<size_t>(store.alignment);
    const size_t row_bytes = bitmap ? (row_pixels + 7) / 8 : multiply(row_pixels, layout.pixel_bytes);
    layout.row_stride =
        layout.element_bytes >= alignment ? row_bytes : add(row_bytes, alignment - 1) / alignment * alignment;
    const size_t image_rows =
        static_cast<size_t>(dimensions >= 3 && store.image_height > 0 ? store.image_height : height);
    layout.image_stride = multiply(layout.row_stride, image_rows);

    const size_t skip_pixels = static_cast<size_t>(store.skip_pixels);
    layout.first = bitmap ? skip_pixels / 8 : multiply(skip_pixels, layout.pixel_bytes);
    layout.first_bit = bitmap ? static_cast<uint8_t>(skip_pixels % 8) : 0;
    if (dimensions >= 2)
        layout.first = add(layout.first, multiply(layout.row_stride, static_cast<size_t>(store.skip_rows)));
    if (dimensions >= 3)
        layout.first = add(layout.first, multiply(layout.image_stride, static_cast<size_t>(store.skip_images)));

    const size_t last_row = bitmap ? (layout.first_bit + static_cast<size_t>(width) + 7) / 8
                                   : multiply(static_cast<size_t>(width), layout.pixel_bytes);
    layout.end = add(layout.first, last_row);
    layout.end = add(layout.end, multiply(layout.row_stride, static_cast<size_t>(height - 1)));
    layout.end = add(layout.end, multiply(layout.image_stride, static_cast<size_t>(depth - 1)));
    if (store.invert) {
        layout.first = add(layout.first, multiply(layout.row_stride, static_cast<size_t>(height - 1)));
        layout.row_stride = 0 - layout.row_stride;
    }
    return layout;
}

}  // namespace glapi
