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
    using runtime::Format;
    switch (type) {
        case GL_UNSIGNED_BYTE:
            switch (format) {
                case GL_RGBA: return Format::Rgba8Unorm;
                case GL_BGRA: return Format::Bgra8Unorm;
                case GL_RGB: return Format::Rgb8Unorm;
                case GL_BGR: return Format::Bgr8Unorm;
                case GL_RG: return Format::Rg8Unorm;
                case GL_RED: return Format::R8Unorm;
                case GL_ALPHA: return Format::A8Unorm;
                case GL_LUMINANCE: return Format::L8Unorm;
                case GL_LUMINANCE_ALPHA: return Format::La8Unorm;
                case GL_RGBA_INTEGER: return Format::Rgba8Uint;
                case GL_RGB_INTEGER: return Format::Rgb8Uint;
                case GL_RG_INTEGER: return Format::Rg8Uint;
                case GL_RED_INTEGER: return Format::R8Uint;
                default: return Format::None;
            }
        case GL_UNSIGNED_INT_8_8_8_8_REV:
            return format == GL_RGBA ? Format::Rgba8Unorm : format == GL_BGRA ? Format::Bgra8Unorm : Format::None;
        case GL_UNSIGNED_SHORT_5_6_5: return format == GL_RGB ? Format::Rgb565Unorm : Format::None;
        case GL_UNSIGNED_SHORT_4_4_4_4: return format == GL_RGBA ? Format::Rgba4Unorm : Format::None;
        case GL_UNSIGNED_SHORT_5_5_5_1: return format == GL_RGBA ? Format::Rgb5A1Unorm : Format::None;
        case GL_UNSIGNED_INT_2_10_10_10_REV: return format == GL_RGBA ? Format::Rgb10A2Unorm : Format::None;
        case GL_UNSIGNED_INT_10F_11F_11F_REV: return Format::R11G11B10Float;
        case GL_UNSIGNED_INT_5_9_9_9_REV: return Format::Rgb9E5Float;
        case GL_UNSIGNED_SHORT:
            switch (format) {
                case GL_RGBA: return Format::Rgba16Unorm;
                case GL_RGB: return Format::Rgb16Unorm;
                case GL_RG: return Format::Rg16Unorm;
                case GL_RED: return Format::R16Unorm;
                case GL_ALPHA: return Format::A16Unorm;
                case GL_LUMINANCE: return Format::L16Unorm;
                case GL_LUMINANCE_ALPHA: return Format::La16Unorm;
                case GL_RGBA_INTEGER: return Format::Rgba16Uint;
                case GL_RGB_INTEGER: return Format::Rgb16Uint;
                case GL_RG_INTEGER: return Format::Rg16Uint;
                case GL_RED_INTEGER: return Format::R16Uint;
                case GL_DEPTH_COMPONENT: return Format::Depth16;
                default: return Format::None;
            }
        case GL_HALF_FLOAT:
        case GL_HALF_FLOAT_OES:
            switch (format) {
                case GL_RGBA: return Format::Rgba16Float;
                case GL_RGB: return Format::Rgb16Float;
                case GL_RG: return Format::Rg16Float;
                case GL_RED: return Format::R16Float;
                case GL_ALPHA: return Format::A16Float;
                case GL_LUMINANCE: return Format::L16Float;
                case GL_LUMINANCE_ALPHA: return Format::La16Float;
                default: return Format::None;
            }
        case GL_FLOAT:
            switch (format) {
                case GL_RGBA: return Format::Rgba32Float;
                case GL_RGB: return Format::Rgb32Float;
                case GL_RG: return Format::Rg32Float;
                case GL_RED: return Format::R32Float;
                case GL_ALPHA: return Format::A32Float;
                case GL_LUMINANCE: return Format::L32Float;
                case GL_LUMINANCE_ALPHA: return Format::La32Float;
                default: return Format::None;
            }
        case GL_BYTE:
            switch (format) {
                case GL_RGBA: return Format::Rgba8Snorm;
                case GL_RGB: return Format::Rgb8Snorm;
                case GL_RG: return Format::Rg8Snorm;
                case GL_RED: return Format::R8Snorm;
                case GL_ALPHA: return Format::A8Snorm;
                case GL_LUMINANCE: return Format::L8Snorm;
                case GL_LUMINANCE_ALPHA: return Format::La8Snorm;
                case GL_RGBA_INTEGER: return Format::Rgba8Sint;
                case GL_RGB_INTEGER: return Format::Rgb8Sint;
                case GL_RG_INTEGER: return Format::Rg8Sint;
                case GL_RED_INTEGER: return Format::R8Sint;
                default: return Format::None;
            }
        case GL_SHORT:
            switch (format) {
                case GL_RGBA: return Format::Rgba16Snorm;
                case GL_RGB: return Format::Rgb16Snorm;
                case GL_RG: return Format::Rg16Snorm;
                case GL_RED: return Format::R16Snorm;
                case GL_ALPHA: return Format::A16Snorm;
                case GL_LUMINANCE: return Format::L16Snorm;
                case GL_LUMINANCE_ALPHA: return Format::La16Snorm;
                case GL_RGBA_INTEGER: return Format::Rgba16Sint;
                case GL_RGB_INTEGER: return Format::Rgb16Sint;
                case GL_RG_INTEGER: return Format::Rg16Sint;
                case GL_RED_INTEGER: return Format::R16Sint;
                default: return Format::None;
            }
        case GL_INT:
            switch (format) {
                case GL_RGBA_INTEGER: return Format::Rgba32Sint;
                case GL_RGB_INTEGER: return Format::Rgb32Sint;
                case GL_RG_INTEGER: return Format::Rg32Sint;
                case GL_RED_INTEGER: return Format::R32Sint;
                default: return Format::None;
            }
        case GL_UNSIGNED_INT:
            switch (format) {
                case GL_RGBA_INTEGER: return Format::Rgba32Uint;
                case GL_RGB_INTEGER: return Format::Rgb32Uint;
                case GL_RG_INTEGER: return Format::Rg32Uint;
                case GL_RED_INTEGER: return Format::R32Uint;
                default: return Format::None;
            }
        case GL_UNSIGNED_INT_24_8: return Format::Depth24Stencil8;
        case GL_FLOAT_32_UNSIGNED_INT_24_8_REV: return Format::Depth32FloatStencil8;
        default: return Format::None;
    }
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
