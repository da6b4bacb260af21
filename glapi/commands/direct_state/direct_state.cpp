// EXT_direct_state_access: what is more than another command under a binding. The rest is generated:
// glapi/registry/forwarded_commands.py.
#include "glapi/commands/direct_state/direct_state.h"

#include "glapi/commands/one_call.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/state/attribute_stack.h"

namespace glapi {
namespace {

bool is_framebuffer_state(GLenum name) {
    return name == GL_DRAW_BUFFER || name == GL_READ_BUFFER || name - GL_DRAW_BUFFER0 < GLenum{max_color_attachments};
}

bool is_array_pointer(GLenum name) {
    return (name >= GL_VERTEX_ARRAY_POINTER && name <= GL_EDGE_FLAG_ARRAY_POINTER) ||
           name == GL_FOG_COORD_ARRAY_POINTER || name == GL_SECONDARY_COLOR_ARRAY_POINTER;
}

void switch_indexed(Context& context, GLenum array, GLuint index, bool on) {
    if (array != GL_TEXTURE_COORD_ARRAY)
        return context.error(GL_INVALID_ENUM, "%s is not TEXTURE_COORD_ARRAY", enum_name(array));
    with_coordinates(context, index, GL_INVALID_VALUE,
                     [&] { (on ? commands::EnableClientState : commands::DisableClientState)(context, array); });
}

void switch_array(Context& context, GLuint object, GLenum array, bool on) {
    const auto change = on ? commands::EnableClientState : commands::DisableClientState;
    under_vertex_array(context, object, [&] {
        if (array - GL_TEXTURE0 < 32)
            return with_coordinates(context, array - GL_TEXTURE0, GL_INVALID_ENUM,
                                    [&] { change(context, GL_TEXTURE_COORD_ARRAY); });
        change(context, array);
    });
}

void get_indexed_pointer(Context& context, GLenum name, GLuint index, void** value) {
    if (name != GL_TEXTURE_COORD_ARRAY_POINTER)
        return context.error(GL_INVALID_ENUM, "%s is not an indexed pointer", enum_name(name));
    with_coordinates(context, index, GL_INVALID_VALUE, [&] { commands::GetPointerv(context, name, value); });
}

}  // namespace

bool is_texture_coordinate_state(GLenum name) {
    switch (name) {
        case GL_TEXTURE_COORD_ARRAY:
        case GL_TEXTURE_COORD_ARRAY_SIZE:
        case GL_TEXTURE_COORD_ARRAY_TYPE:
        case GL_TEXTURE_COORD_ARRAY_STRIDE:
        case GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING: return true;
        default: return false;
    }
}

namespace commands {

// ---- buffers and framebuffers

void NamedCopyBufferSubDataEXT(Context& context, GLuint readBuffer, GLuint writeBuffer, GLintptr readOffset,
                               GLintptr writeOffset, GLsizeiptr size) {
    std::shared_ptr<Buffer> from = named_buffer(context, *context.shared, readBuffer);
    if (!from) return;
    std::shared_ptr<Buffer> to = named_buffer(context, *context.shared, writeBuffer);
    if (!to) return;
    const Swapped read(context.buffers[BufferTarget::CopyRead], std::move(from));
    const Swapped write(context.buffers[BufferTarget::CopyWrite], std::move(to));
    CopyBufferSubData(context, GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, readOffset, writeOffset, size);
}

GLenum CheckNamedFramebufferStatusEXT(Context& context, GLuint framebuffer, GLenum target) {
    const Swapped draw(context.framebuffers.draw, named_framebuffer(context.framebuffer_names, framebuffer));
    const Swapped read(context.framebuffers.read, context.framebuffers.draw);
    return CheckFramebufferStatus(context, target);
}

void FramebufferDrawBufferEXT(Context& context, GLuint framebuffer, GLenum mode) {
    const Swapped draw(context.framebuffers.draw, named_framebuffer(context.framebuffer_names, framebuffer));
    DrawBuffer(context, mode);
}
void FramebufferDrawBuffersEXT(Context& context, GLuint framebuffer, GLsizei n, const GLenum* bufs) {
    const Swapped draw(context.framebuffers.draw, named_framebuffer(context.framebuffer_names, framebuffer));
    DrawBuffers(context, n, bufs);
}
void FramebufferReadBufferEXT(Context& context, GLuint framebuffer, GLenum mode) {
    const Swapped read(context.framebuffers.read, named_framebuffer(context.framebuffer_names, framebuffer));
    ReadBuffer(context, mode);
}
void GetFramebufferParameterivEXT(Context& context, GLuint framebuffer, GLenum pname, GLint* params) {
    if (!is_framebuffer_state(pname)) return GetNamedFramebufferParameterivEXT(context, framebuffer, pname, params);
    const Swapped draw(context.framebuffers.draw, named_framebuffer(context.framebuffer_names, framebuffer));
    const Swapped read(context.framebuffers.read, context.framebuffers.draw);
    GetIntegerv(context, pname, params);
}

// ---- programs

void GetNamedProgramivEXT(Context& context, GLuint program, GLenum target, GLenum pname, GLint* params) {
    // The binding is the target's, whatever program is asked about.
    if (pname == GL_PROGRAM_BINDING_ARB) return GetProgramivARB(context, target, pname, params);
    with_program(context, program, target, GetProgramivARB, pname, params);
}

// ---- sets of texture coordinates

void MultiTexCoordPointerEXT(Context& context, GLenum texunit, GLint size, GLenum type, GLsizei stride,
                             const void* pointer) {
    with_coordinates(context, texunit - GL_TEXTURE0, GL_INVALID_ENUM,
                     [&] { TexCoordPointer(context, size, type, stride, pointer); });
}

// ---- vertex array objects

void GetVertexArrayIntegervEXT(Context& context, GLuint vaobj, GLenum pname, GLint* param) {
    under_vertex_array(context, vaobj, [&] {
        if (!is_array_pointer(pname)) return GetIntegerv(context, pname, param);
        void* pointer = nullptr;
        GetPointerv(context, pname, &pointer);
        *param = static_cast<GLint>(reinterpret_cast<intptr_t>(pointer));
    });
}
void GetVertexArrayIntegeri_vEXT(Context& context, GLuint vaobj, GLuint index, GLenum pname, GLint* param) {
    under_vertex_array(context, vaobj, [&] {
        if (!is_texture_coordinate_state(pname)) return GetVertexAttribiv(context, index, pname, param);
        with_coordinates(context, index, GL_INVALID_VALUE, [&] { GetIntegerv(context, pname, param); });
    });
}
void GetVertexArrayPointeri_vEXT(Context& context, GLuint vaobj, GLuint index, GLenum pname, void** param) {
    under_vertex_array(context, vaobj, [&] {
        if (pname == GL_VERTEX_ATTRIB_ARRAY_POINTER) return GetVertexAttribPointerv(context, index, pname, param);
        get_indexed_pointer(context, pname, index, param);
    });
}

// ---- client state

void ClientAttribDefaultEXT(Context& context, GLbitfield mask) {
    if (mask & GL_CLIENT_PIXEL_STORE_BIT) {
        context.pixels.pack = context.pixels.unpack = {};
        context.buffers[BufferTarget::PixelPack] = context.buffers[BufferTarget::PixelUnpack] = nullptr;
    }
    if (mask & GL_CLIENT_VERTEX_ARRAY_BIT) {
        VertexArrayState& arrays = context.vertex_arrays;
        VertexArrayObject defaults(arrays.bound->name);
        defaults.created = arrays.bound->created;
        *arrays.bound = std::move(defaults);
        context.buffers[BufferTarget::Array] = nullptr;
        arrays.client_active_texture = 0;
        arrays.primitive_restart = arrays.primitive_restart_fixed_index = false;
        arrays.restart_index = 0;
    }
}
void PushClientAttribDefaultEXT(Context& context, GLbitfield mask) {
    const size_t depth = context.attribute_stacks.client.size();
    PushClientAttrib(context, mask);
    if (context.attribute_stacks.client.size() > depth) ClientAttribDefaultEXT(context, mask);
}

#include "glapi/commands/direct_state/direct_state.def"

}  // namespace commands
}  // namespace glapi
