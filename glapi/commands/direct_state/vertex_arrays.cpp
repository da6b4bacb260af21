// ARB_direct_state_access: vertex array objects, where that is more than another command under a binding. The rest is
// generated: glapi/registry/forwarded_commands.py.
#include "glapi/objects/vertex_arrays/vertex_arrays.h"

#include "glapi/commands/direct_state/direct_state.h"
#include "glapi/commands/vertex_arrays/array_pointers.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

bool is_array_property(GLenum name) {
    switch (name) {
        case GL_VERTEX_ATTRIB_ARRAY_ENABLED:
        case GL_VERTEX_ATTRIB_ARRAY_SIZE:
        case GL_VERTEX_ATTRIB_ARRAY_STRIDE:
        case GL_VERTEX_ATTRIB_ARRAY_TYPE:
        case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED:
        case GL_VERTEX_ATTRIB_ARRAY_INTEGER:
        case GL_VERTEX_ATTRIB_ARRAY_LONG:
        case GL_VERTEX_ATTRIB_ARRAY_DIVISOR:
        case GL_VERTEX_ATTRIB_BINDING:
        case GL_VERTEX_ATTRIB_RELATIVE_OFFSET: return true;
        default: return false;
    }
}

}  // namespace

namespace commands {

void VertexArrayElementBuffer(Context& context, GLuint vaobj, GLuint buffer) {
    under_existing_vertex_array(context, vaobj, [&] {
        std::shared_ptr<Buffer> object = context.shared->buffers.find(buffer);
        if (buffer != 0 && !object) return context.error(GL_INVALID_OPERATION, "there is no buffer %u", buffer);
        context.vertex_arrays.bound->elements = std::move(object);
    });
}

void GetVertexArrayiv(Context& context, GLuint vaobj, GLenum pname, GLint* param) {
    under_existing_vertex_array(context, vaobj, [&] {
        if (pname != GL_ELEMENT_ARRAY_BUFFER_BINDING)
            return context.error(GL_INVALID_ENUM, "%s is no property", enum_name(pname));
        GetIntegerv(context, pname, param);
    });
}

void GetVertexArrayIndexediv(Context& context, GLuint vaobj, GLuint index, GLenum pname, GLint* param) {
    under_existing_vertex_array(context, vaobj, [&] {
        if (!check_generic_attribute(context, index)) return;
        if (!is_array_property(pname))
            return context.error(GL_INVALID_ENUM, "%s is no property of an array", enum_name(pname));
        GetVertexAttribiv(context, index, pname, param);
    });
}

void GetVertexArrayIndexed64iv(Context& context, GLuint vaobj, GLuint index, GLenum pname, GLint64* param) {
    under_existing_vertex_array(context, vaobj, [&] {
        if (pname != GL_VERTEX_BINDING_OFFSET)
            return context.error(GL_INVALID_ENUM, "%s is not VERTEX_BINDING_OFFSET", enum_name(pname));
        GetInteger64i_v(context, pname, index, param);
    });
}

}  // namespace commands
}  // namespace glapi
