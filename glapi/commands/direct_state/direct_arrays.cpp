// EXT_direct_state_access: vertex array objects by name, arrays of texture coordinates by number, client state's
// defaults.
#include "glapi/commands/direct_state/direct_state.h"
#include "glapi/generated/commands.h"

namespace glapi {
namespace {

template <typename Function>
void with_vertex_array(Context& context, GLuint name, const char* command, Function&& function) {
    VertexArrayState& state = context.vertex_arrays;
    if (name != 0 && !state.names.reserved(name))
        return context.error(GL_INVALID_OPERATION, "%s: %u is not a name from glGenVertexArrays", command, name);
    const Swapped bound(state.bound, name ? find_or_create(state.names, name) : state.standard);
    function();
}

// Calls `function` with what a pointer command takes for an offset while the buffer is bound.
template <typename Function>
void with_array_buffer(Context& context, GLuint array, GLuint buffer, GLintptr offset, const char* command,
                       Function&& function) {
    if (offset < 0) return context.error(GL_INVALID_VALUE, "%s: the offset is negative", command);
    with_vertex_array(context, array, command, [&] {
        const Swapped bound(context.buffers[BufferTarget::Array],
                            buffer ? find_or_create(context.shared->buffers, buffer) : nullptr);
        function(reinterpret_cast<const void*>(offset));
    });
}

// With a set of texture coordinates as the client's active one; `error`: what another number is.
template <typename Function>
void with_coordinates(Context& context, GLuint set, GLenum error, const char* command, Function&& function) {
    if (set >= GLuint{texture_coordinate_count})
        return context.error(error, "%s: there is no texture coordinate set %u", command, set);
    const Swapped active(context.vertex_arrays.client_active_texture, static_cast<int>(set));
    function();
}

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

void switch_indexed(Context& context, GLenum array, GLuint index, bool on, const char* command) {
    if (array != GL_TEXTURE_COORD_ARRAY)
        return context.error(GL_INVALID_ENUM, "%s: %s is not TEXTURE_COORD_ARRAY", command, enum_name(array));
    with_coordinates(context, index, GL_INVALID_VALUE, command,
                     [&] { (on ? commands::EnableClientState : commands::DisableClientState)(context, array); });
}

void switch_array(Context& context, GLuint object, GLenum array, bool on, const char* command) {
    const auto change = on ? commands::EnableClientState : commands::DisableClientState;
    with_vertex_array(context, object, command, [&] {
        if (array - GL_TEXTURE0 < 32)
            return with_coordinates(context, array - GL_TEXTURE0, GL_INVALID_ENUM, command,
                                    [&] { change(context, GL_TEXTURE_COORD_ARRAY); });
        change(context, array);
    });
}

void get_indexed_pointer(Context& context, GLenum name, GLuint index, void** value, const char* command) {
    if (name != GL_TEXTURE_COORD_ARRAY_POINTER)
        return context.error(GL_INVALID_ENUM, "%s: %s is not an indexed pointer", command, enum_name(name));
    with_coordinates(context, index, GL_INVALID_VALUE, command, [&] { commands::GetPointerv(context, name, value); });
}

}  // namespace

namespace commands {

// ---- sets of texture coordinates ----

void MultiTexCoordPointerEXT(Context& context, GLenum texunit, GLint size, GLenum type, GLsizei stride,
                             const void* pointer) {
    with_coordinates(context, texunit - GL_TEXTURE0, GL_INVALID_ENUM, "glMultiTexCoordPointerEXT",
                     [&] { TexCoordPointer(context, size, type, stride, pointer); });
}
void EnableClientStateIndexedEXT(Context& context, GLenum array, GLuint index) {
    switch_indexed(context, array, index, true, "glEnableClientStateIndexedEXT");
}
void DisableClientStateIndexedEXT(Context& context, GLenum array, GLuint index) {
    switch_indexed(context, array, index, false, "glDisableClientStateIndexedEXT");
}
void EnableClientStateiEXT(Context& context, GLenum array, GLuint index) {
    switch_indexed(context, array, index, true, "glEnableClientStateiEXT");
}
void DisableClientStateiEXT(Context& context, GLenum array, GLuint index) {
    switch_indexed(context, array, index, false, "glDisableClientStateiEXT");
}
void GetPointerIndexedvEXT(Context& context, GLenum target, GLuint index, void** data) {
    get_indexed_pointer(context, target, index, data, "glGetPointerIndexedvEXT");
}
void GetPointeri_vEXT(Context& context, GLenum pname, GLuint index, void** params) {
    get_indexed_pointer(context, pname, index, params, "glGetPointeri_vEXT");
}

// ---- vertex array objects ----

#define ARRAY_OFFSET(Name, Pointer)                                                                           \
    void VertexArray##Name##OffsetEXT(Context& context, GLuint vaobj, GLuint buffer, GLint size, GLenum type, \
                                      GLsizei stride, GLintptr offset) {                                      \
        with_array_buffer(context, vaobj, buffer, offset, "glVertexArray" #Name "OffsetEXT",                  \
                          [&](const void* pointer) { Pointer(context, size, type, stride, pointer); });       \
    }
#define SIZELESS_ARRAY_OFFSET(Name, Pointer)                                                                      \
    void VertexArray##Name##OffsetEXT(Context& context, GLuint vaobj, GLuint buffer, GLenum type, GLsizei stride, \
                                      GLintptr offset) {                                                          \
        with_array_buffer(context, vaobj, buffer, offset, "glVertexArray" #Name "OffsetEXT",                      \
                          [&](const void* pointer) { Pointer(context, type, stride, pointer); });                 \
    }
ARRAY_OFFSET(Vertex, VertexPointer)
ARRAY_OFFSET(Color, ColorPointer)
ARRAY_OFFSET(TexCoord, TexCoordPointer)
ARRAY_OFFSET(SecondaryColor, SecondaryColorPointer)
SIZELESS_ARRAY_OFFSET(Index, IndexPointer)
SIZELESS_ARRAY_OFFSET(Normal, NormalPointer)
SIZELESS_ARRAY_OFFSET(FogCoord, FogCoordPointer)

void VertexArrayEdgeFlagOffsetEXT(Context& context, GLuint vaobj, GLuint buffer, GLsizei stride, GLintptr offset) {
    with_array_buffer(context, vaobj, buffer, offset, "glVertexArrayEdgeFlagOffsetEXT",
                      [&](const void* pointer) { EdgeFlagPointer(context, stride, pointer); });
}
void VertexArrayMultiTexCoordOffsetEXT(Context& context, GLuint vaobj, GLuint buffer, GLenum texunit, GLint size,
                                       GLenum type, GLsizei stride, GLintptr offset) {
    with_array_buffer(context, vaobj, buffer, offset, "glVertexArrayMultiTexCoordOffsetEXT", [&](const void* pointer) {
        MultiTexCoordPointerEXT(context, texunit, size, type, stride, pointer);
    });
}
void VertexArrayVertexAttribOffsetEXT(Context& context, GLuint vaobj, GLuint buffer, GLuint index, GLint size,
                                      GLenum type, GLboolean normalized, GLsizei stride, GLintptr offset) {
    with_array_buffer(context, vaobj, buffer, offset, "glVertexArrayVertexAttribOffsetEXT", [&](const void* pointer) {
        VertexAttribPointer(context, index, size, type, normalized, stride, pointer);
    });
}
void VertexArrayVertexAttribIOffsetEXT(Context& context, GLuint vaobj, GLuint buffer, GLuint index, GLint size,
                                       GLenum type, GLsizei stride, GLintptr offset) {
    with_array_buffer(context, vaobj, buffer, offset, "glVertexArrayVertexAttribIOffsetEXT",
                      [&](const void* pointer) { VertexAttribIPointer(context, index, size, type, stride, pointer); });
}
void VertexArrayVertexAttribLOffsetEXT(Context& context, GLuint vaobj, GLuint buffer, GLuint index, GLint size,
                                       GLenum type, GLsizei stride, GLintptr offset) {
    with_array_buffer(context, vaobj, buffer, offset, "glVertexArrayVertexAttribLOffsetEXT",
                      [&](const void* pointer) { VertexAttribLPointer(context, index, size, type, stride, pointer); });
}
void VertexArrayVertexAttribDivisorEXT(Context& context, GLuint vaobj, GLuint index, GLuint divisor) {
    with_vertex_array(context, vaobj, "glVertexArrayVertexAttribDivisorEXT",
                      [&] { VertexAttribDivisor(context, index, divisor); });
}

void EnableVertexArrayEXT(Context& context, GLuint vaobj, GLenum array) {
    switch_array(context, vaobj, array, true, "glEnableVertexArrayEXT");
}
void DisableVertexArrayEXT(Context& context, GLuint vaobj, GLenum array) {
    switch_array(context, vaobj, array, false, "glDisableVertexArrayEXT");
}
void EnableVertexArrayAttribEXT(Context& context, GLuint vaobj, GLuint index) {
    with_vertex_array(context, vaobj, "glEnableVertexArrayAttribEXT", [&] { EnableVertexAttribArray(context, index); });
}
void DisableVertexArrayAttribEXT(Context& context, GLuint vaobj, GLuint index) {
    with_vertex_array(context, vaobj, "glDisableVertexArrayAttribEXT",
                      [&] { DisableVertexAttribArray(context, index); });
}

void GetVertexArrayIntegervEXT(Context& context, GLuint vaobj, GLenum pname, GLint* param) {
    with_vertex_array(context, vaobj, "glGetVertexArrayIntegervEXT", [&] { GetIntegerv(context, pname, param); });
}
void GetVertexArrayPointervEXT(Context& context, GLuint vaobj, GLenum pname, void** param) {
    with_vertex_array(context, vaobj, "glGetVertexArrayPointervEXT", [&] { GetPointerv(context, pname, param); });
}
void GetVertexArrayIntegeri_vEXT(Context& context, GLuint vaobj, GLuint index, GLenum pname, GLint* param) {
    constexpr const char* command = "glGetVertexArrayIntegeri_vEXT";
    with_vertex_array(context, vaobj, command, [&] {
        if (!is_texture_coordinate_state(pname)) return GetVertexAttribiv(context, index, pname, param);
        with_coordinates(context, index, GL_INVALID_VALUE, command, [&] { GetIntegerv(context, pname, param); });
    });
}
void GetVertexArrayPointeri_vEXT(Context& context, GLuint vaobj, GLuint index, GLenum pname, void** param) {
    with_vertex_array(context, vaobj, "glGetVertexArrayPointeri_vEXT", [&] {
        if (pname == GL_VERTEX_ATTRIB_ARRAY_POINTER) return GetVertexAttribPointerv(context, index, pname, param);
        get_indexed_pointer(context, pname, index, param, "glGetVertexArrayPointeri_vEXT");
    });
}

// ---- client state ----

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

}  // namespace commands
}  // namespace glapi
