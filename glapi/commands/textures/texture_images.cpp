#include "glapi/commands/textures/texture_images.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/commands/textures/paletted_textures.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/pixels/mipmap.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

using runtime::BaseFormat;
using runtime::Extent;
using runtime::Format;

Texture& bound_texture(Context& context, const TargetInfo& info) {
    return *context.textures.active().textures[static_cast<int>(info.kind)];
}

Extent largest_extent(TextureKind kind) {
    switch (kind) {
        case TextureKind::Texture1D: return {max_texture_size, 1, 1};
        case TextureKind::Texture3D: return {max_texture_size_3d, max_texture_size_3d, max_texture_size_3d};
        case TextureKind::Array1D: return {max_texture_size, max_texture_layers, 1};
        case TextureKind::Array2D:
        case TextureKind::CubeArray:
        case TextureKind::MultisampleArray2D: return {max_texture_size, max_texture_size, max_texture_layers};
        default: return {max_texture_size, max_texture_size, 1};
    }
}

int32_t level_count(TextureKind kind) {
    if (kind == TextureKind::Rectangle || kind >= TextureKind::Buffer) return 1;
    return std::bit_width(static_cast<uint32_t>(largest_extent(kind).width));
}

bool is_depth(BaseFormat base) { return base == BaseFormat::DepthComponent || base == BaseFormat::DepthStencil; }

bool is_integer(Format format) {
    const auto component = runtime::format_info(format).component_class;
    return component == runtime::ComponentClass::Signed || component == runtime::ComponentClass::Unsigned;
}

bool whole_blocks(Context& context, const char* command, const TextureLevel& image, const Box& box) {
    const runtime::FormatInfo& stored = runtime::format_info(image.image->format());
    const auto ragged = [](int32_t first, int32_t count, int32_t whole, int32_t block) {
        return first % block != 0 || (count % block != 0 && first + count != whole);
    };
    if (!ragged(box.x, box.width, image.extent.width, stored.block_width) &&
        !ragged(box.y, box.height, image.extent.height, stored.block_height))
        return true;
    context.error(GL_INVALID_OPERATION, "%s: the box isn't made of whole blocks of %s", command,
                  enum_name(image.format->name));
    return false;
}

bool check_level(Context& context, const char* command, const TargetInfo& info, GLint level) {
    if (level >= 0 && level < level_count(info.kind)) return true;
    context.error(GL_INVALID_VALUE, "%s: there is no level %d", command, level);
    return false;
}

bool check_image_size(Context& context, const char* command, const TargetInfo& info, GLint level, const Extent& extent,
                      bool* fits) {
    *fits = false;
    if (extent.width < 0 || extent.height < 0 || extent.depth < 0) {
        context.error(GL_INVALID_VALUE, "%s: a size is negative", command);
        return false;
    }
    if (info.kind == TextureKind::Cube || info.kind == TextureKind::CubeArray) {
        if (extent.width != extent.height) {
            context.error(GL_INVALID_VALUE, "%s: cube faces are square, not %d by %d", command, extent.width,
                          extent.height);
            return false;
        }
        if (info.kind == TextureKind::CubeArray && extent.depth % 6 != 0) {
            context.error(GL_INVALID_VALUE, "%s: depth %d is no multiple of six faces", command, extent.depth);
            return false;
        }
    }
    Extent largest = largest_extent(info.kind);
    largest.width = std::max(largest.width >> level, 1);
    if (info.kind != TextureKind::Array1D) largest.height = std::max(largest.height >> level, 1);
    if (info.kind == TextureKind::Texture3D) largest.depth = std::max(largest.depth >> level, 1);
    *fits = extent.width <= largest.width && extent.height <= largest.height && extent.depth <= largest.depth;
    // The largest 3D images and arrays would fit no memory: none has more texels than a 2D image.
    const bool addressable = static_cast<double>(extent.width) * extent.height * extent.depth <=
                             static_cast<double>(max_texture_size) * max_texture_size;
    if (*fits && !addressable && !info.proxy) {
        context.error(GL_OUT_OF_MEMORY, "%s: there is no memory for %d by %d by %d texels", command, extent.width,
                      extent.height, extent.depth);
        return false;
    }
    *fits = *fits && addressable;
    if (!*fits && !info.proxy) {
        context.error(GL_INVALID_VALUE, "%s: %d by %d by %d texels are too many for level %d", command, extent.width,
                      extent.height, extent.depth, level);
        return false;
    }
    return true;
}

void to_storage(TextureKind kind, Box& box, PixelLayout* layout) {
    if (kind != TextureKind::Array1D) return;
    box = {box.x, 0, box.y, box.width, 1, box.height};
    if (layout) layout->image_stride = layout->row_stride;
}

TextureLevel& define_level(Texture& texture, int face, GLint level, const InternalFormat& internal_format,
                           Format format, const Extent& extent, int32_t samples) {
    TextureLevel& to = texture.level(level, face);
    std::shared_ptr<runtime::Image> image;
    if (texture.kind == TextureKind::Cube) {
        const auto fits = [&](const TextureLevel& at) {
            return at && at.extent == extent && at.image->format() == format;
        };
        // A face given again at its size stays in the image it shares.
        if (fits(to)) image = to.image;
        for (int other = 0; other < 6 && !image; ++other) {
            if (fits(texture.level(level, other))) image = texture.level(level, other).image;
        }
    }
    if (!image) {
        Extent storage = extent;
        if (texture.kind == TextureKind::Cube) storage.depth = 6;
        if (texture.kind == TextureKind::Array1D) storage = {extent.width, 1, extent.height};
        image = std::make_shared<runtime::Image>(format, storage, samples);
    }
    to.image = std::move(image);
    to.format = &internal_format;
    to.extent = extent;
    to.slice = texture.kind == TextureKind::Cube ? face : 0;
    texture.changed();
    return to;
}

void undefine_level(Texture& texture, int face, GLint level) {
    texture.level(level, face) = {};
    texture.changed();
}

TextureLevel* sub_image_level(Context& context, const char* command, const TargetInfo& info, GLint level, Box& box) {
    if (!check_level(context, command, info, level)) return nullptr;
    TextureLevel& image = bound_texture(context, info).level(level, info.face);
    if (!image) {
        context.error(GL_INVALID_OPERATION, "%s: level %d has no image", command, level);
        return nullptr;
    }
    if (box.width < 0 || box.height < 0 || box.depth < 0) {
        context.error(GL_INVALID_VALUE, "%s: a size is negative", command);
        return nullptr;
    }
    const auto outside = [](int32_t first, int32_t count, int32_t size) {
        return first < 0 || int64_t{first} + count > size;
    };
    const int32_t depth = info.kind == TextureKind::Cube ? 1 : image.extent.depth;
    if (outside(box.x, box.width, image.extent.width) || outside(box.y, box.height, image.extent.height) ||
        outside(box.z, box.depth, depth)) {
        context.error(GL_INVALID_VALUE, "%s: the box reaches beyond the image's %d by %d by %d", command,
                      image.extent.width, image.extent.height, depth);
        return nullptr;
    }
    box.z += image.slice;
    return &image;
}

void generate_mipmaps(Context& context, Texture& texture) {
    if (!texture.base_complete() || texture.kind >= TextureKind::Buffer || texture.kind == TextureKind::Rectangle)
        return;
    const int32_t base = texture.effective_base_level();
    const int32_t last = texture.last_level();
    const TextureLevel source = texture.level(base);
    context.rasterizer.wait_for(*source.image);
    std::shared_ptr<runtime::Image> image = source.image;
    for (int32_t level = base + 1; level <= last; ++level) {
        image = next_mipmap_level(*image, texture.kind);
        if (!image) break;
        Extent extent = image->extent();
        if (texture.kind == TextureKind::Cube) extent.depth = 1;
        if (texture.kind == TextureKind::Array1D) extent = {extent.width, extent.depth, 1};
        for (int face = 0; face < texture.face_count(); ++face)
            texture.level(level, face) = {image, source.format, extent, face};
    }
    texture.changed();
}

void image_changed(Context& context, Texture& texture, GLint level) {
    if (texture.generate_mipmap && level == texture.effective_base_level()) generate_mipmaps(context, texture);
}

namespace {

// Compressed formats serve two-dimensional images only, as single images or layers.
bool may_be_compressed(TextureKind kind) {
    return kind == TextureKind::Texture2D || kind == TextureKind::Cube || kind == TextureKind::Array2D ||
           kind == TextureKind::CubeArray;
}

bool check_border(Context& context, const char* command, const TargetInfo& info, GLint border) {
    const bool plain = info.kind == TextureKind::Rectangle || info.kind == TextureKind::CubeArray ||
                       context.request.profile == Profile::Core;
    if (border == 0 || (border == 1 && !plain)) return true;
    context.error(GL_INVALID_VALUE, "%s: border %d", command, border);
    return false;
}

// Depth, stencil, integer and other pixels go into formats of their own kind only.
bool check_kinds(Context& context, const char* command, const InternalFormat& format, GLenum pixel_format) {
    const PixelKind kind = pixel_kind(pixel_format);
    bool match = true;
    if (format.base == BaseFormat::StencilIndex)
        match = kind == PixelKind::Stencil;
    else if (is_depth(format.base))
        match = kind == PixelKind::Depth || kind == PixelKind::DepthStencil;
    else if (is_integer(format.format))
        match = kind == PixelKind::IntegerColor;
    else
        match = kind == PixelKind::Color || kind == PixelKind::ColorIndex;
    if (match) return true;
    context.error(GL_INVALID_OPERATION, "%s: %s pixels don't suit internal format %s", command, enum_name(pixel_format),
                  enum_name(format.name));
    return false;
}

const InternalFormat* check_internal_format(Context& context, const char* command, const TargetInfo& info, GLint name) {
    const InternalFormat* const format = find_internal_format(static_cast<GLenum>(name));
    if (!format) {
        context.error(GL_INVALID_VALUE, "%s: internal format %s is not supported", command,
                      enum_name(static_cast<GLenum>(name)));
        return nullptr;
    }
    if (info.kind == TextureKind::Texture3D && is_depth(format->base)) {
        context.error(GL_INVALID_OPERATION, "%s: 3D textures have no depth formats", command);
        return nullptr;
    }
    if (runtime::format_info(format->format).block_width > 1 && !may_be_compressed(info.kind)) {
        context.error(info.kind == TextureKind::Texture3D ? GL_INVALID_OPERATION : GL_INVALID_ENUM,
                      "%s: %s textures can't be in %s", command, enum_name(target_of_kind(info.kind)),
                      enum_name(format->name));
        return nullptr;
    }
    return format;
}

bool check_image_target(Context& context, const char* command, GLenum target, int dimensions, bool proxies,
                        TargetInfo* info) {
    *info = target_info(target);
    const bool whole_cube = info->kind == TextureKind::Cube && !info->face_target && !info->proxy;
    if (info->valid && info->dimensions == dimensions && !whole_cube && (proxies || !info->proxy)) return true;
    context.error(GL_INVALID_ENUM, "%s: %s is no target for it", command, enum_name(target));
    return false;
}

bool check_mutable(Context& context, const char* command, const TargetInfo& info) {
    if (info.proxy) return true;
    if (!bound_texture(context, info).immutable)
        return check_unreferenced(context, command, bound_texture(context, info));
    context.error(GL_INVALID_OPERATION, "%s: the texture's storage is immutable", command);
    return false;
}

void tex_image(Context& context, const char* command, GLenum target, GLint level, GLint internal_format, Extent extent,
               GLint border, GLenum format, GLenum type, const void* pixels, int dimensions) {
    TargetInfo info;
    if (!check_image_target(context, command, target, dimensions, true, &info)) return;
    if (!check_level(context, command, info, level) || !check_border(context, command, info, border)) return;
    // OpenGL ES converts nothing; its BGRA (EXT_texture_format_BGRA8888) is stored as other images are.
    if (context.is_es() && static_cast<GLenum>(internal_format) != format) {
        context.error(GL_INVALID_OPERATION, "%s: internal format %s and pixels of format %s", command,
                      enum_name(static_cast<GLenum>(internal_format)), enum_name(format));
        return;
    }
    if (internal_format == GL_BGRA && context.is_es()) internal_format = GL_RGBA;
    // The internal format's own error comes first: both INVALID_VALUE and the pixel formats' may apply.
    if (!check_pixel_format(context, command, format, type)) return;
    const InternalFormat* const internal = check_internal_format(context, command, info, internal_format);
    if (!internal || !check_kinds(context, command, *internal, format) || !check_mutable(context, command, info))
        return;

    // Border texels are dropped: the image proper is what lies within.
    const Extent given = extent;
    if (border) {
        if (extent.width < 2 || (dimensions > 1 && info.kind != TextureKind::Array1D && extent.height < 2) ||
            (info.kind == TextureKind::Texture3D && extent.depth < 2)) {
            context.error(GL_INVALID_VALUE, "%s: the image has no room for its border", command);
            return;
        }
        extent.width -= 2;
        if (dimensions > 1 && info.kind != TextureKind::Array1D) extent.height -= 2;
        if (info.kind == TextureKind::Texture3D) extent.depth -= 2;
    }
    bool fits = false;
    if (!check_image_size(context, command, info, level, extent, &fits)) return;
    if (info.proxy) {
        context.textures.proxies[static_cast<int>(info.kind)][level] =
            fits ? ProxyLevel{internal, extent} : ProxyLevel{};
        return;
    }
    const PixelLayout layout =
        pixel_layout(context.pixels.unpack, format, type, given.width, given.height, given.depth, dimensions);
    const PixelPointer source = unpack_pointer(context, command, layout, pixels);
    if (!source.good) return;

    Texture& texture = bound_texture(context, info);
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) {
        undefine_level(texture, info.face, level);
        return;
    }
    TextureLevel& image = define_level(texture, info.face, level, *internal, internal->format, extent);
    if (source.data) {
        context.rasterizer.wait_for(*image.image);  // a cube's image may be shared with faces in use
        PixelLayout inner = layout;
        if (border) {
            inner.first += layout.pixel_bytes;
            if (dimensions > 1 && info.kind != TextureKind::Array1D) inner.first += layout.row_stride;
            if (info.kind == TextureKind::Texture3D) inner.first += layout.image_stride;
        }
        Box box{0, 0, image.slice, extent.width, extent.height, extent.depth};
        to_storage(info.kind, box, &inner);
        unpack_image(context.pixels, inner, source.data, *image.image, box);
    }
    image_changed(context, texture, level);
}

void tex_sub_image(Context& context, const char* command, GLenum target, GLint level, Box box, GLenum format,
                   GLenum type, const void* pixels, int dimensions) {
    TargetInfo info;
    if (!check_image_target(context, command, target, dimensions, false, &info)) return;
    if (!check_pixel_format(context, command, format, type)) return;
    TextureLevel* const image = sub_image_level(context, command, info, level, box);
    if (!image || !check_kinds(context, command, *image->format, format)) return;
    if (!whole_blocks(context, command, *image, box)) return;
    PixelLayout layout =
        pixel_layout(context.pixels.unpack, format, type, box.width, box.height, box.depth, dimensions);
    const PixelPointer source = unpack_pointer(context, command, layout, pixels);
    if (!source.good || !source.data || box.width == 0 || box.height == 0 || box.depth == 0) return;
    context.rasterizer.wait_for(*image->image);
    to_storage(info.kind, box, &layout);
    unpack_image(context.pixels, layout, source.data, *image->image, box);
    image_changed(context, bound_texture(context, info), level);
}

void compressed_tex_image(Context& context, const char* command, GLenum target, GLint level, GLenum internal_format,
                          Extent extent, GLint border, GLsizei size, const void* data, int dimensions) {
    TargetInfo info;
    if (!check_image_target(context, command, target, dimensions, true, &info)) return;
    if (context.is_es() && is_paletted(internal_format))
        return paletted_tex_image(context, command, target, level, internal_format, extent.width, extent.height, border,
                                  size, data);
    const InternalFormat* const format = find_internal_format(internal_format);
    if (!format || runtime::format_info(format->format).block_width == 1) {
        context.error(GL_INVALID_ENUM, "%s: %s is no specific compressed format", command, enum_name(internal_format));
        return;
    }
    if (!may_be_compressed(info.kind)) {
        context.error(dimensions == 3 ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: %s textures can't be in %s",
                      command, enum_name(target), enum_name(internal_format));
        return;
    }
    if (!check_level(context, command, info, level) || !check_mutable(context, command, info)) return;
    if (border != 0) {
        context.error(GL_INVALID_VALUE, "%s: compressed images have no border", command);
        return;
    }
    bool fits = false;
    if (!check_image_size(context, command, info, level, extent, &fits)) return;
    const size_t bytes = compressed_image_bytes(format->format, extent.width, extent.height, extent.depth);
    if (size < 0 || static_cast<size_t>(size) != bytes) {
        context.error(GL_INVALID_VALUE, "%s: the image takes %zu bytes, not %d", command, bytes, size);
        return;
    }
    if (info.proxy) {
        context.textures.proxies[static_cast<int>(info.kind)][level] = fits ? ProxyLevel{format, extent} : ProxyLevel{};
        return;
    }
    const PixelPointer source = unpack_bytes(context, command, bytes, data);
    if (!source.good) return;
    Texture& texture = bound_texture(context, info);
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) {
        undefine_level(texture, info.face, level);
        return;
    }
    TextureLevel& image = define_level(texture, info.face, level, *format, format->format, extent);
    if (!source.data) return;
    context.rasterizer.wait_for(*image.image);
    const size_t row = compressed_image_bytes(format->format, extent.width, 1, 1);
    const int32_t rows = (extent.height + 3) / 4;
    for (int32_t z = 0; z < extent.depth; ++z) {
        for (int32_t y = 0; y < rows; ++y)
            std::memcpy(image.image->row(y, image.slice + z), source.data + (static_cast<size_t>(z) * rows + y) * row,
                        row);
    }
    image_changed(context, texture, level);
}

void compressed_tex_sub_image(Context& context, const char* command, GLenum target, GLint level, Box box,
                              GLenum format_name, GLsizei size, const void* data, int dimensions) {
    TargetInfo info;
    if (!check_image_target(context, command, target, dimensions, false, &info)) return;
    if (context.is_es() && is_paletted(format_name)) {
        context.error(GL_INVALID_OPERATION, "%s: paletted textures are given as a whole", command);
        return;
    }
    const InternalFormat* const format = find_internal_format(format_name);
    if (!format || runtime::format_info(format->format).block_width == 1) {
        context.error(GL_INVALID_ENUM, "%s: %s is no specific compressed format", command, enum_name(format_name));
        return;
    }
    TextureLevel* const image = sub_image_level(context, command, info, level, box);
    if (!image) return;
    if (image->image->format() != format->format) {
        context.error(GL_INVALID_OPERATION, "%s: the image is not compressed as %s", command, enum_name(format_name));
        return;
    }
    if (!whole_blocks(context, command, *image, box)) return;
    const size_t bytes = compressed_image_bytes(format->format, box.width, box.height, box.depth);
    if (size < 0 || static_cast<size_t>(size) != bytes) {
        context.error(GL_INVALID_VALUE, "%s: the image takes %zu bytes, not %d", command, bytes, size);
        return;
    }
    const PixelPointer source = unpack_bytes(context, command, bytes, data);
    if (!source.good || !source.data || bytes == 0) return;
    context.rasterizer.wait_for(*image->image);
    const size_t block = runtime::format_info(format->format).bytes_per_block;
    const size_t row = compressed_image_bytes(format->format, box.width, 1, 1);
    const int32_t rows = (box.height + 3) / 4;
    for (int32_t z = 0; z < box.depth; ++z) {
        for (int32_t y = 0; y < rows; ++y)
            std::memcpy(image->image->row(box.y / 4 + y, box.z + z) + static_cast<size_t>(box.x / 4) * block,
                        source.data + (static_cast<size_t>(z) * rows + y) * row, row);
    }
    image_changed(context, bound_texture(context, info), level);
}

void tex_storage(Context& context, const char* command, GLenum target, GLsizei levels, GLenum internal_format,
                 Extent extent, int dimensions) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.face_target || info.dimensions != dimensions) {
        context.error(GL_INVALID_ENUM, "%s: %s is no target for it", command, enum_name(target));
        return;
    }
    const InternalFormat* const format = find_internal_format(internal_format);
    if (!format || !format->sized) {
        context.error(GL_INVALID_ENUM, "%s: %s is no sized internal format", command, enum_name(internal_format));
        return;
    }
    if (levels < 1 || extent.width < 1 || extent.height < 1 || extent.depth < 1) {
        context.error(GL_INVALID_VALUE, "%s: levels and sizes must be positive", command);
        return;
    }
    if (!check_internal_format(context, command, info, static_cast<GLint>(internal_format))) return;
    bool fits = false;
    if (!check_image_size(context, command, info, 0, extent, &fits)) return;
    int32_t largest = extent.width;
    if (info.kind != TextureKind::Array1D) largest = std::max(largest, extent.height);
    if (info.kind == TextureKind::Texture3D) largest = std::max(largest, extent.depth);
    const int32_t most = info.kind == TextureKind::Rectangle ? 1 : std::bit_width(static_cast<uint32_t>(largest));
    if (levels > most) {
        context.error(GL_INVALID_OPERATION, "%s: %d levels are more than the %d of this size", command, levels, most);
        return;
    }
    const auto extent_of = [&](int32_t level) {
        Extent e{std::max(extent.width >> level, 1), extent.height, extent.depth};
        if (info.kind != TextureKind::Array1D) e.height = std::max(extent.height >> level, 1);
        if (info.kind == TextureKind::Texture3D) e.depth = std::max(extent.depth >> level, 1);
        return e;
    };
    if (info.proxy) {
        for (int32_t level = 0; level < max_texture_levels; ++level) {
            context.textures.proxies[static_cast<int>(info.kind)][level] =
                fits && level < levels ? ProxyLevel{format, extent_of(level)} : ProxyLevel{};
        }
        return;
    }
    Texture& texture = bound_texture(context, info);
    if (texture.name == 0) {
        context.error(GL_INVALID_OPERATION, "%s: the default texture can't have immutable storage", command);
        return;
    }
    if (!check_mutable(context, command, info)) return;
    for (int face = 0; face < texture.face_count(); ++face) {
        for (int32_t level = 0; level < max_texture_levels; ++level) {
            texture.level(level, face) = {};
            if (level < levels) define_level(texture, face, level, *format, format->format, extent_of(level));
        }
    }
    texture.immutable = true;
    texture.immutable_levels = levels;
    texture.changed();
}

}  // namespace

namespace commands {

void TexImage1D(Context& context, GLenum target, GLint level, GLint internalformat, GLsizei width, GLint border,
                GLenum format, GLenum type, const void* pixels) {
    tex_image(context, "glTexImage1D", target, level, internalformat, {width, 1, 1}, border, format, type, pixels, 1);
}
void TexImage2D(Context& context, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                GLint border, GLenum format, GLenum type, const void* pixels) {
    tex_image(context, "glTexImage2D", target, level, internalformat, {width, height, 1}, border, format, type, pixels,
              2);
}
void TexImage3D(Context& context, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                GLsizei depth, GLint border, GLenum format, GLenum type, const void* pixels) {
    tex_image(context, "glTexImage3D", target, level, internalformat, {width, height, depth}, border, format, type,
              pixels, 3);
}

void TexSubImage1D(Context& context, GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format,
                   GLenum type, const void* pixels) {
    tex_sub_image(context, "glTexSubImage1D", target, level, {xoffset, 0, 0, width, 1, 1}, format, type, pixels, 1);
}
void TexSubImage2D(Context& context, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                   GLsizei height, GLenum format, GLenum type, const void* pixels) {
    tex_sub_image(context, "glTexSubImage2D", target, level, {xoffset, yoffset, 0, width, height, 1}, format, type,
                  pixels, 2);
}
void TexSubImage3D(Context& context, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                   GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void* pixels) {
    tex_sub_image(context, "glTexSubImage3D", target, level, {xoffset, yoffset, zoffset, width, height, depth}, format,
                  type, pixels, 3);
}

void CompressedTexImage1D(Context& context, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                          GLint border, GLsizei imageSize, const void* data) {
    compressed_tex_image(context, "glCompressedTexImage1D", target, level, internalformat, {width, 1, 1}, border,
                         imageSize, data, 1);
}
void CompressedTexImage2D(Context& context, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                          GLsizei height, GLint border, GLsizei imageSize, const void* data) {
    compressed_tex_image(context, "glCompressedTexImage2D", target, level, internalformat, {width, height, 1}, border,
                         imageSize, data, 2);
}
void CompressedTexImage3D(Context& context, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                          GLsizei height, GLsizei depth, GLint border, GLsizei imageSize, const void* data) {
    compressed_tex_image(context, "glCompressedTexImage3D", target, level, internalformat, {width, height, depth},
                         border, imageSize, data, 3);
}
void CompressedTexSubImage1D(Context& context, GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format,
                             GLsizei imageSize, const void* data) {
    compressed_tex_sub_image(context, "glCompressedTexSubImage1D", target, level, {xoffset, 0, 0, width, 1, 1}, format,
                             imageSize, data, 1);
}
void CompressedTexSubImage2D(Context& context, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                             GLsizei height, GLenum format, GLsizei imageSize, const void* data) {
    compressed_tex_sub_image(context, "glCompressedTexSubImage2D", target, level,
                             {xoffset, yoffset, 0, width, height, 1}, format, imageSize, data, 2);
}
void CompressedTexSubImage3D(Context& context, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                             GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLsizei imageSize,
                             const void* data) {
    compressed_tex_sub_image(context, "glCompressedTexSubImage3D", target, level,
                             {xoffset, yoffset, zoffset, width, height, depth}, format, imageSize, data, 3);
}

void TexStorage1D(Context& context, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width) {
    tex_storage(context, "glTexStorage1D", target, levels, internalformat, {width, 1, 1}, 1);
}
void TexStorage2D(Context& context, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width,
                  GLsizei height) {
    tex_storage(context, "glTexStorage2D", target, levels, internalformat, {width, height, 1}, 2);
}
void TexStorage3D(Context& context, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height,
                  GLsizei depth) {
    tex_storage(context, "glTexStorage3D", target, levels, internalformat, {width, height, depth}, 3);
}

void GenerateMipmap(Context& context, GLenum target) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.proxy || info.face_target || info.kind == TextureKind::Rectangle ||
        info.kind >= TextureKind::Buffer) {
        context.error(GL_INVALID_ENUM, "glGenerateMipmap: %s textures have no mipmaps", enum_name(target));
        return;
    }
    Texture& texture = bound_texture(context, info);
    const int32_t base = texture.effective_base_level();
    if (base >= max_texture_levels || !texture.base_complete()) {
        if (info.kind == TextureKind::Cube) {
            context.error(GL_INVALID_OPERATION, "glGenerateMipmap: the cube is not complete");
        }
        return;  // nothing to start from
    }
    if (is_integer(texture.level(base).image->format()) ||
        texture.level(base).format->base == runtime::BaseFormat::DepthStencil ||
        texture.level(base).format->base == runtime::BaseFormat::StencilIndex) {
        context.error(GL_INVALID_OPERATION, "glGenerateMipmap: the format can't be filtered");
        return;
    }
    generate_mipmaps(context, texture);
}

}  // namespace commands
}  // namespace glapi
