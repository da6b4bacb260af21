// Queries of vertex attributes.
#include <bit>
#include <cmath>

#include "glapi/commands/one_call.h"
#include "glapi/commands/vertex_arrays/array_pointers.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"

namespace glapi {

using runtime::Vector4;

namespace {

// Integer-valued properties of a generic array; false after an error.
bool array_property(Errors& errors, const Version& version, const VertexArrayState& vertex_arrays, GLuint index,
                    GLenum name, GLint& value) {
    const VertexArray& array = vertex_arrays.bound->arrays[slot_generic + static_cast<int>(index)];
    const VertexBinding& binding = vertex_arrays.bound->binding_of(array);
    switch (name) {
        case GL_VERTEX_ATTRIB_ARRAY_ENABLED: value = array.enabled; break;
        case GL_VERTEX_ATTRIB_ARRAY_SIZE: value = array.bgra ? GL_BGRA : array.size; break;
        case GL_VERTEX_ATTRIB_ARRAY_STRIDE: value = array.stride; break;
        case GL_VERTEX_ATTRIB_ARRAY_TYPE: value = static_cast<GLint>(array.type); break;
        case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED: value = array.normalized; break;
        case GL_VERTEX_ATTRIB_ARRAY_INTEGER: value = array.integer; break;
        case GL_VERTEX_ATTRIB_ARRAY_LONG: value = array.wide; break;
        case GL_VERTEX_ATTRIB_ARRAY_DIVISOR: value = static_cast<GLint>(binding.divisor); break;
        case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING:
            value = binding.buffer ? static_cast<GLint>(binding.buffer->name) : 0;
            break;
        case GL_VERTEX_ATTRIB_BINDING: value = array.binding - slot_generic; break;
        case GL_VERTEX_ATTRIB_RELATIVE_OFFSET: value = static_cast<GLint>(array.relative_offset); break;
        default: errors.error(GL_INVALID_ENUM, "0x%x is not an attribute property", name); return false;
    }
    return check_vertex_array(errors, version, vertex_arrays);  // known properties only: the name's error comes first
}

// As get_vertex_attribute(), of components of 64 bits.
template <typename T>
void get_wide_attribute(Context& context, GLuint index, GLenum name, T* values) {
    if (!check_generic_attribute(context, index)) return;
    if (name == GL_CURRENT_VERTEX_ATTRIB) {
        if (index == 0 && !context.version.is_core() && !context.version.is_es2())
            return context.error(GL_INVALID_OPERATION, "attribute 0 has no current value");
        const int slot = generic_slot(static_cast<int>(index));
        const Vector4 &low = context.immediate.current[slot], &high = context.immediate.current[high_slot(slot)];
        for (int i = 0; i < 4; ++i) values[i] = std::bit_cast<T>(uint64_t{high[i]} << 32 | low[i]);
        return;
    }
    GLint value = 0;
    if (array_property(context, context.version, context.vertex_arrays, index, name, value))
        *values = static_cast<T>(value);
}

template <typename T, typename Convert>
void get_vertex_attribute(Context& context, GLuint index, GLenum name, T* values, Convert&& convert) {
    if (!check_generic_attribute(context, index)) return;
    if (name == GL_CURRENT_VERTEX_ATTRIB) {
        if (index == 0 && !context.version.is_core() && !context.version.is_es2())
            return context.error(GL_INVALID_OPERATION, "attribute 0 has no current value");
        const Vector4& current = context.immediate.current[generic_slot(static_cast<int>(index))];
        for (int i = 0; i < 4; ++i) values[i] = convert(current[i]);
        return;
    }
    GLint value = 0;
    if (array_property(context, context.version, context.vertex_arrays, index, name, value))
        *values = static_cast<T>(value);
}

}  // namespace

namespace commands {

// ---- queries

void GetVertexAttribfv(Context& context, GLuint index, GLenum pname, GLfloat* params) {
    get_vertex_attribute(context, index, pname, params, [](uint32_t bits) { return std::bit_cast<float>(bits); });
}
void GetVertexAttribdv(Context& context, GLuint index, GLenum pname, GLdouble* params) {
    get_vertex_attribute(context, index, pname, params,
                         [](uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits)); });
}
void GetVertexAttribiv(Context& context, GLuint index, GLenum pname, GLint* params) {
    get_vertex_attribute(context, index, pname, params,
                         [](uint32_t bits) { return static_cast<GLint>(std::lround(std::bit_cast<float>(bits))); });
}
void GetVertexAttribIiv(Context& context, GLuint index, GLenum pname, GLint* params) {
    get_vertex_attribute(context, index, pname, params, [](uint32_t bits) { return static_cast<GLint>(bits); });
}
void GetVertexAttribIuiv(Context& context, GLuint index, GLenum pname, GLuint* params) {
    get_vertex_attribute(context, index, pname, params, [](uint32_t bits) { return bits; });
}
void checked::GetVertexAttribPointerv(Context& context, int slot, void** pointer) {
    *pointer = const_cast<void*>(context.vertex_arrays.bound->arrays[slot].pointer);
}

#include "glapi/commands/vertex_arrays/vertex_array_queries.def"

}  // namespace commands
}  // namespace glapi
