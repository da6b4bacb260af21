// Buffer textures.
#include "glapi/commands/textures/bindless_handles.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/pixels/version_formats.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

void tex_buffer(Context& context, GLenum target, GLenum internal_format, GLuint name, int64_t offset, int64_t size,
                bool range) {
    if (target != GL_TEXTURE_BUFFER) {
        context.error(GL_INVALID_ENUM, "%s is not TEXTURE_BUFFER", enum_name(target));
        return;
    }
    const InternalFormat* const format = find_internal_format(internal_format);
    if (!format || !fits_buffers(*format) || !has_format(context.version, *format)) {
        context.error(GL_INVALID_ENUM, "buffers can't hold %s texels", enum_name(internal_format));
        return;
    }
    const auto buffer = name ? context.shared->buffers.find(name) : nullptr;
    if (name && !buffer) {
        context.error(GL_INVALID_OPERATION, "there is no buffer %u", name);
        return;
    }
    if (range && buffer &&
        (offset < 0 || size <= 0 || static_cast<size_t>(offset) > buffer->size ||
         static_cast<size_t>(size) > buffer->size - static_cast<size_t>(offset) ||
         offset % limits::TEXTURE_BUFFER_OFFSET_ALIGNMENT != 0)) {
        context.error(GL_INVALID_VALUE, "the range doesn't suit the buffer's %zu bytes", buffer->size);
        return;
    }
    Texture& texture = *context.textures.active().textures[static_cast<int>(TextureKind::Buffer)];
    if (!check_unreferenced(context, texture)) return;
    texture.texels.buffer = buffer;
    texture.texels.format = format;
    texture.texels.offset = range && buffer ? offset : 0;
    texture.texels.size = range && buffer ? size : -1;
    texture.changed();
}

}  // namespace

namespace commands {

void TexBuffer(Context& context, GLenum target, GLenum internalformat, GLuint buffer) {
    tex_buffer(context, target, internalformat, buffer, 0, -1, false);
}
void TexBufferRange(Context& context, GLenum target, GLenum internalformat, GLuint buffer, GLintptr offset,
                    GLsizeiptr size) {
    tex_buffer(context, target, internalformat, buffer, offset, size, true);
}

}  // namespace commands
}  // namespace glapi
