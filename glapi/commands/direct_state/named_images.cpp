// ARB_direct_state_access and ARB_get_texture_sub_image: images of textures given by name. A cube map is one image of
// six layers.
#include "glapi/commands/check_count.h"
#include "glapi/commands/direct_state/existing_objects.h"
#include "glapi/commands/one_call.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

bool has_images(TextureKind kind) { return kind < TextureKind::Buffer; }

// Runs a function on a texture whose images have as many dimensions as the command.
template <typename Function>
void with_image(Context& context, GLuint name, int dimensions, Function&& function) {
    const std::shared_ptr<Texture> texture = existing_texture(context, name, has_images);
    if (!texture) return;
    const TargetInfo info = target_info(*texture);
    if (info.dimensions != dimensions)
        return context.error(GL_INVALID_OPERATION, "texture %u is a %s", name, enum_name(texture->target));
    function(*texture, info);
}

void texture_sub_image(Context& context, GLuint name, int dimensions, GLint level, const Box& box, GLenum format,
                       GLenum type, const void* pixels) {
    with_image(context, name, dimensions, [&](Texture& texture, const TargetInfo& info) {
        set_sub_image(context, texture, info, level, box, format, type, pixels);
    });
}

void compressed_texture_sub_image(Context& context, GLuint name, int dimensions, GLint level, const Box& box,
                                  GLenum format, GLsizei size, const void* data) {
    with_image(context, name, dimensions, [&](Texture& texture, const TargetInfo& info) {
        set_compressed_sub_image(context, texture, info, level, box, format, size, data);
    });
}

void copy_texture_sub_image(Context& context, GLuint name, int dimensions, GLint level, const Box& box, GLint x,
                            GLint y) {
    with_image(context, name, dimensions, [&](Texture& texture, const TargetInfo& info) {
        copy_sub_image(context, texture, info, level, box, x, y);
    });
}

// `get` is told the texture, its target and how many bytes there is room for.
template <typename Function>
void get_texture_image(Context& context, GLuint name, GLsizei size, Function&& get) {
    const std::shared_ptr<Texture> texture = existing_texture(context, name, has_images);
    if (!texture) return;
    if (size < 0) return context.error(GL_INVALID_VALUE, "the size %d is negative", size);
    get(*texture, target_info(*texture), static_cast<size_t>(size));
}

}  // namespace

namespace commands {

void CreateTextures(Context& context, GLenum target, GLsizei n, GLuint* textures) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.proxy || info.face_target)
        return context.error(GL_INVALID_ENUM, "%s is no texture target", enum_name(target));
    if (!check_count(context, n)) return;
    context.shared->textures.generate({textures, static_cast<size_t>(n)});
    for (GLsizei i = 0; i < n; ++i) make_texture(context.version, *context.shared, textures[i], target);
}

void GetTextureImage(Context& context, GLuint texture, GLint level, GLenum format, GLenum type, GLsizei bufSize,
                     void* pixels) {
    get_texture_image(context, texture, bufSize, [&](const auto& object, const auto& info, size_t size) {
        get_image(context, object, info, level, nullptr, format, type, size, pixels);
    });
}
void GetTextureSubImage(Context& context, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                        GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, GLsizei bufSize,
                        void* pixels) {
    const Box part{xoffset, yoffset, zoffset, width, height, depth};
    get_texture_image(context, texture, bufSize, [&](const auto& object, const auto& info, size_t size) {
        get_image(context, object, info, level, &part, format, type, size, pixels);
    });
}
void GetCompressedTextureImage(Context& context, GLuint texture, GLint level, GLsizei bufSize, void* pixels) {
    get_texture_image(context, texture, bufSize, [&](const auto& object, const auto& info, size_t size) {
        get_compressed_image(context, object, info, level, nullptr, size, pixels);
    });
}
void GetCompressedTextureSubImage(Context& context, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                                  GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLsizei bufSize,
                                  void* pixels) {
    const Box part{xoffset, yoffset, zoffset, width, height, depth};
    get_texture_image(context, texture, bufSize, [&](const auto& object, const auto& info, size_t size) {
        get_compressed_image(context, object, info, level, &part, size, pixels);
    });
}

#include "glapi/commands/direct_state/named_images.def"

}  // namespace commands
}  // namespace glapi
