// GetInternalformativ: what there is for an internal format and a target (ARB_internalformat_query2).
#include <algorithm>
#include <limits>
#include <optional>

#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/textures/sparse_pages.h"
#include "glapi/objects/textures/texture_levels.h"
#include "glapi/pixels/format_components.h"
#include "glapi/pixels/version_formats.h"
#include "glapi/registry/enum_names.h"

namespace glapi {
namespace {

using runtime::BaseFormat;
using runtime::Extent;
using runtime::Format;

// A format, in textures of a kind or in renderbuffers.
struct FormatUse {
    const InternalFormat& format;
    bool is_texture;
    TextureKind kind;  // of renderbuffers that of plain pictures
    bool core;

    const runtime::FormatInfo& stored() const { return runtime::format_info(format.format); }
    bool is_color() const { return format.base < BaseFormat::DepthComponent; }
    bool has_stencil() const {
        return format.base == BaseFormat::StencilIndex || format.base == BaseFormat::DepthStencil;
    }
    bool is_multisampled() const {
        return kind == TextureKind::Multisample2D || kind == TextureKind::MultisampleArray2D;
    }
    bool has_samples() const { return format.renderable && (!is_texture || is_multisampled()); }
    bool is_array() const {
        return kind == TextureKind::Array1D || kind == TextureKind::Array2D || kind == TextureKind::CubeArray ||
               kind == TextureKind::MultisampleArray2D;
    }
    bool is_layered() const { return is_array() || kind == TextureKind::Texture3D || kind == TextureKind::Cube; }
    // Takes images from TexImage.
    bool has_images() const { return is_texture && kind != TextureKind::Buffer && !is_multisampled(); }
    bool has_mipmaps() const { return has_images() && kind != TextureKind::Rectangle; }
    bool is_filtered() const { return !is_integer(format.format) && format.base != BaseFormat::StencilIndex; }
    bool is_gathered() const {
        return has_images() && kind != TextureKind::Texture1D && kind != TextureKind::Array1D &&
               kind != TextureKind::Texture3D;
    }
    bool is_attachable() const { return format.renderable && kind != TextureKind::Buffer; }
    runtime::PageExtent page(int32_t index) const {
        return is_texture ? sparse_page(format, kind, index) : runtime::PageExtent{0, 0, 0};
    }
    // The standard size is the same for kinds without sparse textures.
    runtime::PageExtent first_page() const {
        return is_texture && may_be_sparse(kind) ? page(0) : standard_page(format);
    }
    bool is_image() const { return is_texture && image_format(format.name) != Format::None; }

    int dimensions() const {
        switch (kind) {
            case TextureKind::Texture1D:
            case TextureKind::Buffer: return 1;
            case TextureKind::Texture3D:
            case TextureKind::Array2D:
            case TextureKind::CubeArray:
            case TextureKind::MultisampleArray2D: return 3;
            case TextureKind::Texture2D:
            case TextureKind::Cube:
            case TextureKind::Rectangle:
            case TextureKind::Array1D:
            case TextureKind::Multisample2D:
            case TextureKind::Renderbuffer: break;
        }
        return 2;
    }
    Extent largest() const {
        return kind == TextureKind::Buffer ? Extent{limits::MAX_TEXTURE_BUFFER_SIZE, 1, 1} : largest_extent(kind);
    }
    int64_t combined_dimensions() const {
        const Extent extent = largest();
        const int64_t product = int64_t{extent.width} * extent.height * extent.depth;
        // ARB_internalformat_query2, issue 5: the layers of cube map arrays are multiplied by the faces, too.
        const bool has_faces = kind == TextureKind::Cube || kind == TextureKind::CubeArray;
        return product * (has_faces ? 6 : 1) * (is_multisampled() ? max_samples : 1);
    }
};

// A query of all sizes of sparse textures' pages.
std::optional<int32_t runtime::PageExtent::*> page_side(GLenum query) {
    switch (query) {
        case GL_VIRTUAL_PAGE_SIZE_X_ARB: return &runtime::PageExtent::width;
        case GL_VIRTUAL_PAGE_SIZE_Y_ARB: return &runtime::PageExtent::height;
        case GL_VIRTUAL_PAGE_SIZE_Z_ARB: return &runtime::PageExtent::depth;
        default: return std::nullopt;
    }
}

// Whether textures of a kind, or renderbuffers, may be of a format.
bool is_supported(const Version& version, const FormatUse& use) {
    const bool compressed = use.stored().block_width > 1;
    if (!use.is_texture) return renderbuffer_format(version, use.format.name) != nullptr;
    switch (use.kind) {
        case TextureKind::Buffer: return fits_buffers(use.format);
        case TextureKind::Multisample2D:
        case TextureKind::MultisampleArray2D: return find_renderable_format(use.format.name) != nullptr;
        case TextureKind::Texture3D:
            if (is_depth(use.format.base) || use.format.base == BaseFormat::StencilIndex) return false;
            [[fallthrough]];
        case TextureKind::Texture1D:
        case TextureKind::Texture2D:
        case TextureKind::Cube:
        case TextureKind::Rectangle:
        case TextureKind::Array1D:
        case TextureKind::Array2D:
        case TextureKind::CubeArray:
        case TextureKind::Renderbuffer: break;
    }
    return !compressed || may_be_compressed(use.kind, use.format.format);
}

// EXT_memory_object: images in memory objects are laid out alike, whatever is asked for.
int tiling_types(const FormatUse& use) { return use.is_texture && use.kind != TextureKind::Buffer ? 2 : 0; }

GLenum full(bool there) { return there ? GL_FULL_SUPPORT : GL_NONE; }

// GL 4.2 table 3.22.
GLenum image_class(Format format) {
    const runtime::FormatInfo& info = runtime::format_info(format);
    const size_t components =
        static_cast<size_t>(std::count_if(info.bits.begin(), info.bits.end(), [](int bits) { return bits > 0; }));
    static constexpr GLenum classes[3][4] = {
        {GL_IMAGE_CLASS_1_X_8, GL_IMAGE_CLASS_2_X_8, GL_NONE, GL_IMAGE_CLASS_4_X_8},
        {GL_IMAGE_CLASS_1_X_16, GL_IMAGE_CLASS_2_X_16, GL_NONE, GL_IMAGE_CLASS_4_X_16},
        {GL_IMAGE_CLASS_1_X_32, GL_IMAGE_CLASS_2_X_32, GL_NONE, GL_IMAGE_CLASS_4_X_32},
    };
    switch (info.bits[0]) {
        case 8: return classes[0][components - 1];
        case 16: return classes[1][components - 1];
        case 32: return classes[2][components - 1];
        case 10: return GL_IMAGE_CLASS_10_10_10_2;
        default: return GL_IMAGE_CLASS_11_11_10;
    }
}

// None: there is no such query.
std::optional<int64_t> answer(const FormatUse& use, GLenum name) {
    const InternalFormat& format = use.format;
    const runtime::FormatInfo& stored = use.stored();
    switch (name) {
#define ASMGL_FORMAT_QUERY(query, value) \
    case query:                          \
        return static_cast<int64_t>(value);
#include "glapi/commands/textures/format_queries.def"
#undef ASMGL_FORMAT_QUERY
        default: return std::nullopt;
    }
}

bool is_target(const TargetInfo& info, GLenum target) {
    return target == GL_RENDERBUFFER ||
           (info.valid && !info.proxy && !info.face_target && target != GL_TEXTURE_RENDERBUFFER_NV);
}

template <typename T>
void get_internal_format(Context& context, GLenum target, GLenum name, GLenum query, GLsizei count, T* values) {
    const TargetInfo info = target_info(target);
    if (!is_target(info, target)) return context.error(GL_INVALID_ENUM, "%s is not a target", enum_name(target));
    const bool is_texture = target != GL_RENDERBUFFER;
    const TextureKind kind = is_texture ? info.kind : TextureKind::Texture2D;
    // A query is known, or not, whatever the format is.
    static constexpr InternalFormat any;
    const bool known =
        query == GL_SAMPLES || query == GL_TILING_TYPES_EXT || answer({any, is_texture, kind, false}, query);
    if (!known) return context.error(GL_INVALID_ENUM, "%s is not a query", enum_name(query));
    // OpenGL ES 3.2 §20.3: samples are asked for of what may have them.
    const bool of_samples = query == GL_SAMPLES || query == GL_NUM_SAMPLE_COUNTS;
    if (context.version.is_es2() && of_samples && !renderable_format(context.version, name) && name != GL_RGB &&
        name != GL_RGBA)
        return context.error(GL_INVALID_ENUM, "%s is not renderable", enum_name(name));
    if (count < 0) return context.error(GL_INVALID_VALUE, "room for %d numbers", count);
    const InternalFormat* const format = find_internal_format(name);
    const bool there = format && has_format(context.version, *format) &&
                       is_supported(context.version, {*format, is_texture, kind, context.version.is_core()});
    if (count == 0) return;
    if (query == GL_SAMPLES) {
        // The largest first, as many as there is room for.
        if (!there || !FormatUse{*format, is_texture, kind, false}.has_samples()) return;
        const auto& counts = rasterizer::sample_counts;
        const auto room = std::min<ptrdiff_t>(count, std::ssize(counts));
        std::copy_n(counts.rbegin(), room, values);
        return;
    }
    if (query == GL_TILING_TYPES_EXT) {
        constexpr GLenum tilings[] = {GL_OPTIMAL_TILING_EXT, GL_LINEAR_TILING_EXT};
        if (there)
            std::copy_n(tilings, std::min<ptrdiff_t>(count, tiling_types({*format, is_texture, kind, false})), values);
        return;
    }
    const FormatUse use{there ? *format : any, is_texture, kind, context.version.is_core()};
    if (const auto side = page_side(query); side && there && use.page(0).width) {
        for (int32_t n = 0; n < std::min<int32_t>(count, sparse_page_sizes); ++n)
            values[n] = static_cast<T>(use.page(n).*side.value());
        return;
    }
    const int64_t value = there ? *answer(use, query) : 0;
    *values = static_cast<T>(std::min(value, static_cast<int64_t>(std::numeric_limits<T>::max())));
}

}  // namespace

namespace commands {

void GetInternalformativ(Context& context, GLenum target, GLenum internalformat, GLenum pname, GLsizei count,
                         GLint* params) {
    get_internal_format(context, target, internalformat, pname, count, params);
}
void GetInternalformati64v(Context& context, GLenum target, GLenum internalformat, GLenum pname, GLsizei count,
                           GLint64* params) {
    get_internal_format(context, target, internalformat, pname, count, params);
}

// Every number of samples is there as such, and not by images of more pixels.
void GetInternalformatSampleivNV(Context& context, GLenum target, GLenum internalformat, GLsizei samples, GLenum pname,
                                 GLsizei bufSize, GLint* params) {
    const bool is_texture = target != GL_RENDERBUFFER;
    if (is_texture && target != GL_TEXTURE_2D_MULTISAMPLE && target != GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
        return context.error(GL_INVALID_ENUM, "%s has no samples", enum_name(target));
    const InternalFormat* const format = renderable_format(context.version, internalformat);
    if (!format) return context.error(GL_INVALID_ENUM, "%s is not renderable", enum_name(internalformat));
    if (pname < GL_MULTISAMPLES_NV || pname > GL_CONFORMANT_NV)
        return context.error(GL_INVALID_ENUM, "%s is not a query", enum_name(pname));
    if (bufSize < 0) return context.error(GL_INVALID_VALUE, "room for %d numbers", bufSize);
    const FormatUse use{*format, is_texture, is_texture ? target_info(target).kind : TextureKind::Texture2D, false};
    if (!use.has_samples() || std::ranges::find(rasterizer::sample_counts, samples) == rasterizer::sample_counts.end())
        return context.error(GL_INVALID_OPERATION, "there are not %d samples", samples);
    if (bufSize > 0) *params = pname == GL_MULTISAMPLES_NV ? samples : 1;
}

}  // namespace commands
}  // namespace glapi
