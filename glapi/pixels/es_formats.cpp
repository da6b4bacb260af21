#include "glapi/pixels/es_formats.h"

#include <algorithm>
#include <array>

#include "glapi/generated/gl.h"

namespace glapi {
namespace {

using runtime::BaseFormat;
using runtime::ComponentClass;

using Bits = std::array<uint8_t, 4>;

struct EsFormat {
    uint32_t name, pixels;
    bool color_renderable;
    Bits bits;
    std::array<uint32_t, 4> types;
};

constexpr EsFormat formats[] = {
#define GLAPI_ES_FORMAT(name, pixels, renderable, red, green, blue, alpha, ...) \
    {name, pixels, renderable, {red, green, blue, alpha}, {__VA_ARGS__}},
#include "glapi/pixels/es_formats.def"
#undef GLAPI_ES_FORMAT
};

const EsFormat* find(uint32_t name) {
    const auto* const found = std::ranges::find(formats, name, &EsFormat::name);
    return found == std::end(formats) ? nullptr : found;
}

Bits stored_bits(runtime::Format format) {
    const auto& bits = runtime::format_info(format).bits;
    return {bits[0], bits[1], bits[2], bits[3]};
}

// One bit each for red, green, blue and alpha.
uint8_t components(BaseFormat base) {
    constexpr uint8_t red = 1, green = 2, blue = 4, alpha = 8;
    switch (base) {
        case BaseFormat::Alpha: return alpha;
        case BaseFormat::Luminance:
        case BaseFormat::Red: return red;
        case BaseFormat::LuminanceAlpha: return red | alpha;
        case BaseFormat::Rg: return red | green;
        case BaseFormat::Rgb: return red | green | blue;
        case BaseFormat::Rgba: return red | green | blue | alpha;
        case BaseFormat::None:
        case BaseFormat::Intensity:
        case BaseFormat::DepthComponent:
        case BaseFormat::StencilIndex:
        case BaseFormat::DepthStencil: break;
    }
    return 0;
}

}  // namespace

uint32_t check_es_pixels(uint32_t internal_format, uint32_t format, uint32_t type) {
    const EsFormat* const row = find(internal_format);
    if (!row) return GL_INVALID_VALUE;
    if (type == GL_HALF_FLOAT_OES) type = GL_HALF_FLOAT;
    const bool match = format == row->pixels && type != 0 && std::ranges::count(row->types, type) != 0;
    return match ? GL_NO_ERROR : GL_INVALID_OPERATION;
}

bool is_es_renderable(const InternalFormat& format) {
    if (format.base >= BaseFormat::DepthComponent) return format.renderable;
    const EsFormat* const row = find(format.name);
    return row && row->color_renderable;
}

bool is_es_copy(const InternalFormat* from, runtime::Format stored, const InternalFormat& to, bool new_image) {
    if (to.name == GL_RGB9_E5) return false;
    const runtime::FormatInfo &in = runtime::format_info(stored), &out = runtime::format_info(to.format);
    const uint8_t there = components(from ? from->base : in.base), wanted = components(to.base);
    if ((there & wanted) != wanted) return false;
    if (!new_image) return true;
    if (in.component_class != out.component_class || in.srgb != out.srgb) return false;
    const EsFormat* const row = find(to.name);
    if (!row) return false;  // compressed
    const EsFormat* const source_row = from ? find(from->name) : nullptr;
    const Bits sizes = row->bits;
    const Bits given = source_row && source_row->bits != Bits{} ? source_row->bits : stored_bits(stored);
    // Formats of ten bits have no unsized ones that hold them.
    if (sizes == Bits{}) return given[0] != 10;
    for (size_t c = 0; c < 4; ++c)
        if (sizes[c] != 0 && sizes[c] != given[c]) return false;
    return true;
}

namespace {

// Its type, with all four components.
ReadPair whole_read(runtime::Format stored) {
    const runtime::FormatInfo& info = runtime::format_info(stored);
    const int bits = std::max(info.bits[0], info.bits[3]);
    const bool wide = bits == 16;
    const auto of_bits = [bits](uint32_t eight, uint32_t sixteen, uint32_t more) {
        return bits == 8 ? eight : bits == 16 ? sixteen : more;
    };
    switch (info.component_class) {
        case ComponentClass::Signed: return {GL_RGBA_INTEGER, of_bits(GL_BYTE, GL_SHORT, GL_INT)};
        case ComponentClass::Unsigned:
            if (bits == 10) return {GL_RGBA_INTEGER, info.gl_pixel_type};
            return {GL_RGBA_INTEGER, of_bits(GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT)};
        case ComponentClass::Float: return {GL_RGBA, wide ? GLenum{GL_HALF_FLOAT} : GLenum{GL_FLOAT}};
        case ComponentClass::Snorm: return {GL_RGBA, wide ? GLenum{GL_SHORT} : GLenum{GL_BYTE}};
        case ComponentClass::Unorm:
        case ComponentClass::Depth:
        case ComponentClass::Stencil:
        case ComponentClass::DepthStencil: break;
    }
    if (bits == 10) return {GL_RGBA, info.gl_pixel_type};
    return {GL_RGBA, wide ? GLenum{GL_UNSIGNED_SHORT} : GLenum{GL_UNSIGNED_BYTE}};
}

}  // namespace

// Buffers of one and two components are read as these.
ReadPair implementation_read(runtime::Format stored) {
    const runtime::FormatInfo& info = runtime::format_info(stored);
    const ReadPair whole = whole_read(stored);
    if (info.bits[2] || info.bits[3] || !info.bits[0]) return whole;
    const bool integer = whole.format == GL_RGBA_INTEGER;
    const GLenum format = info.bits[1] ? (integer ? GL_RG_INTEGER : GL_RG) : (integer ? GL_RED_INTEGER : GL_RED);
    return {format, whole.type};
}

bool is_es_read(runtime::Format stored, uint32_t format, uint32_t type) {
    using runtime::Format;
    const bool float_depth = runtime::has_float_depth(stored);
    switch (format) {
        case GL_DEPTH_COMPONENT:
            return float_depth ? type == GL_FLOAT : type == GL_UNSIGNED_SHORT || type == GL_UNSIGNED_INT;
        case GL_DEPTH_STENCIL:
            return type == (float_depth ? GLenum{GL_FLOAT_32_UNSIGNED_INT_24_8_REV} : GLenum{GL_UNSIGNED_INT_24_8});
        case GL_STENCIL_INDEX: return type == GL_UNSIGNED_BYTE;
        default: break;
    }
    const ReadPair own = implementation_read(stored), whole = whole_read(stored);
    const ComponentClass kind = runtime::format_info(stored).component_class;
    // EXT_texture_norm16 and EXT_render_snorm: normalized numbers with all four components, too.
    const bool normalized = kind == ComponentClass::Unorm || kind == ComponentClass::Snorm;
    if (type == own.type && (format == own.format || (normalized && format == whole.format))) return true;
    switch (kind) {
        case ComponentClass::Unorm:
            if (format == GL_BGRA)
                return type == GL_UNSIGNED_BYTE || type == GL_UNSIGNED_SHORT_4_4_4_4_REV ||
                       type == GL_UNSIGNED_SHORT_1_5_5_5_REV;
            return format == GL_RGBA && type == GL_UNSIGNED_BYTE;
        case ComponentClass::Float: return format == GL_RGBA && type == GL_FLOAT;
        case ComponentClass::Signed: return format == GL_RGBA_INTEGER && type == GL_INT;
        case ComponentClass::Unsigned: return format == GL_RGBA_INTEGER && type == GL_UNSIGNED_INT;
        case ComponentClass::Snorm:
        case ComponentClass::Depth:
        case ComponentClass::Stencil:
        case ComponentClass::DepthStencil: break;
    }
    return false;
}

}  // namespace glapi
