// ARB_clear_texture: filling parts of textures with one texel.
#include <algorithm>

#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/pixels/byte_copies.h"
#include "glapi/pixels/pixel_types.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "rasterizer/rasterizer.h"
#include "runtime/images/resident_stretches.h"

namespace glapi {
namespace {

using runtime::BaseFormat;
using runtime::Image;

// The texture and level, or null after an error.
std::shared_ptr<Texture> cleared_texture(Errors& errors, const ShareGroup& shared, GLuint name, GLint level) {
    const auto fail = [&](GLenum code, const char* why) {
        errors.error(code, "texture %u %s", name, why);
        return nullptr;
    };
    std::shared_ptr<Texture> texture = name ? shared.textures.find(name) : nullptr;
    if (!texture) return fail(GL_INVALID_OPERATION, "does not exist");
    if (texture->kind == TextureKind::Buffer || texture->kind == TextureKind::Renderbuffer)
        return fail(GL_INVALID_OPERATION, "has no images");
    if (level < 0 || level >= level_count(texture->kind)) return fail(GL_INVALID_VALUE, "has no such level");
    bool defined = false;
    for (int face = 0; face < texture->face_count(); ++face) defined |= bool(texture->level(level, face));
    if (!defined) return fail(GL_INVALID_OPERATION, "has no image at this level");
    return texture;
}

// Whether pixels of this format and type fill images of this internal format.
bool check_fill(Errors& errors, const Version& version, const InternalFormat& stored, GLenum format, GLenum type) {
    // Generic compressed formats count, though they are stored as they come here.
    if (stored.specific_name) {
        errors.error(GL_INVALID_OPERATION, "the texture is compressed");
        return false;
    }
    const PixelKind kind = pixel_kind(format);
    bool match = false;
    switch (stored.base) {
        case BaseFormat::DepthComponent: match = kind == PixelKind::Depth; break;
        case BaseFormat::DepthStencil: match = kind == PixelKind::DepthStencil; break;
        case BaseFormat::StencilIndex: match = kind == PixelKind::Stencil; break;
        case BaseFormat::None:
        case BaseFormat::Alpha:
        case BaseFormat::Luminance:
        case BaseFormat::LuminanceAlpha:
        case BaseFormat::Intensity:
        case BaseFormat::Red:
        case BaseFormat::Rg:
        case BaseFormat::Rgb:
        case BaseFormat::Rgba:
            match = kind == (is_integer(stored.format) ? PixelKind::IntegerColor : PixelKind::Color);
            break;
    }
    // A format that doesn't suit is the first error, before a type that doesn't suit the format.
    if (!match && find_pixel_format(format)) {
        errors.error(GL_INVALID_OPERATION, "%s pixels don't suit internal format %s", enum_name(format),
                     enum_name(stored.name));
        return false;
    }
    return check_pixel_format(errors, version, format, type);
}

// An image of one texel. Neither pixel storage modes nor pixel transfer apply.
void make_texel(Image& texel, const InternalFormat& stored, GLenum format, GLenum type, const void* data) {
    if (!data) return;
    PixelState plain;
    plain.unpack.alignment = 1;
    unpack_image(plain, pixel_layout(plain.unpack, format, type, 1, 1, 1, 2), static_cast<const std::byte*>(data),
                 texel, {0, 0, 0, 1, 1, 1}, is_unclamped_depth(stored));
}

void fill(Image& image, const Box& box, const Image& texel) {
    const size_t bytes = runtime::format_info(image.format()).bytes_per_block;
    for (int32_t z = 0; z < box.depth; ++z)
        for (int32_t sample = 0; sample < image.samples(); ++sample)
            for (int32_t y = 0; y < box.height; ++y) {
                std::byte* const row = image.row(box.y + y, box.z + z, sample);
                runtime::for_each_resident_stretch(
                    image, box.x, box.y + y, box.z + z, box.width, [&](int32_t first, int32_t count) {
                        repeat_texel(row + static_cast<size_t>(first) * bytes, static_cast<size_t>(count) * bytes,
                                     texel.row(0), bytes);
                    });
            }
}

// `box`: faces of cubes count as slices.
void clear_texture(Errors& errors, const Version& version, rasterizer::Rasterizer& rasterizer, Texture& texture,
                   GLint level, const Box& box, GLenum format, GLenum type, const void* data) {
    const bool cube = texture.kind == TextureKind::Cube;
    if (box.width < 0 || box.height < 0 || box.depth < 0) return errors.error(GL_INVALID_VALUE, "a size is negative");
    const auto outside = [](int32_t first, int32_t count, int32_t size) {
        return first < 0 || int64_t{first} + count > size;
    };
    if (outside(box.z, box.depth, cube ? 6 : std::max(texture.level(level).extent.depth, 1)))
        return errors.error(GL_INVALID_OPERATION, "the slices are not within the image");
    const int first_face = cube ? box.z : 0, last_face = cube ? box.z + box.depth : 1;
    for (int face = first_face; face < last_face; ++face) {
        const TextureLevel& image = texture.level(level, face);
        if (!image) return errors.error(GL_INVALID_OPERATION, "a face has no image");
        if (!check_fill(errors, version, *image.format, format, type)) return;
        if (outside(box.x, box.width, image.extent.width) || outside(box.y, box.height, image.extent.height))
            return errors.error(GL_INVALID_OPERATION, "the box is not within the image");
    }
    for (int face = first_face; face < last_face; ++face) {
        const TextureLevel& at = texture.level(level, face);
        Image texel(at.image->format(), {1, 1, 1});
        make_texel(texel, *at.format, format, type, data);
        Box part = box;
        if (cube) part.z = at.slice, part.depth = 1;
        to_storage(texture.kind, part, nullptr);
        rasterizer.wait_for(*at.image);
        fill(*at.image, part, texel);
    }
    image_changed(rasterizer, texture, level);
}

}  // namespace

namespace commands {

void ClearTexImage(Context& context, GLuint texture, GLint level, GLenum format, GLenum type, const void* data) {
    const auto object = cleared_texture(context, *context.shared, texture, level);
    if (!object) return;
    const runtime::Extent extent = object->level(level).extent;
    const int32_t depth = object->kind == TextureKind::Cube ? 6 : extent.depth;
    clear_texture(context, context.version, context.rasterizer, *object, level,
                  {0, 0, 0, extent.width, extent.height, depth}, format, type, data);
}

void ClearTexSubImage(Context& context, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                      GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void* data) {
    const auto object = cleared_texture(context, *context.shared, texture, level);
    if (object)
        clear_texture(context, context.version, context.rasterizer, *object, level,
                      {xoffset, yoffset, zoffset, width, height, depth}, format, type, data);
}

}  // namespace commands
}  // namespace glapi
