// ARB_direct_state_access: what is more than another command with its object bound
// (glapi/registry/forwarded_commands.py).
#include "glapi/commands/direct_state/existing_objects.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

// The object of a name, the context's own for 0; null after an error.
std::shared_ptr<FeedbackObject> existing_feedback(Context& context, GLuint name) {
    const FeedbackObjects& state = context.feedback_objects;
    return name ? find_existing(context, state.names, name, "transform feedback object") : state.standard;
}

// One of its ranges; null after an error.
const FeedbackObject::BufferRange* feedback_range(const FeedbackObject& object, Errors& errors, GLuint index) {
    if (index < feedback_buffer_count) return &object.ranges[index];
    errors.error(GL_INVALID_VALUE, "index %u is beyond the %d there are", index, feedback_buffer_count);
    return nullptr;
}

// Binds a buffer to it by `bind`, as to the bound one. The general binding point stays as it is.
template <typename Function>
void bind_feedback_buffer(Context& context, GLuint xfb, GLuint buffer, Function&& bind) {
    FeedbackObjects& state = context.feedback_objects;
    std::shared_ptr<FeedbackObject> object = existing_feedback(context, xfb);
    if (!object) return;
    if (buffer != 0 && !context.shared->buffers.get(buffer))
        return context.error(GL_INVALID_VALUE, "there is no buffer %u", buffer);
    const Swapped bound(state.bound, std::move(object));
    const Swapped general(state.buffer, state.buffer);
    bind();
}

}  // namespace

namespace commands {

// ---- buffers

void CopyNamedBufferSubData(Context& context, GLuint readBuffer, GLuint writeBuffer, GLintptr readOffset,
                            GLintptr writeOffset, GLsizeiptr size) {
    std::shared_ptr<Buffer> from = find_existing(context, context.shared->buffers, readBuffer, "buffer");
    if (!from) return;
    std::shared_ptr<Buffer> to = find_existing(context, context.shared->buffers, writeBuffer, "buffer");
    if (!to) return;
    const Swapped read(context.buffers[BufferTarget::CopyRead], std::move(from));
    const Swapped write(context.buffers[BufferTarget::CopyWrite], std::move(to));
    CopyBufferSubData(context, GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, readOffset, writeOffset, size);
}

// ---- framebuffers

GLenum CheckNamedFramebufferStatus(Context& context, GLuint framebuffer, GLenum target) {
    std::shared_ptr<Framebuffer> object;
    if (!existing_framebuffer(context, framebuffer, object)) return 0;
    const Swapped draw(context.framebuffers.draw, object);
    const Swapped read(context.framebuffers.read, object);
    return CheckFramebufferStatus(context, target);
}

void BlitNamedFramebuffer(Context& context, GLuint readFramebuffer, GLuint drawFramebuffer, GLint srcX0, GLint srcY0,
                          GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask,
                          GLenum filter) {
    std::shared_ptr<Framebuffer> from, to;
    if (!existing_framebuffer(context, readFramebuffer, from) || !existing_framebuffer(context, drawFramebuffer, to))
        return;
    const Swapped read(context.framebuffers.read, std::move(from));
    const Swapped draw(context.framebuffers.draw, std::move(to));
    BlitFramebuffer(context, srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter);
}

// ---- transform feedback

void TransformFeedbackBufferBase(Context& context, GLuint xfb, GLuint index, GLuint buffer) {
    bind_feedback_buffer(context, xfb, buffer,
                         [&] { BindBufferBase(context, GL_TRANSFORM_FEEDBACK_BUFFER, index, buffer); });
}
void TransformFeedbackBufferRange(Context& context, GLuint xfb, GLuint index, GLuint buffer, GLintptr offset,
                                  GLsizeiptr size) {
    bind_feedback_buffer(context, xfb, buffer, [&] {
        // BindBufferRange does not mind them where there is no buffer.
        if (offset < 0 || size <= 0) return context.error(GL_INVALID_VALUE, "there is no range %td+%td", offset, size);
        BindBufferRange(context, GL_TRANSFORM_FEEDBACK_BUFFER, index, buffer, offset, size);
    });
}

void GetTransformFeedbackiv(Context& context, GLuint xfb, GLenum pname, GLint* param) {
    const std::shared_ptr<FeedbackObject> object = existing_feedback(context, xfb);
    if (!object) return;
    switch (pname) {
        case GL_TRANSFORM_FEEDBACK_PAUSED: *param = object->paused; break;
        case GL_TRANSFORM_FEEDBACK_ACTIVE: *param = object->active; break;
        default: context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname)); break;
    }
}
void GetTransformFeedbacki_v(Context& context, GLuint xfb, GLenum pname, GLuint index, GLint* param) {
    const std::shared_ptr<FeedbackObject> object = existing_feedback(context, xfb);
    if (!object) return;
    if (pname != GL_TRANSFORM_FEEDBACK_BUFFER_BINDING)
        return context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname));
    if (const auto* const range = feedback_range(*object, context, index))
        *param = range->buffer ? static_cast<GLint>(range->buffer->name) : 0;
}
void GetTransformFeedbacki64_v(Context& context, GLuint xfb, GLenum pname, GLuint index, GLint64* param) {
    const std::shared_ptr<FeedbackObject> object = existing_feedback(context, xfb);
    if (!object) return;
    if (pname != GL_TRANSFORM_FEEDBACK_BUFFER_START && pname != GL_TRANSFORM_FEEDBACK_BUFFER_SIZE)
        return context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname));
    if (const auto* const range = feedback_range(*object, context, index))
        *param = static_cast<GLint64>(pname == GL_TRANSFORM_FEEDBACK_BUFFER_START ? range->offset : range->size);
}

}  // namespace commands
}  // namespace glapi
