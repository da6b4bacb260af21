// TextureView: a texture of another one's storage (ARB_texture_view).
#include <algorithm>
#include <optional>

#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/pixels/version_formats.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

using runtime::Extent;

constexpr uint32_t bit(TextureKind kind) { return 1u << static_cast<int>(kind); }

// What a texture of a kind may be viewed as.
uint32_t viewable_kinds(TextureKind kind) {
    constexpr uint32_t rows = bit(TextureKind::Texture1D) | bit(TextureKind::Array1D);
    constexpr uint32_t flat = bit(TextureKind::Texture2D) | bit(TextureKind::Array2D);
    constexpr uint32_t samples = bit(TextureKind::Multisample2D) | bit(TextureKind::MultisampleArray2D);
    switch (kind) {
        case TextureKind::Texture1D:
        case TextureKind::Array1D: return rows;
        case TextureKind::Texture2D: return flat;
        case TextureKind::Cube:
        case TextureKind::Array2D:
        case TextureKind::CubeArray: return flat | bit(TextureKind::Cube) | bit(TextureKind::CubeArray);
        case TextureKind::Multisample2D:
        case TextureKind::MultisampleArray2D: return samples;
        case TextureKind::Texture3D:
        case TextureKind::Rectangle: return bit(kind);
        case TextureKind::Buffer:
        case TextureKind::Renderbuffer: break;
    }
    return 0;
}

bool has_layers(TextureKind kind) {
    return kind == TextureKind::Array1D || kind == TextureKind::Array2D || kind == TextureKind::Cube ||
           kind == TextureKind::CubeArray || kind == TextureKind::MultisampleArray2D;
}

bool compatible(const InternalFormat& original, const InternalFormat& wanted) {
    const uint32_t shared = view_class(original);
    return original.name == wanted.name || (shared != GL_NONE && shared == view_class(wanted));
}

// The part of the original's storage, counted from where the original's own begins; none after an error.
std::optional<Texture::View> chosen_part(Errors& errors, const Texture& original, TextureKind kind, GLuint first_level,
                                         GLuint levels, GLuint first_layer, GLuint layers) {
    const auto fail = [&](GLenum code, const char* why) {
        errors.error(code, "%s", why);
        return std::nullopt;
    };
    if (first_level >= static_cast<GLuint>(original.view.levels) ||
        first_layer >= static_cast<GLuint>(original.view.layers))
        return fail(GL_INVALID_VALUE, "the first level or layer is beyond the original's");
    if (levels == 0 || layers == 0) return fail(GL_INVALID_VALUE, "a view has levels and layers");
    Texture::View view{static_cast<int32_t>(first_level), 0, static_cast<int32_t>(first_layer), 0};
    view.levels = static_cast<int32_t>(std::min(levels, static_cast<GLuint>(original.view.levels) - first_level));
    view.layers = static_cast<int32_t>(std::min(layers, static_cast<GLuint>(original.view.layers) - first_layer));
    if (!has_layers(kind) && layers != 1) return fail(GL_INVALID_VALUE, "the target has one layer");
    if (kind == TextureKind::Cube && view.layers != 6) return fail(GL_INVALID_VALUE, "a cube map has six layers");
    if (kind == TextureKind::CubeArray && view.layers % 6 != 0)
        return fail(GL_INVALID_VALUE, "cube maps have six layers each");
    const Extent& extent = original.level(0).extent;
    if ((kind == TextureKind::Cube || kind == TextureKind::CubeArray) && extent.width != extent.height)
        return fail(GL_INVALID_OPERATION, "the original's levels aren't square");
    const Extent largest = largest_extent(kind);
    const bool one_row = kind == TextureKind::Texture1D || kind == TextureKind::Array1D;  // a height counts layers
    if (extent.width > largest.width || (!one_row && extent.height > largest.height))
        return fail(GL_INVALID_OPERATION, "the original is larger than textures of this target are");
    return view;
}

// The extents of a level as the API has them, and as its image does.
struct ViewedExtents {
    Extent told, stored;
};
ViewedExtents viewed_extents(TextureKind kind, const Extent& stored, int32_t layers) {
    Extent in_image = stored;
    if (kind != TextureKind::Texture3D) in_image.depth = layers;
    Extent told = in_image;
    if (kind == TextureKind::Cube) told.depth = 1;
    if (kind == TextureKind::Array1D) told = {in_image.width, layers, 1};
    return {told, in_image};
}

std::shared_ptr<Texture> make_view(const Version& version, const Texture& original, GLuint name, GLenum target,
                                   const InternalFormat& format, const Texture::View& part) {
    auto texture = std::make_shared<Texture>(target, name);
    texture->depth_mode = initial_depth_mode(version.is_core(), version.is_es2());
    for (int32_t level = 0; level < part.levels; ++level) {
        const runtime::Image& from = *original.level(part.first_level + level).image;
        const auto [told, stored] = viewed_extents(texture->kind, from.extent(), part.layers);
        const auto image = std::make_shared<runtime::Image>(from, format.format, stored, part.first_layer);
        for (int face = 0; face < texture->face_count(); ++face)
            texture->level(level, face) = {image, &format, told, face};
    }
    texture->immutable = true;
    texture->immutable_levels = original.immutable_levels;
    texture->sparse = original.sparse;
    texture->sparse.levels = std::clamp(original.sparse.levels - part.first_level, 0, part.levels);
    texture->view = part;
    texture->view.first_level += original.view.first_level;
    texture->view.first_layer += original.view.first_layer;
    return texture;
}

}  // namespace

namespace commands {

void TextureView(Context& context, GLuint texture, GLenum target, GLuint origtexture, GLenum internalformat,
                 GLuint minlevel, GLuint numlevels, GLuint minlayer, GLuint numlayers) {
    auto& names = context.shared->textures;
    if (texture == 0) return context.error(GL_INVALID_VALUE, "texture 0 can't be a view");
    if (!names.reserved(texture) || names.get(texture))
        return context.error(GL_INVALID_OPERATION, "%u is not a name without a texture", texture);
    const TargetInfo info = target_info(target);
    if (!info.valid || info.proxy || info.face_target)
        return context.error(GL_INVALID_ENUM, "%s is not a target", enum_name(target));
    const std::shared_ptr<Texture> original = origtexture ? names.find(origtexture) : nullptr;
    if (!original) return context.error(GL_INVALID_VALUE, "there is no texture %u", origtexture);
    if (!original->immutable)
        return context.error(GL_INVALID_OPERATION, "the storage of texture %u is not immutable", origtexture);
    if (!(viewable_kinds(original->kind) & bit(info.kind)))
        return context.error(GL_INVALID_OPERATION, "a %s can't be viewed as a %s", enum_name(original->target),
                             enum_name(target));
    const InternalFormat* const format = find_internal_format(internalformat);
    if (!format || !has_format(context.version, *format) || !compatible(*original->level(0).format, *format))
        return context.error(GL_INVALID_OPERATION, "%s can't be viewed as %s",
                             enum_name(original->level(0).format->name), enum_name(internalformat));
    const auto part = chosen_part(context, *original, info.kind, minlevel, numlevels, minlayer, numlayers);
    if (part) names.insert(texture, make_view(context.version, *original, texture, target, *format, *part));
}

}  // namespace commands
}  // namespace glapi
