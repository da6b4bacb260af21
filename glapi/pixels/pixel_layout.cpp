#include "glapi/pixels/pixel_layout.h"

#include <algorithm>

#include "glapi/generated/gl.h"
#include "glapi/pixels/pixel_types.h"
#include "glapi/pixels/saturated.h"

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

// Pixels that are in memory as texels of a format are.
struct MatchingFormat {
    uint32_t format, type;
    runtime::Format texels;
};
using runtime::Format;
constexpr MatchingFormat matching_formats[] = {
    {GL_RGBA, GL_UNSIGNED_BYTE, Format::Rgba8Unorm},
    {GL_RGB, GL_UNSIGNED_BYTE, Format::Rgb8Unorm},
    {GL_RG, GL_UNSIGNED_BYTE, Format::Rg8Unorm},
    {GL_RED, GL_UNSIGNED_BYTE, Format::R8Unorm},
    {GL_ALPHA, GL_UNSIGNED_BYTE, Format::A8Unorm},
    {GL_LUMINANCE, GL_UNSIGNED_BYTE, Format::L8Unorm},
    {GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, Format::La8Unorm},
    {GL_BGRA, GL_UNSIGNED_BYTE, Format::Bgra8Unorm},
    {GL_BGR, GL_UNSIGNED_BYTE, Format::Bgr8Unorm},
    {GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, Format::Rgba8Uint},
    {GL_RGB_INTEGER, GL_UNSIGNED_BYTE, Format::Rgb8Uint},
    {GL_RG_INTEGER, GL_UNSIGNED_BYTE, Format::Rg8Uint},
    {GL_RED_INTEGER, GL_UNSIGNED_BYTE, Format::R8Uint},
    {GL_RGBA, GL_BYTE, Format::Rgba8Snorm},
    {GL_RGB, GL_BYTE, Format::Rgb8Snorm},
    {GL_RG, GL_BYTE, Format::Rg8Snorm},
    {GL_RED, GL_BYTE, Format::R8Snorm},
    {GL_ALPHA, GL_BYTE, Format::A8Snorm},
    {GL_LUMINANCE, GL_BYTE, Format::L8Snorm},
    {GL_LUMINANCE_ALPHA, GL_BYTE, Format::La8Snorm},
    {GL_RGBA_INTEGER, GL_BYTE, Format::Rgba8Sint},
    {GL_RGB_INTEGER, GL_BYTE, Format::Rgb8Sint},
    {GL_RG_INTEGER, GL_BYTE, Format::Rg8Sint},
    {GL_RED_INTEGER, GL_BYTE, Format::R8Sint},
    {GL_RGBA, GL_UNSIGNED_SHORT, Format::Rgba16Unorm},
    {GL_RGB, GL_UNSIGNED_SHORT, Format::Rgb16Unorm},
    {GL_RG, GL_UNSIGNED_SHORT, Format::Rg16Unorm},
    {GL_RED, GL_UNSIGNED_SHORT, Format::R16Unorm},
    {GL_ALPHA, GL_UNSIGNED_SHORT, Format::A16Unorm},
    {GL_LUMINANCE, GL_UNSIGNED_SHORT, Format::L16Unorm},
    {GL_LUMINANCE_ALPHA, GL_UNSIGNED_SHORT, Format::La16Unorm},
    {GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, Format::Rgba16Uint},
    {GL_RGB_INTEGER, GL_UNSIGNED_SHORT, Format::Rgb16Uint},
    {GL_RG_INTEGER, GL_UNSIGNED_SHORT, Format::Rg16Uint},
    {GL_RED_INTEGER, GL_UNSIGNED_SHORT, Format::R16Uint},
    {GL_RGBA, GL_SHORT, Format::Rgba16Snorm},
    {GL_RGB, GL_SHORT, Format::Rgb16Snorm},
    {GL_RG, GL_SHORT, Format::Rg16Snorm},
    {GL_RED, GL_SHORT, Format::R16Snorm},
    {GL_ALPHA, GL_SHORT, Format::A16Snorm},
    {GL_LUMINANCE, GL_SHORT, Format::L16Snorm},
    {GL_LUMINANCE_ALPHA, GL_SHORT, Format::La16Snorm},
    {GL_RGBA_INTEGER, GL_SHORT, Format::Rgba16Sint},
    {GL_RGB_INTEGER, GL_SHORT, Format::Rgb16Sint},
    {GL_RG_INTEGER, GL_SHORT, Format::Rg16Sint},
    {GL_RED_INTEGER, GL_SHORT, Format::R16Sint},
    {GL_RGBA_INTEGER, GL_UNSIGNED_INT, Format::Rgba32Uint},
    {GL_RGB_INTEGER, GL_UNSIGNED_INT, Format::Rgb32Uint},
    {GL_RG_INTEGER, GL_UNSIGNED_INT, Format::Rg32Uint},
    {GL_RED_INTEGER, GL_UNSIGNED_INT, Format::R32Uint},
    {GL_RGBA_INTEGER, GL_INT, Format::Rgba32Sint},
    {GL_RGB_INTEGER, GL_INT, Format::Rgb32Sint},
    {GL_RG_INTEGER, GL_INT, Format::Rg32Sint},
    {GL_RED_INTEGER, GL_INT, Format::R32Sint},
    {GL_RGBA, GL_HALF_FLOAT, Format::Rgba16Float},
    {GL_RGB, GL_HALF_FLOAT, Format::Rgb16Float},
    {GL_RG, GL_HALF_FLOAT, Format::Rg16Float},
    {GL_RED, GL_HALF_FLOAT, Format::R16Float},
    {GL_ALPHA, GL_HALF_FLOAT, Format::A16Float},
    {GL_LUMINANCE, GL_HALF_FLOAT, Format::L16Float},
    {GL_LUMINANCE_ALPHA, GL_HALF_FLOAT, Format::La16Float},
    {GL_RGBA, GL_HALF_FLOAT_OES, Format::Rgba16Float},
    {GL_RGB, GL_HALF_FLOAT_OES, Format::Rgb16Float},
    {GL_RG, GL_HALF_FLOAT_OES, Format::Rg16Float},
    {GL_RED, GL_HALF_FLOAT_OES, Format::R16Float},
    {GL_ALPHA, GL_HALF_FLOAT_OES, Format::A16Float},
    {GL_LUMINANCE, GL_HALF_FLOAT_OES, Format::L16Float},
    {GL_LUMINANCE_ALPHA, GL_HALF_FLOAT_OES, Format::La16Float},
    {GL_RGBA, GL_FLOAT, Format::Rgba32Float},
    {GL_RGB, GL_FLOAT, Format::Rgb32Float},
    {GL_RG, GL_FLOAT, Format::Rg32Float},
    {GL_RED, GL_FLOAT, Format::R32Float},
    {GL_ALPHA, GL_FLOAT, Format::A32Float},
    {GL_LUMINANCE, GL_FLOAT, Format::L32Float},
    {GL_LUMINANCE_ALPHA, GL_FLOAT, Format::La32Float},
    {GL_RGBA, GL_UNSIGNED_INT_8_8_8_8_REV, Format::Rgba8Unorm},
    {GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, Format::Bgra8Unorm},
    {GL_RGB, GL_UNSIGNED_SHORT_5_6_5, Format::Rgb565Unorm},
    {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, Format::Rgba4Unorm},
    {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, Format::Rgb5A1Unorm},
    {GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, Format::Rgb10A2Unorm},
    {GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV, Format::Rgb10A2Uint},
    {GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, Format::R11G11B10Float},
    {GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, Format::Rgb9E5Float},
    {GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, Format::Depth16},
    {GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, Format::Depth24Stencil8},
    {GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, Format::Depth32FloatStencil8},
};

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
    const auto* const found = std::ranges::find_if(
        matching_formats, [&](const MatchingFormat& row) { return row.format == format && row.type == type; });
    return found == std::end(matching_formats) ? runtime::Format::None : found->texels;
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
    const PixelFormatInfo* const f = find_pixel_format(format);
    const PixelTypeInfo* const t = find_pixel_type(type);
    if (!f || !t || width <= 0 || height <= 0 || depth <= 0) return layout;
    const bool bitmap = t->encoding == Encoding::Bitmap;
    layout.element_bytes = t->bytes;
    if (!bitmap) layout.pixel_bytes = t->packed_components ? t->bytes : size_t{t->bytes} * f->count;

    // GL 2.1 equations 3.13 and 3.14
    const size_t row_pixels = static_cast<size_t>(store.row_length > 0 ? store.row_length : width);
    const size_t alignment = static_cast<size_t>(store.alignment);
    const size_t row_bytes = bitmap ? (row_pixels + 7) / 8 : row_pixels * layout.pixel_bytes;
    layout.row_stride =
        layout.element_bytes >= alignment ? row_bytes : (row_bytes + alignment - 1) / alignment * alignment;
    const size_t image_rows =
        static_cast<size_t>(dimensions >= 3 && store.image_height > 0 ? store.image_height : height);
    layout.image_stride = multiply(layout.row_stride, image_rows);

    const size_t skip_pixels = static_cast<size_t>(store.skip_pixels);
    layout.first = bitmap ? skip_pixels / 8 : skip_pixels * layout.pixel_bytes;
    layout.first_bit = bitmap ? static_cast<uint8_t>(skip_pixels % 8) : 0;
    if (dimensions >= 2)
        layout.first = add(layout.first, multiply(layout.row_stride, static_cast<size_t>(store.skip_rows)));
    if (dimensions >= 3)
        layout.first = add(layout.first, multiply(layout.image_stride, static_cast<size_t>(store.skip_images)));

    const size_t last_row = bitmap ? (layout.first_bit + static_cast<size_t>(width) + 7) / 8
                                   : static_cast<size_t>(width) * layout.pixel_bytes;
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
