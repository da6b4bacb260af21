// EXT_direct_state_access: buffers, renderbuffers and framebuffers by name.
#include "glapi/commands/direct_state/direct_state.h"
#include "glapi/generated/commands.h"

namespace glapi {
namespace {

// Null after an error.
std::shared_ptr<Buffer> named_buffer(Context& context, GLuint buffer, const char* command) {
    if (buffer != 0) return find_or_create(context.shared->buffers, buffer);
    context.error(GL_INVALID_OPERATION, "%s: there is no buffer 0", command);
    return nullptr;
}

template <typename Result, typename... Parameters, typename... Arguments>
Result with_buffer(Context& context, GLuint buffer, const char* command, Result (*run)(Context&, GLenum, Parameters...),
                   Arguments... arguments) {
    std::shared_ptr<Buffer> object = named_buffer(context, buffer, command);
    if (!object) return Result();
    const Swapped bound(context.buffers[BufferTarget::CopyWrite], std::move(object));
    return run(context, GL_COPY_WRITE_BUFFER, arguments...);
}

template <typename... Parameters, typename... Arguments>
void with_renderbuffer(Context& context, GLuint renderbuffer, const char* command,
                       void (*run)(Context&, GLenum, Parameters...), Arguments... arguments) {
    if (renderbuffer == 0) return context.error(GL_INVALID_OPERATION, "%s: there is no renderbuffer 0", command);
    std::shared_ptr<Renderbuffer> object = find_or_create(context.shared->renderbuffers, renderbuffer);
    object->created = true;
    const Swapped bound(context.framebuffers.renderbuffer, std::move(object));
    run(context, GL_RENDERBUFFER, arguments...);
}

// Null for the window's.
std::shared_ptr<Framebuffer> named_framebuffer(Context& context, GLuint framebuffer) {
    if (framebuffer == 0) return nullptr;
    std::shared_ptr<Framebuffer> object = find_or_create(context.framebuffer_names, framebuffer);
    object->created = true;
    return object;
}

template <typename... Parameters, typename... Arguments>
void with_framebuffer(Context& context, GLuint framebuffer, const char*, void (*run)(Context&, GLenum, Parameters...),
                      Arguments... arguments) {
    const Swapped bound(context.framebuffers.draw, named_framebuffer(context, framebuffer));
    run(context, GL_DRAW_FRAMEBUFFER, arguments...);
}

bool is_framebuffer_state(GLenum name) {
    return name == GL_DRAW_BUFFER || name == GL_READ_BUFFER || name - GL_DRAW_BUFFER0 < GLenum{max_color_attachments};
}

}  // namespace

namespace commands {

// ---- buffers ----

void NamedBufferDataEXT(Context& context, GLuint buffer, GLsizeiptr size, const void* data, GLenum usage) {
    with_buffer(context, buffer, "glNamedBufferDataEXT", BufferData, size, data, usage);
}
void NamedBufferSubData(Context& context, GLuint buffer, GLintptr offset, GLsizeiptr size, const void* data) {
    with_buffer(context, buffer, "glNamedBufferSubData", BufferSubData, offset, size, data);
}
void* MapNamedBufferEXT(Context& context, GLuint buffer, GLenum access) {
    return with_buffer(context, buffer, "glMapNamedBufferEXT", MapBuffer, access);
}
GLboolean UnmapNamedBufferEXT(Context& context, GLuint buffer) {
    return with_buffer(context, buffer, "glUnmapNamedBufferEXT", UnmapBuffer);
}
void GetNamedBufferParameterivEXT(Context& context, GLuint buffer, GLenum pname, GLint* params) {
    with_buffer(context, buffer, "glGetNamedBufferParameterivEXT", GetBufferParameteriv, pname, params);
}
void GetNamedBufferPointervEXT(Context& context, GLuint buffer, GLenum pname, void** params) {
    with_buffer(context, buffer, "glGetNamedBufferPointervEXT", GetBufferPointerv, pname, params);
}
void GetNamedBufferSubDataEXT(Context& context, GLuint buffer, GLintptr offset, GLsizeiptr size, void* data) {
    with_buffer(context, buffer, "glGetNamedBufferSubDataEXT", GetBufferSubData, offset, size, data);
}
void* MapNamedBufferRangeEXT(Context& context, GLuint buffer, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    return with_buffer(context, buffer, "glMapNamedBufferRangeEXT", MapBufferRange, offset, length, access);
}
void FlushMappedNamedBufferRangeEXT(Context& context, GLuint buffer, GLintptr offset, GLsizeiptr length) {
    with_buffer(context, buffer, "glFlushMappedNamedBufferRangeEXT", FlushMappedBufferRange, offset, length);
}
void ClearNamedBufferDataEXT(Context& context, GLuint buffer, GLenum internalformat, GLenum format, GLenum type,
                             const void* data) {
    with_buffer(context, buffer, "glClearNamedBufferDataEXT", ClearBufferData, internalformat, format, type, data);
}
void ClearNamedBufferSubDataEXT(Context& context, GLuint buffer, GLenum internalformat, GLsizeiptr offset,
                                GLsizeiptr size, GLenum format, GLenum type, const void* data) {
    with_buffer(context, buffer, "glClearNamedBufferSubDataEXT", ClearBufferSubData, internalformat, offset, size,
                format, type, data);
}

void NamedCopyBufferSubDataEXT(Context& context, GLuint readBuffer, GLuint writeBuffer, GLintptr readOffset,
                               GLintptr writeOffset, GLsizeiptr size) {
    std::shared_ptr<Buffer> from = named_buffer(context, readBuffer, "glNamedCopyBufferSubDataEXT");
    if (!from) return;
    std::shared_ptr<Buffer> to = named_buffer(context, writeBuffer, "glNamedCopyBufferSubDataEXT");
    if (!to) return;
    const Swapped read(context.buffers[BufferTarget::CopyRead], std::move(from));
    const Swapped write(context.buffers[BufferTarget::CopyWrite], std::move(to));
    CopyBufferSubData(context, GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, readOffset, writeOffset, size);
}

// ---- renderbuffers ----

void NamedRenderbufferStorageEXT(Context& context, GLuint renderbuffer, GLenum internalformat, GLsizei width,
                                 GLsizei height) {
    with_renderbuffer(context, renderbuffer, "glNamedRenderbufferStorageEXT", RenderbufferStorage, internalformat,
                      width, height);
}
void GetNamedRenderbufferParameterivEXT(Context& context, GLuint renderbuffer, GLenum pname, GLint* params) {
    with_renderbuffer(context, renderbuffer, "glGetNamedRenderbufferParameterivEXT", GetRenderbufferParameteriv, pname,
                      params);
}
void NamedRenderbufferStorageMultisampleEXT(Context& context, GLuint renderbuffer, GLsizei samples,
                                            GLenum internalformat, GLsizei width, GLsizei height) {
    with_renderbuffer(context, renderbuffer, "glNamedRenderbufferStorageMultisampleEXT", RenderbufferStorageMultisample,
                      samples, internalformat, width, height);
}

// ---- framebuffers ----

void NamedFramebufferTexture1DEXT(Context& context, GLuint framebuffer, GLenum attachment, GLenum textarget,
                                  GLuint texture, GLint level) {
    with_framebuffer(context, framebuffer, "glNamedFramebufferTexture1DEXT", FramebufferTexture1D, attachment,
                     textarget, texture, level);
}
void NamedFramebufferTexture2DEXT(Context& context, GLuint framebuffer, GLenum attachment, GLenum textarget,
                                  GLuint texture, GLint level) {
    with_framebuffer(context, framebuffer, "glNamedFramebufferTexture2DEXT", FramebufferTexture2D, attachment,
                     textarget, texture, level);
}
void NamedFramebufferTexture3DEXT(Context& context, GLuint framebuffer, GLenum attachment, GLenum textarget,
                                  GLuint texture, GLint level, GLint zoffset) {
    with_framebuffer(context, framebuffer, "glNamedFramebufferTexture3DEXT", FramebufferTexture3D, attachment,
                     textarget, texture, level, zoffset);
}
void NamedFramebufferRenderbufferEXT(Context& context, GLuint framebuffer, GLenum attachment, GLenum renderbuffertarget,
                                     GLuint renderbuffer) {
    with_framebuffer(context, framebuffer, "glNamedFramebufferRenderbufferEXT", FramebufferRenderbuffer, attachment,
                     renderbuffertarget, renderbuffer);
}
void GetNamedFramebufferAttachmentParameterivEXT(Context& context, GLuint framebuffer, GLenum attachment, GLenum pname,
                                                 GLint* params) {
    with_framebuffer(context, framebuffer, "glGetNamedFramebufferAttachmentParameterivEXT",
                     GetFramebufferAttachmentParameteriv, attachment, pname, params);
}
void NamedFramebufferTextureEXT(Context& context, GLuint framebuffer, GLenum attachment, GLuint texture, GLint level) {
    with_framebuffer(context, framebuffer, "glNamedFramebufferTextureEXT", FramebufferTexture, attachment, texture,
                     level);
}
void NamedFramebufferTextureLayerEXT(Context& context, GLuint framebuffer, GLenum attachment, GLuint texture,
                                     GLint level, GLint layer) {
    with_framebuffer(context, framebuffer, "glNamedFramebufferTextureLayerEXT", FramebufferTextureLayer, attachment,
                     texture, level, layer);
}
void NamedFramebufferParameteriEXT(Context& context, GLuint framebuffer, GLenum pname, GLint param) {
    with_framebuffer(context, framebuffer, "glNamedFramebufferParameteriEXT", FramebufferParameteri, pname, param);
}
void GetNamedFramebufferParameterivEXT(Context& context, GLuint framebuffer, GLenum pname, GLint* params) {
    with_framebuffer(context, framebuffer, "glGetNamedFramebufferParameterivEXT", GetFramebufferParameteriv, pname,
                     params);
}

GLenum CheckNamedFramebufferStatusEXT(Context& context, GLuint framebuffer, GLenum target) {
    const Swapped draw(context.framebuffers.draw, named_framebuffer(context, framebuffer));
    const Swapped read(context.framebuffers.read, context.framebuffers.draw);
    return CheckFramebufferStatus(context, target);
}

void FramebufferDrawBufferEXT(Context& context, GLuint framebuffer, GLenum mode) {
    const Swapped draw(context.framebuffers.draw, named_framebuffer(context, framebuffer));
    DrawBuffer(context, mode);
}
void FramebufferDrawBuffersEXT(Context& context, GLuint framebuffer, GLsizei n, const GLenum* bufs) {
    const Swapped draw(context.framebuffers.draw, named_framebuffer(context, framebuffer));
    DrawBuffers(context, n, bufs);
}
void FramebufferReadBufferEXT(Context& context, GLuint framebuffer, GLenum mode) {
    const Swapped read(context.framebuffers.read, named_framebuffer(context, framebuffer));
    ReadBuffer(context, mode);
}
void GetFramebufferParameterivEXT(Context& context, GLuint framebuffer, GLenum pname, GLint* params) {
    if (!is_framebuffer_state(pname)) return GetNamedFramebufferParameterivEXT(context, framebuffer, pname, params);
    const Swapped draw(context.framebuffers.draw, named_framebuffer(context, framebuffer));
    const Swapped read(context.framebuffers.read, context.framebuffers.draw);
    GetIntegerv(context, pname, params);
}

}  // namespace commands
}  // namespace glapi
