#include "glapi/pixels/format_components.h"

#include "glapi/generated/gl.h"

namespace glapi {

using runtime::BaseFormat;
using runtime::ComponentClass;
using runtime::Format;

int component_bits(const InternalFormat& format, Format stored, uint32_t component) {
    const auto& bits = runtime::format_info(stored).bits;
    using enum BaseFormat;
    const BaseFormat base = format.base;
    const bool luminance = base == Luminance || base == LuminanceAlpha;
    const bool color = base == Red || base == Rg || base == Rgb || base == Rgba;
    switch (component) {
        case GL_TEXTURE_RED_SIZE: return color ? bits[0] : 0;
        case GL_TEXTURE_GREEN_SIZE: return base == Rg || base == Rgb || base == Rgba ? bits[1] : 0;
        case GL_TEXTURE_BLUE_SIZE: return base == Rgb || base == Rgba ? bits[2] : 0;
        case GL_TEXTURE_ALPHA_SIZE: return base == Rgba || base == Alpha || base == LuminanceAlpha ? bits[3] : 0;
        case GL_TEXTURE_LUMINANCE_SIZE: return luminance ? bits[0] : 0;
        case GL_TEXTURE_INTENSITY_SIZE: return base == Intensity ? bits[0] : 0;
        case GL_TEXTURE_DEPTH_SIZE: return bits[4];
        default: return bits[5];
    }
}

uint32_t component_type(const InternalFormat& format, Format stored, uint32_t component) {
    constexpr uint32_t sizes[] = {GL_TEXTURE_RED_SIZE,   GL_TEXTURE_GREEN_SIZE,     GL_TEXTURE_BLUE_SIZE,
                                  GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_LUMINANCE_SIZE, GL_TEXTURE_INTENSITY_SIZE,
                                  GL_TEXTURE_DEPTH_SIZE};
    if (component_bits(format, stored, sizes[component - GL_TEXTURE_RED_TYPE]) == 0) return GL_NONE;
    switch (runtime::format_info(stored).component_class) {
        case ComponentClass::Snorm: return GL_SIGNED_NORMALIZED;
        case ComponentClass::Float: return GL_FLOAT;
        case ComponentClass::Signed: return GL_INT;
        case ComponentClass::Unsigned: return GL_UNSIGNED_INT;
        case ComponentClass::Depth:
        case ComponentClass::DepthStencil: return runtime::has_float_depth(stored) ? GL_FLOAT : GL_UNSIGNED_NORMALIZED;
        case ComponentClass::Unorm:
        case ComponentClass::Stencil: break;
    }
    return GL_UNSIGNED_NORMALIZED;
}

int shared_bits(Format stored) {
    return runtime::format_info(stored).layout == runtime::TexelLayout::SharedExponent ? 5 : 0;
}

uint32_t preferred_pixel_format(const InternalFormat& format) {
    const bool integer = is_integer(format.format);
    switch (format.base) {
        case BaseFormat::Alpha: return integer ? GL_ALPHA_INTEGER : GL_ALPHA;
        case BaseFormat::Luminance:
        case BaseFormat::Intensity: return integer ? GL_LUMINANCE_INTEGER_EXT : GL_LUMINANCE;
        case BaseFormat::LuminanceAlpha: return integer ? GL_LUMINANCE_ALPHA_INTEGER_EXT : GL_LUMINANCE_ALPHA;
        case BaseFormat::Red: return integer ? GL_RED_INTEGER : GL_RED;
        case BaseFormat::Rg: return integer ? GL_RG_INTEGER : GL_RG;
        case BaseFormat::Rgb: return integer ? GL_RGB_INTEGER : GL_RGB;
        case BaseFormat::DepthComponent: return GL_DEPTH_COMPONENT;
        case BaseFormat::StencilIndex: return GL_STENCIL_INDEX;
        case BaseFormat::DepthStencil: return GL_DEPTH_STENCIL;
        case BaseFormat::None:
        case BaseFormat::Rgba: break;
    }
    return integer ? GL_RGBA_INTEGER : GL_RGBA;
}

uint32_t preferred_pixel_type(Format stored) {
    const runtime::FormatInfo& info = runtime::format_info(stored);
    if (info.gl_pixel_type) return info.gl_pixel_type;
    const int bits = info.bits[0] ? info.bits[0] : info.bits[3];
    switch (info.component_class) {
        case ComponentClass::Snorm: return bits > 8 ? GL_SHORT : GL_BYTE;
        case ComponentClass::Float: return bits > 16 ? GL_FLOAT : GL_HALF_FLOAT;
        case ComponentClass::Signed: return bits > 16 ? GL_INT : bits > 8 ? GL_SHORT : GL_BYTE;
        case ComponentClass::Unsigned:
            return bits > 16 ? GL_UNSIGNED_INT : bits > 8 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_BYTE;
        case ComponentClass::Unorm:
        case ComponentClass::Depth:
        case ComponentClass::Stencil:
        case ComponentClass::DepthStencil: break;
    }
    return bits > 8 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_BYTE;
}

}  // namespace glapi
