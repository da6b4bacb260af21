// Image units (EXT_shader_image_load_store).
#include "glapi/objects/textures/image_units.h"

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"

namespace glapi {

using runtime::Format;

namespace {

void bind_image(Context& context, GLuint index, GLuint name, const ImageView& view) {
    if (index >= image_unit_count)
        return context.error(GL_INVALID_VALUE, "image unit %u is beyond the %d there are", index, image_unit_count);
    // What is given beside texture 0 is checked, too.
    if (view.level < 0 || view.layer < 0) return context.error(GL_INVALID_VALUE, "the level or the layer is negative");
    if (!is_image_access(view.access))
        return context.error(GL_INVALID_ENUM, "%s is not an access", enum_name(view.access));
    if (image_format(view.format) == Format::None)
        return context.error(GL_INVALID_VALUE, "images can't be looked at as %s", enum_name(view.format));
    if (name == 0) {
        context.textures.images[index] = free_image_unit(context.version);
        return;
    }
    auto texture = context.shared->textures.find(name);
    if (!texture) return context.error(GL_INVALID_VALUE, "there is no texture %u", name);
    // OpenGL ES 3.2 §8.22; OES_EGL_image_external_essl3 adds external textures.
    if (context.version.is_es2() && !texture->immutable && texture->kind != TextureKind::Buffer &&
        !texture->is_external())
        return context.error(GL_INVALID_OPERATION, "texture %u is of no immutable format", name);
    context.textures.images[index] = {std::move(texture), view};
}

}  // namespace

namespace commands {

void BindImageTextureEXT(Context& context, GLuint index, GLuint texture, GLint level, GLboolean layered, GLint layer,
                         GLenum access, GLint format) {
    bind_image(context, index, texture, {level, layered != GL_FALSE, layer, access, static_cast<GLenum>(format)});
}
void BindImageTexture(Context& context, GLuint unit, GLuint texture, GLint level, GLboolean layered, GLint layer,
                      GLenum access, GLenum format) {
    bind_image(context, unit, texture, {level, layered != GL_FALSE, layer, access, format});
}

// GL 4.6, 8.26: each unit that can be bound is.
void checked::BindImageTextures(Context& context, GLuint first, GLsizei count, const GLuint* textures) {
    if (uint64_t{first} + static_cast<uint64_t>(count) > image_unit_count)
        return context.error(GL_INVALID_OPERATION, "image units %u to %u are beyond the %d there are", first,
                             first + static_cast<GLuint>(count) - 1, image_unit_count);
    for (GLsizei i = 0; i < count; ++i) {
        ImageUnit& unit = context.textures.images[first + static_cast<GLuint>(i)];
        if (!textures || textures[i] == 0) {
            unit = free_image_unit(context.version);
            continue;
        }
        auto texture = context.shared->textures.find(textures[i]);
        if (!texture) {
            context.error(GL_INVALID_OPERATION, "there is no texture %u", textures[i]);
            continue;
        }
        const bool is_buffer = texture->kind == TextureKind::Buffer;
        const InternalFormat* const format = is_buffer ? texture->texels.format : texture->level(0).format;
        const Format stored = !format                           ? Format::None
                              : is_buffer || !texture->level(0) ? format->format
                                                                : texture->level(0).image->format();
        if (!is_image_format(stored)) {
            context.error(GL_INVALID_OPERATION, "texture %u can't be looked at as an image", textures[i]);
            continue;
        }
        unit = {std::move(texture), {0, true, 0, GL_READ_WRITE, runtime::format_info(stored).gl_internal_format}};
    }
}

}  // namespace commands
}  // namespace glapi
