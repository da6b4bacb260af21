#include "glapi/commands/textures/texture_images.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "glapi/commands/one_call.h"
#include "glapi/commands/pixels/imaging_pixels.h"
#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/commands/textures/bindless_handles.h"
#include "glapi/commands/textures/es_images.h"
#include "glapi/commands/textures/paletted_textures.h"
#include "glapi/commands/textures/sparse_textures.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/textures/sparse_pages.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/pixels/block_layout.h"
#include "glapi/pixels/bump_formats.h"
#include "glapi/pixels/float_buffer_formats.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/pixels/version_formats.h"
#include "glapi/registry/enum_names.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

using runtime::BaseFormat;
using runtime::Extent;

Texture& bound_texture(const TextureState& textures, const TargetInfo& info) {
    return *textures.active().textures[static_cast<int>(info.kind)];
}

bool whole_blocks(Errors& errors, const TextureLevel& image, const Box& box) {
    const runtime::FormatInfo& stored = runtime::format_info(image.image->format());
    const auto ragged = [](int32_t first, int32_t count, int32_t whole, int32_t block) {
        return first % block != 0 || (count % block != 0 && first + count != whole);
    };
    if (!ragged(box.x, box.width, image.extent.width, stored.block_width) &&
        !ragged(box.y, box.height, image.extent.height, stored.block_height))
        return true;
    errors.error(GL_INVALID_OPERATION, "the box isn't made of whole blocks of %s", enum_name(image.format->name));
    return false;
}

bool check_level(Errors& errors, const TargetInfo& info, GLint level) {
    if (level >= 0 && level < level_count(info.kind)) return true;
    errors.error(GL_INVALID_VALUE, "there is no level %d", level);
    return false;
}

bool check_image_size(Errors& errors, const TargetInfo& info, GLint level, const Extent& extent, bool* fits,
                      bool sparse) {
    *fits = false;
    if (extent.width < 0 || extent.height < 0 || extent.depth < 0) {
        errors.error(GL_INVALID_VALUE, "a size is negative");
        return false;
    }
    if (info.kind == TextureKind::Cube || info.kind == TextureKind::CubeArray) {
        if (extent.width != extent.height) {
            errors.error(GL_INVALID_VALUE, "cube faces are square, not %d by %d", extent.width, extent.height);
            return false;
        }
        if (info.kind == TextureKind::CubeArray && extent.depth % 6 != 0) {
            errors.error(GL_INVALID_VALUE, "depth %d is no multiple of six faces", extent.depth);
            return false;
        }
    }
    Extent largest = largest_extent(info.kind);
    largest.width = std::max(largest.width >> level, 1);
    if (info.kind != TextureKind::Array1D) largest.height = std::max(largest.height >> level, 1);
    if (info.kind == TextureKind::Texture3D) largest.depth = std::max(largest.depth >> level, 1);
    *fits = extent.width <= largest.width && extent.height <= largest.height && extent.depth <= largest.depth;
    // The largest 3D images and arrays would fit no memory: none has more texels than a 2D image.
    const double most_texels =
        static_cast<double>(limits::MAX_TEXTURE_SIZE) * limits::MAX_TEXTURE_SIZE * (sparse ? 256 : 1);
    const bool addressable = static_cast<double>(extent.width) * extent.height * extent.depth <= most_texels;
    if (*fits && !addressable && !info.proxy) {
        errors.error(GL_OUT_OF_MEMORY, "there is no memory for %d by %d by %d texels", extent.width, extent.height,
                     extent.depth);
        return false;
    }
    *fits = *fits && addressable;
    if (!*fits && !info.proxy) {
        errors.error(GL_INVALID_VALUE, "%d by %d by %d texels are too many for level %d", extent.width, extent.height,
                     extent.depth, level);
        return false;
    }
    return true;
}

bool may_be_compressed(TextureKind kind, runtime::Format format) {
    const bool is_bptc = runtime::format_info(format).layout == runtime::TexelLayout::Bptc;
    if (kind == TextureKind::Texture3D) return runtime::is_astc(format) || is_bptc;
    return kind == TextureKind::Texture2D || kind == TextureKind::Cube || kind == TextureKind::Array2D ||
           kind == TextureKind::CubeArray;
}

bool check_encoder(Errors& errors, const InternalFormat& format) {
    if (!is_decoded_only(format.format)) return true;
    errors.error(GL_INVALID_OPERATION, "pixels are not compressed to %s", enum_name(format.name));
    return false;
}

bool check_border(Errors& errors, const Version& version, const TargetInfo& info, GLint border) {
    const bool plain = info.kind == TextureKind::Rectangle || info.kind == TextureKind::CubeArray ||
                       version.is_core() || version.is_es();
    if (border == 0 || (border == 1 && !plain)) return true;
    errors.error(GL_INVALID_VALUE, "border %d", border);
    return false;
}

namespace {

// Depth, stencil, integer and other pixels go into formats of their own kind only.
bool check_kinds(Errors& errors, const InternalFormat& format, GLenum pixel_format) {
    const PixelKind kind = pixel_kind(stored_pixel_format(pixel_format));
    bool match = true;
    if (is_bump_format(format.name) || is_bump_format(pixel_format))
        match = is_bump_format(format.name) && is_bump_format(pixel_format);
    else if (format.base == BaseFormat::StencilIndex)
        match = kind == PixelKind::Stencil;
    else if (is_depth(format.base))
        match = kind == PixelKind::Depth || kind == PixelKind::DepthStencil;
    else if (is_integer(format.format))
        match = kind == PixelKind::IntegerColor;
    else
        match = kind == PixelKind::Color || kind == PixelKind::ColorIndex;
    if (match) return true;
    errors.error(GL_INVALID_OPERATION, "%s pixels don't suit internal format %s", enum_name(pixel_format),
                 enum_name(format.name));
    return false;
}

const InternalFormat* check_internal_format(Errors& errors, const Version& version, const TargetInfo& info,
                                            GLint name) {
    const InternalFormat* const format = find_internal_format(static_cast<GLenum>(name));
    if (!format || !has_format(version, *format)) {
        errors.error(GL_INVALID_VALUE, "internal format %s is not supported", enum_name(static_cast<GLenum>(name)));
        return nullptr;
    }
    if (info.kind == TextureKind::Texture3D && (is_depth(format->base) || format->base == BaseFormat::StencilIndex)) {
        errors.error(GL_INVALID_OPERATION, "3D textures have no depth and stencil formats");
        return nullptr;
    }
    if (is_float_buffer_format(format->name) && info.kind != TextureKind::Rectangle) {
        errors.error(GL_INVALID_OPERATION, "only rectangles can be in %s", enum_name(format->name));
        return nullptr;
    }
    if (runtime::format_info(format->format).block_width > 1 && !may_be_compressed(info.kind, format->format)) {
        errors.error(info.kind == TextureKind::Texture3D ? GL_INVALID_OPERATION : GL_INVALID_ENUM,
                     "%s textures can't be in %s", enum_name(target_of_kind(info.kind)), enum_name(format->name));
        return nullptr;
    }
    return format;
}

bool check_image_target(Errors& errors, GLenum target, int dimensions, bool proxies, TargetInfo* info) {
    *info = target_info(target);
    const bool whole_cube = info->kind == TextureKind::Cube && !info->face_target && !info->proxy;
    if (info->valid && info->dimensions == dimensions && !whole_cube && (proxies || !info->proxy)) return true;
    errors.error(GL_INVALID_ENUM, "%s is no target for it", enum_name(target));
    return false;
}

bool check_mutable(Context& context, const TargetInfo& info) {
    if (info.proxy) return true;
    if (!bound_texture(context.textures, info).immutable)
        return check_unreferenced(context, bound_texture(context.textures, info));
    context.error(GL_INVALID_OPERATION, "the texture's storage is immutable");
    return false;
}

// An image that a command gives, after validation.
struct NewImage {
    TargetInfo info;
    const InternalFormat* format;
    Extent extent;
    bool fits;  // false: of a proxy, whose state says so
};

void set_proxy(TextureState& textures, const NewImage& image, GLint level) {
    textures.proxies[static_cast<int>(image.info.kind)][level] =
        image.fits ? ProxyLevel{image.format, image.extent} : ProxyLevel{};
}

// Which sides of an image a border adds to: always to the left and right.
bool borders_rows(const TargetInfo& info) { return info.dimensions > 1 && info.kind != TextureKind::Array1D; }
bool borders_slices(const TargetInfo& info) { return info.kind == TextureKind::Texture3D; }

// Border texels are dropped: the image proper is what lies within. None after an error.
std::optional<Extent> without_border(Errors& errors, const TargetInfo& info, Extent extent) {
    if (extent.width < 2 || (borders_rows(info) && extent.height < 2) || (borders_slices(info) && extent.depth < 2)) {
        errors.error(GL_INVALID_VALUE, "the image has no room for its border");
        return std::nullopt;
    }
    extent.width -= 2;
    if (borders_rows(info)) extent.height -= 2;
    if (borders_slices(info)) extent.depth -= 2;
    return extent;
}

// None after an error.
std::optional<NewImage> validate_tex_image(Context& context, GLenum target, GLint level, GLint internal_format,
                                           Extent extent, GLint border, GLenum format, GLenum type, int dimensions) {
    NewImage image{};
    if (!check_image_target(context, target, dimensions, true, &image.info)) return std::nullopt;
    if (!check_level(context, image.info, level) || !check_border(context, context.version, image.info, border))
        return std::nullopt;
    if (context.version.is_es() && !choose_es_format(context, context.version, internal_format, format, type))
        return std::nullopt;
    // The internal format's own error comes first: both INVALID_VALUE and the pixel formats' may apply.
    if (!context.version.is_es2() && !check_pixel_format(context, context.version, stored_pixel_format(format), type))
        return std::nullopt;
    image.format = check_internal_format(context, context.version, image.info, internal_format);
    if (!image.format || !check_encoder(context, *image.format) || !check_kinds(context, *image.format, format) ||
        !check_mutable(context, image.info))
        return std::nullopt;
    if (border) {
        const auto inner = without_border(context, image.info, extent);
        if (!inner) return std::nullopt;
        extent = *inner;
    }
    image.extent = extent;
    if (!check_image_size(context, image.info, level, extent, &image.fits)) return std::nullopt;
    return image;
}

void tex_image(Context& context, GLenum target, GLint level, GLint internal_format, Extent given, GLint border,
               GLenum format, GLenum type, const void* pixels, int dimensions) {
    const Extent whole = given;
    const bool imaged = imaging_applies(context.state, context.pixels, dimensions, format, type);
    if (imaged) given = imaged_extent(context.pixels, dimensions, whole);
    const auto image =
        validate_tex_image(context, target, level, internal_format, given, border, format, type, dimensions);
    if (!image) return;
    format = context.version.is_es2() ? es_pixel_format(format) : stored_pixel_format(format);
    if (image->info.proxy) return set_proxy(context.textures, *image, level);
    std::optional<ImagedPixels> imaging;
    if (imaged) imaging.emplace(context, dimensions, whole, format, type, pixels);
    if (imaging && !imaging->good()) return;
    PixelLayout layout =
        pixel_layout(context.pixels.unpack, format, type, given.width, given.height, given.depth, dimensions);
    const PixelPointer source = unpack_pointer(context, context.buffers, layout, pixels);
    if (!source.good) return;

    const TargetInfo& info = image->info;
    const Extent& extent = image->extent;
    Texture& texture = bound_texture(context.textures, info);
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return undefine_level(texture, info.face, level);
    TextureLevel& to = define_level(texture, info.face, level, *image->format, image->format->format, extent);
    if (context.version.is_es2()) to.attachable = is_es_attachable(internal_format, type);
    if (source.data) {
        context.rasterizer.wait_for(*to.image);  // a cube's image may be shared with faces in use
        if (border) {
            layout.first += layout.pixel_bytes;
            if (borders_rows(info)) layout.first += layout.row_stride;
            if (borders_slices(info)) layout.first += layout.image_stride;
        }
        Box box{0, 0, to.slice, extent.width, extent.height, extent.depth};
        to_storage(info.kind, box, &layout);
        unpack_image(context.pixels, layout, source.data, *to.image, box, is_unclamped_depth(*image->format));
    }
    image_changed(context.rasterizer, texture, level);
}

void tex_sub_image(Context& context, GLenum target, GLint level, Box box, GLenum format, GLenum type,
                   const void* pixels, int dimensions) {
    TargetInfo info;
    if (check_image_target(context, target, dimensions, false, &info))
        set_sub_image(context, bound_texture(context.textures, info), info, level, box, format, type, pixels);
}

}  // namespace

void set_sub_image(Context& context, Texture& texture, const TargetInfo& info, GLint level, Box box, GLenum format,
                   GLenum type, const void* pixels) {
    const bool es = context.version.is_es2();
    const GLenum given = std::exchange(format, es ? es_pixel_format(format) : stored_pixel_format(format));
    // EXT_texture_type_2_10_10_10_REV: of three components, too.
    const bool of_three = es && format == GL_RGB && type == GL_UNSIGNED_INT_2_10_10_10_REV;
    if (!of_three && !check_pixel_format(context, context.version, format, type)) return;
    const Extent whole{box.width, box.height, box.depth};
    const bool imaged = imaging_applies(context.state, context.pixels, info.dimensions, format, type);
    if (imaged) {
        const Extent size = imaged_extent(context.pixels, info.dimensions, whole);
        box = {box.x, box.y, box.z, size.width, size.height, size.depth};
    }
    TextureLevel* const image = sub_image_level(context, texture, info, level, box);
    if (!image || !check_kinds(context, *image->format, given) || !check_encoder(context, *image->format)) return;
    if (es && !check_es_pixels(context, *image->format, format, type)) return;
    if (!whole_blocks(context, *image, box)) return;
    std::optional<ImagedPixels> imaging;
    if (imaged) imaging.emplace(context, info.dimensions, whole, format, type, pixels);
    if (imaging && (!imaging->good() || imaging->sunk())) return;
    PixelLayout layout =
        pixel_layout(context.pixels.unpack, format, type, box.width, box.height, box.depth, info.dimensions);
    const PixelPointer source = unpack_pointer(context, context.buffers, layout, pixels);
    if (!source.good || !source.data || box.width == 0 || box.height == 0 || box.depth == 0) return;
    context.rasterizer.wait_for(*image->image);
    to_storage(info.kind, box, &layout);
    unpack_image(context.pixels, layout, source.data, *image->image, box, is_unclamped_depth(*image->format));
    runtime::release_nonresident(*image->image, box.x, box.y, box.z, box.width, box.height, box.depth);
    image_changed(context.rasterizer, texture, level);
}

namespace {

// None after an error. `error`: of formats that are not compressed.
const InternalFormat* check_compressed_format(Errors& errors, const Version& version, GLenum name,
                                              GLenum error = GL_INVALID_ENUM) {
    const InternalFormat* const format = find_internal_format(name);
    if (format && runtime::format_info(format->format).block_width != 1 && has_format(version, *format)) return format;
    errors.error(error, "%s is no specific compressed format", enum_name(name));
    return nullptr;
}

bool check_compressed_size(Errors& errors, GLsizei size, size_t bytes) {
    if (size >= 0 && static_cast<size_t>(size) == bytes) return true;
    errors.error(GL_INVALID_VALUE, "the image takes %zu bytes, not %d", bytes, size);
    return false;
}

// Where the blocks of an image lie, as the pixel store says. None after an error.
std::optional<BlockLayout> unpack_blocks(Errors& errors, const PixelState& pixels, const InternalFormat& format,
                                         const Box& box, int dimensions) {
    const BlockLayout layout = block_layout(pixels.unpack, format.format, box.width, box.height, box.depth, dimensions);
    if (layout.aligned) return layout;
    errors.error(GL_INVALID_OPERATION, "the pixel store skips parts of blocks");
    return std::nullopt;
}

// None after an error.
std::optional<NewImage> validate_compressed_image(Context& context, GLenum target, const TargetInfo& info, GLint level,
                                                  GLenum internal_format, const Extent& extent, GLint border,
                                                  GLsizei size) {
    const InternalFormat* const format = check_compressed_format(context, context.version, internal_format);
    if (!format) return std::nullopt;
    if (!may_be_compressed(info.kind, format->format)) {
        context.error(info.dimensions != 3 || is_fxt1(format->format) ? GL_INVALID_ENUM : GL_INVALID_OPERATION,
                      "%s textures can't be in %s", enum_name(target), enum_name(internal_format));
        return std::nullopt;
    }
    if (!check_level(context, info, level) || !check_mutable(context, info)) return std::nullopt;
    if (border != 0) {
        context.error(context.version.is_es() ? GL_INVALID_VALUE : GL_INVALID_OPERATION,
                      "compressed images have no border");
        return std::nullopt;
    }
    bool fits = false;
    if (!check_image_size(context, info, level, extent, &fits)) return std::nullopt;
    const size_t bytes = compressed_image_bytes(format->format, extent.width, extent.height, extent.depth);
    if (!check_compressed_size(context, size, bytes)) return std::nullopt;
    return NewImage{info, format, extent, fits};
}

void compressed_tex_image(Context& context, GLenum target, GLint level, GLenum internal_format, Extent extent,
                          GLint border, GLsizei size, const void* data, int dimensions) {
    TargetInfo info;
    if (!check_image_target(context, target, dimensions, true, &info)) return;
    if (context.version.is_es1() && is_paletted(internal_format))
        return paletted_tex_image(context, target, level, internal_format, extent.width, extent.height, border, size,
                                  data);
    const auto image = validate_compressed_image(context, target, info, level, internal_format, extent, border, size);
    if (!image) return;
    if (info.proxy) return set_proxy(context.textures, *image, level);
    const Box all{0, 0, 0, extent.width, extent.height, extent.depth};
    const auto layout = unpack_blocks(context, context.pixels, *image->format, all, dimensions);
    if (!layout) return;
    const PixelPointer source = unpack_bytes(context, context.buffers, layout->end, data);
    if (!source.good) return;
    Texture& texture = bound_texture(context.textures, info);
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return undefine_level(texture, info.face, level);
    TextureLevel& to = define_level(texture, info.face, level, *image->format, image->format->format, extent);
    if (!source.data) return;
    context.rasterizer.wait_for(*to.image);
    store_blocks(*layout, source.data, *to.image, {0, 0, to.slice, extent.width, extent.height, extent.depth});
    image_changed(context.rasterizer, texture, level);
}

void compressed_tex_sub_image(Context& context, GLenum target, GLint level, Box box, GLenum format_name, GLsizei size,
                              const void* data, int dimensions) {
    TargetInfo info;
    if (!check_image_target(context, target, dimensions, false, &info)) return;
    set_compressed_sub_image(context, bound_texture(context.textures, info), info, level, box, format_name, size, data);
}

}  // namespace

void set_compressed_sub_image(Context& context, Texture& texture, const TargetInfo& info, GLint level, Box box,
                              GLenum format_name, GLsizei size, const void* data) {
    if (context.version.is_es1() && is_paletted(format_name)) {
        context.error(GL_INVALID_OPERATION, "paletted textures are given as a whole");
        return;
    }
    // OpenGL ES 3.2 §8.7: what is not the texture's format is not converted.
    const GLenum error = context.version.is_es2() ? GL_INVALID_OPERATION : GL_INVALID_ENUM;
    const InternalFormat* const format = check_compressed_format(context, context.version, format_name, error);
    if (!format) return;
    TextureLevel* const image = sub_image_level(context, texture, info, level, box);
    if (!image) return;
    if (image->image->format() != format->format) {
        context.error(GL_INVALID_OPERATION, "the image is not compressed as %s", enum_name(format_name));
        return;
    }
    if (!whole_blocks(context, *image, box)) return;
    const size_t bytes = compressed_image_bytes(format->format, box.width, box.height, box.depth);
    if (!check_compressed_size(context, size, bytes)) return;
    const auto layout =
        unpack_blocks(context, context.pixels, *format, box, info.dimensions == 3 || box.depth > 1 ? 3 : 2);
    if (!layout) return;
    const PixelPointer source = unpack_bytes(context, context.buffers, layout->end, data);
    if (!source.good || !source.data || bytes == 0) return;
    context.rasterizer.wait_for(*image->image);
    store_blocks(*layout, source.data, *image->image, box);
    image_changed(context.rasterizer, texture, level);
}

namespace {

// How many levels a base of this size has.
int32_t most_levels(TextureKind kind, const Extent& base) {
    if (kind == TextureKind::Rectangle) return 1;
    int32_t largest = base.width;
    if (kind != TextureKind::Array1D) largest = std::max(largest, base.height);
    if (kind == TextureKind::Texture3D) largest = std::max(largest, base.depth);
    return std::bit_width(static_cast<uint32_t>(largest));
}

// None after an error.
std::optional<NewImage> validate_tex_storage(Context& context, GLenum target, GLsizei levels, GLenum internal_format,
                                             const Extent& extent, int dimensions) {
    const TargetInfo info = target_info(target);
    const auto fail = [&](GLenum code, const char* why) {
        context.error(code, "%s", why);
        return std::nullopt;
    };
    if (!info.valid || info.face_target || info.dimensions != dimensions) {
        context.error(GL_INVALID_ENUM, "%s is no target for it", enum_name(target));
        return std::nullopt;
    }
    const InternalFormat* const format = find_internal_format(internal_format);
    if (!format || !format->sized || !has_format(context.version, *format)) {
        context.error(GL_INVALID_ENUM, "%s is no sized internal format", enum_name(internal_format));
        return std::nullopt;
    }
    if (levels < 1 || extent.width < 1 || extent.height < 1 || extent.depth < 1)
        return fail(GL_INVALID_VALUE, "levels and sizes must be positive");
    if (!check_internal_format(context, context.version, info, static_cast<GLint>(internal_format)))
        return std::nullopt;
    bool fits = false, sparse = !info.proxy && bound_texture(context.textures, info).sparse.enabled;
    if (!check_image_size(context, info, 0, extent, &fits, sparse)) return std::nullopt;
    if (const int32_t most = most_levels(info.kind, extent); levels > most) {
        context.error(GL_INVALID_OPERATION, "%d levels are more than the %d of this size", levels, most);
        return std::nullopt;
    }
    if (!info.proxy && bound_texture(context.textures, info).name == 0)
        return fail(GL_INVALID_OPERATION, "the default texture can't have immutable storage");
    if (!check_mutable(context, info)) return std::nullopt;
    if (sparse && !check_sparse_storage(context, bound_texture(context.textures, info), *format)) return std::nullopt;
    return NewImage{info, format, extent, fits};
}

void tex_storage(Context& context, GLenum target, GLsizei levels, GLenum internal_format, Extent extent,
                 int dimensions) {
    const auto image = validate_tex_storage(context, target, levels, internal_format, extent, dimensions);
    if (!image) return;
    const TextureKind kind = image->info.kind;
    const InternalFormat* const format = image->format;
    if (image->info.proxy) {
        for (int32_t level = 0; level < max_texture_levels; ++level)
            set_proxy(context.textures,
                      {image->info, format, level_extent(kind, extent, level), image->fits && level < levels}, level);
        return;
    }
    Texture& texture = bound_texture(context.textures, image->info);
    auto sparse = sparse_storage(texture, *format);
    define_levels(texture, levels, *format, extent, sparse ? &*sparse : nullptr);
    keep_sparse_storage(texture, sparse);
    make_immutable(texture, levels);
}

}  // namespace

namespace commands {

#include "glapi/commands/textures/texture_images.def"

}  // namespace commands
}  // namespace glapi
