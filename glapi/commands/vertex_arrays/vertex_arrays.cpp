// Vertex array objects, and the client state of the bound one.
#include "glapi/objects/vertex_arrays/vertex_arrays.h"

#include "glapi/commands/vertex_arrays/array_pointers.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/state/memory_ranges.h"

namespace glapi {

namespace {

// The range of memory that a client state token switches; null: it is not one.
MemoryRange* client_state_range(MemoryRanges& ranges, GLenum token) {
    switch (token) {
        case GL_VERTEX_ARRAY_RANGE_NV:
        case GL_VERTEX_ARRAY_RANGE_WITHOUT_FLUSH_NV: return &ranges.vertices;
        case GL_WRITE_PIXEL_DATA_RANGE_NV: return &ranges.written_pixels;
        case GL_READ_PIXEL_DATA_RANGE_NV: return &ranges.read_pixels;
        default: return nullptr;
    }
}

void set_client_state(Context& context, GLenum token, bool enabled) {
    if (MemoryRange* const range = client_state_range(context.memory_ranges, token)) {
        range->enabled = enabled;
        return;
    }
    VertexArrayObject& object = *context.vertex_arrays.bound;
    if (token == GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV) {
        object.unified_arrays = enabled;
        return;
    }
    if (token == GL_ELEMENT_ARRAY_UNIFIED_NV) {
        object.unified_elements = enabled;
        return;
    }
    if (token == GL_ELEMENT_ARRAY_ATI || token == GL_ELEMENT_ARRAY_APPLE) {
        context.vertex_arrays.element_array.enabled = enabled;
        return;
    }
    if (token == GL_UNIFORM_BUFFER_UNIFIED_NV) {
        context.buffers.unified_uniforms = enabled;
        return;
    }
    if (token == GL_PRIMITIVE_RESTART_NV) {
        context.vertex_arrays.primitive_restart = enabled;
        return;
    }
    // NV_vertex_program names generic attributes by consecutive tokens.
    if (token - GL_VERTEX_ATTRIB_ARRAY0_NV < 16u) {
        object.arrays[slot_generic + (token - GL_VERTEX_ATTRIB_ARRAY0_NV)].enabled_nv = enabled;
        return;
    }
    const int slot = context.vertex_arrays.slot_of(token, context.version.is_es1());
    if (slot < 0) return context.error(GL_INVALID_ENUM, "0x%x is not a client state", token);
    object.arrays[slot].enabled = enabled;
}

}  // namespace

namespace commands {

void checked::VertexAttribDivisor(Context& context, int slot, GLuint divisor) {
    if (!check_vertex_array(context, context.version, context.vertex_arrays)) return;
    VertexArrayObject& object = *context.vertex_arrays.bound;
    object.arrays[slot].binding = slot;
    object.bindings[slot].divisor = divisor;
}
// Neither is an error without a vertex array object, though the specification says so: programs, Khronos' conformance
// tests among them, call both before they bind one, and other drivers let them. What is enabled there is never drawn.
void checked::EnableVertexAttribArray(Context& context, int slot) {
    VertexArray& array = context.vertex_arrays.bound->arrays[slot];
    array.enabled = array.enabled_nv = true;
}
void checked::DisableVertexAttribArray(Context& context, int slot) {
    VertexArray& array = context.vertex_arrays.bound->arrays[slot];
    array.enabled = array.enabled_nv = false;
}
void EnableClientState(Context& context, GLenum array) { set_client_state(context, array, true); }
void DisableClientState(Context& context, GLenum array) { set_client_state(context, array, false); }

void ClientActiveTexture(Context& context, GLenum texture) {
    if (texture - GL_TEXTURE0 >= texture_coordinate_count)
        return context.error(GL_INVALID_ENUM, "0x%x is not a texture coordinate set", texture);
    context.vertex_arrays.client_active_texture = static_cast<int>(texture - GL_TEXTURE0);
}

void LockArraysEXT(Context& context, GLint first, GLsizei count) {
    if (context.vertex_arrays.locked_count) return context.error(GL_INVALID_OPERATION, "arrays are locked already");
    if (first < 0 || count <= 0) return context.error(GL_INVALID_VALUE, "range %d+%d", first, count);
    context.vertex_arrays.locked_first = first;
    context.vertex_arrays.locked_count = count;
}
void UnlockArraysEXT(Context& context) {
    if (!context.vertex_arrays.locked_count) return context.error(GL_INVALID_OPERATION, "arrays are not locked");
    context.vertex_arrays.locked_first = context.vertex_arrays.locked_count = 0;
}

void PrimitiveRestartIndex(Context& context, GLuint index) { context.vertex_arrays.restart_index = index; }

// ---- vertex array objects

void checked::DeleteVertexArrays(Context& context, std::span<const GLuint> arrays) {
    VertexArrayState& state = context.vertex_arrays;
    for (const GLuint name : arrays) {
        if (name == 0) continue;
        if (state.bound->name == name) state.bound = state.standard;
        state.names.erase(name);
    }
}

void BindVertexArray(Context& context, GLuint array) {
    VertexArrayState& state = context.vertex_arrays;
    if (array == 0) {
        state.bound = state.standard;
        return;
    }
    if (!state.names.reserved(array)) return context.error(GL_INVALID_OPERATION, "%u was not generated", array);
    std::shared_ptr<VertexArrayObject> object = state.names.find(array);
    if (!object) {
        object = std::make_shared<VertexArrayObject>(array);
        if (context.version.is_es1()) set_es_arrays(*object);
        state.names.insert(array, object);
    }
    state.bound = std::move(object);
}

// Names that nobody generated make objects, too (APPLE_vertex_array_object).
void BindVertexArrayAPPLE(Context& context, GLuint array) {
    VertexArrayState& state = context.vertex_arrays;
    if (array != 0 && !state.names.find(array)) {
        auto made = std::make_shared<VertexArrayObject>(array);
        made->takes_client_memory = true;
        state.names.insert(array, std::move(made));
    }
    BindVertexArray(context, array);
}

}  // namespace commands
}  // namespace glapi
