// ARB_invalidate_subdata: contents that the application needs no more. They may be anything then; they stay what they
// are, but what may not be invalidated is an error.
#include "glapi/commands/check_count.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/textures/texture_levels.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

// INVALID_ENUM or INVALID_OPERATION for what is no attachment of the framebuffer.
bool check_attachment(Errors& errors, const Framebuffer* framebuffer, GLenum attachment) {
    if (framebuffer) {
        if (attachment >= GL_COLOR_ATTACHMENT0 && attachment <= GL_COLOR_ATTACHMENT31) {
            if (attachment - GL_COLOR_ATTACHMENT0 < rasterizer::max_color_attachments) return true;
            errors.error(GL_INVALID_OPERATION, "there are %d colour attachments", rasterizer::max_color_attachments);
            return false;
        }
        if (attachment == GL_DEPTH_ATTACHMENT || attachment == GL_STENCIL_ATTACHMENT ||
            attachment == GL_DEPTH_STENCIL_ATTACHMENT)
            return true;
    } else {
        switch (attachment) {
            case GL_FRONT_LEFT:
            case GL_FRONT_RIGHT:
            case GL_BACK_LEFT:
            case GL_BACK_RIGHT:
            case GL_COLOR:
            case GL_DEPTH:
            case GL_STENCIL: return true;
            default: break;
        }
        if (attachment >= GL_AUX0 && attachment <= GL_AUX3) return true;
    }
    errors.error(GL_INVALID_ENUM, "%s is no attachment", enum_name(attachment));
    return false;
}

void invalidate_framebuffer(Errors& errors, const FramebufferState& state, GLenum target, GLsizei count,
                            const GLenum* attachments, GLsizei width, GLsizei height) {
    if (target != GL_FRAMEBUFFER && target != GL_DRAW_FRAMEBUFFER && target != GL_READ_FRAMEBUFFER)
        return errors.error(GL_INVALID_ENUM, "%s is no framebuffer target", enum_name(target));
    if (!check_count(errors, count)) return;
    if (width < 0 || height < 0) return errors.error(GL_INVALID_VALUE, "a size is negative");
    const Framebuffer* const framebuffer = target == GL_READ_FRAMEBUFFER ? state.read.get() : state.draw.get();
    for (GLsizei i = 0; i < count; ++i)
        if (!check_attachment(errors, framebuffer, attachments[i])) return;
}

// The texture, if it has such a level; null after an error.
const Texture* invalidated_texture(Errors& errors, const ShareGroup& shared, GLuint name, GLint level) {
    const Texture* const texture = name ? shared.textures.get(name) : nullptr;
    if (!texture) {
        errors.error(GL_INVALID_VALUE, "there is no texture %u", name);
        return nullptr;
    }
    if (level < 0 || level >= level_count(texture->kind)) {
        errors.error(GL_INVALID_VALUE, "there is no level %d", level);
        return nullptr;
    }
    return texture;
}

const Buffer* invalidated_buffer(Errors& errors, const ShareGroup& shared, GLuint name) {
    const Buffer* const buffer = name ? shared.buffers.get(name) : nullptr;
    if (!buffer) errors.error(GL_INVALID_VALUE, "there is no buffer %u", name);
    return buffer;
}

// offset and size within 0 … whole.
bool within(int64_t offset, int64_t size, int64_t whole) {
    return offset >= 0 && size >= 0 && offset <= whole && size <= whole - offset;
}

}  // namespace

namespace commands {

void InvalidateFramebuffer(Context& context, GLenum target, GLsizei count, const GLenum* attachments) {
    invalidate_framebuffer(context, context.framebuffers, target, count, attachments, 0, 0);
}
void InvalidateSubFramebuffer(Context& context, GLenum target, GLsizei count, const GLenum* attachments, GLint, GLint,
                              GLsizei width, GLsizei height) {
    invalidate_framebuffer(context, context.framebuffers, target, count, attachments, width, height);
}
void DiscardFramebufferEXT(Context& context, GLenum target, GLsizei count, const GLenum* attachments) {
    invalidate_framebuffer(context, context.framebuffers, target, count, attachments, 0, 0);
}

void InvalidateTexImage(Context& context, GLuint texture, GLint level) {
    invalidated_texture(context, *context.shared, texture, level);
}
void InvalidateTexSubImage(Context& context, GLuint texture, GLint level, GLint x, GLint y, GLint z, GLsizei width,
                           GLsizei height, GLsizei depth) {
    const Texture* const object = invalidated_texture(context, *context.shared, texture, level);
    if (!object) return;
    runtime::Extent extent = object->level(level).extent;
    if (!object->level(level)) extent = {0, 0, 0};
    if (object->kind == TextureKind::Buffer)
        extent = {static_cast<int32_t>(object->texels.buffer ? object->texels.buffer->size : 0), 1, 1};
    if (object->kind == TextureKind::Cube) extent.depth = 6;
    if (!within(x, width, extent.width) || !within(y, height, extent.height) || !within(z, depth, extent.depth))
        context.error(GL_INVALID_VALUE, "the box is not within the image");
}

void InvalidateBufferData(Context& context, GLuint buffer) {
    const Buffer* const object = invalidated_buffer(context, *context.shared, buffer);
    if (object && object->in_client_use()) context.error(GL_INVALID_OPERATION, "buffer %u is mapped", buffer);
}
void InvalidateBufferSubData(Context& context, GLuint buffer, GLintptr offset, GLsizeiptr length) {
    const Buffer* const object = invalidated_buffer(context, *context.shared, buffer);
    if (!object) return;
    if (!within(offset, length, static_cast<int64_t>(object->size)))
        return context.error(GL_INVALID_VALUE, "the range is outside the buffer");
    if (object->maps(static_cast<size_t>(offset), static_cast<size_t>(length)))
        context.error(GL_INVALID_OPERATION, "the range is mapped");
}

}  // namespace commands
}  // namespace glapi
