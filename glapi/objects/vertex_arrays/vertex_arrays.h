// Vertex array objects: where each vertex quantity is read from.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "glapi/generated/gl.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/name_table.h"
#include "glapi/registry/versions.h"
#include "glapi/state/vertex_slots.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

// What the elements of an array are, and which binding point they come from.
struct VertexArray {
    bool enabled = false;
    bool enabled_nv = false;  // generic arrays: by EnableClientState, or by EnableVertexAttribArray too
    bool any_enabled() const { return enabled || enabled_nv; }
    bool normalized = false, integer = false, bgra = false;
    bool wide = false;  // of components of 64 bits (VertexAttribLPointer)
    GLint size = 4;     // components
    GLenum type = GL_FLOAT;
    // As the Pointer commands gave them: only queries look at these.
    GLsizei stride = 0;  // 0: packed
    const void* pointer = nullptr;
    GLuint relative_offset = 0;  // from where the binding point's elements begin
    int binding = 0;             // VertexArrayObject::bindings
};

// The address of elements. Generic arrays select one of the generic bindings, each conventional array has its own.
struct VertexBinding {
    std::shared_ptr<Buffer> buffer;
    GLintptr offset = 0;
    const void* client = nullptr;  // without a buffer: the application's memory; null: there are none
    GLsizei stride = 16;           // 0: all elements are the same
    GLuint divisor = 0;
    // BufferAddressRangeNV: where elements are read from while the object's arrays are unified.
    uint64_t address = 0;
    int64_t length = 0;
};

struct VertexArrayObject {
    explicit VertexArrayObject(GLuint object_name = 0);

    GLuint name;
    bool created = false;              // bound once
    bool takes_client_memory = false;  // arrays need no buffers (APPLE_vertex_array_object)
    std::array<VertexArray, vertex_array_count> arrays;
    std::array<VertexBinding, vertex_array_count> bindings;
    std::shared_ptr<Buffer> elements;  // ELEMENT_ARRAY_BUFFER
    // NV_vertex_buffer_unified_memory: arrays, or elements, come from GPU addresses.
    bool unified_arrays = false, unified_elements = false;
    uint64_t elements_address = 0;
    int64_t elements_length = 0;

    const VertexBinding& binding_of(const VertexArray& array) const {
        return bindings[static_cast<size_t>(array.binding)];
    }
    const VertexBinding& binding_of(int slot) const { return binding_of(arrays[static_cast<size_t>(slot)]); }
    // An array and the binding point of its own number belong together, as they do for Pointer commands; the result is
    // the latter. Its elements are `stride` bytes apart; 0: packed.
    VertexBinding& bind_own(int slot, GLsizei stride);
    // No binding point reads a deleted buffer.
    void unbind(const Buffer& buffer);
};

struct VertexArrayState {
    VertexArrayState();

    // The slot of the array that a token of EnableClientState means; -1: it is no array.
    int slot_of(GLenum token, bool is_es1) const;

    std::shared_ptr<VertexArrayObject> standard, bound;  // never null; `standard` is object 0
    NameTable<VertexArrayObject> names;                  // vertex array objects are not shared
    int client_active_texture = 0;
    GLint locked_first = 0;
    GLsizei locked_count = 0;  // EXT_compiled_vertex_array; 0: not locked

    // ATI_element_array and APPLE_element_array: where DrawElementArray and the like read indices.
    struct ElementArray {
        bool enabled = false;
        GLenum type = GL_UNSIGNED_INT;
        const void* pointer = nullptr;
        std::shared_ptr<Buffer> buffer;  // of ArrayObjectATI's kind; null: `pointer` is memory
    };
    ElementArray element_array;

    // PRIMITIVE_RESTART and PRIMITIVE_RESTART_NV switch the same thing; the fixed index takes precedence.
    bool primitive_restart = false, primitive_restart_fixed_index = false;
    GLuint restart_index = 0;
};

// The core profile has no vertex array object 0.
inline bool has_vertex_array(const Version& version, const VertexArrayState& state) {
    return !version.is_core() || state.bound != state.standard;
}
// Commands that came to OpenGL ES with 3.1 don't take that object there either: binding points, indirect draws.
inline bool has_named_vertex_array(const Version& version, const VertexArrayState& state) {
    return !(version.is_core() || version.is_es2()) || state.bound->name != 0;
}
inline bool reads_point_sizes(const Version& version, const VertexArrayState& state) {
    return version.is_es1() && state.bound->arrays[slot_point_size].enabled;
}

// Layout of a component type; zero bytes: unknown.
struct ComponentTypeInfo {
    int bytes = 0;  // of one component, or of the whole vector for packed types
    bool packed = false;
    rasterizer::ComponentType type = rasterizer::ComponentType::Float;
};
ComponentTypeInfo component_type_info(GLenum type);

// Bytes of an array's element.
uint32_t element_size(const VertexArray& array);

// Which array supplies a slot: the generic one that shares it where that is enabled, else the conventional one; -1:
// none. Programs heed NV's enables, fixed function ARB's (ARB_vertex_program, "Interactions with NV_vertex_program").
int supplying_array(const VertexArrayObject& object, int slot, bool program_mode);
// The same for what ArrayElement sets beside the position: no slot twice.
int element_array(const VertexArrayObject& object, int slot, bool program_mode);

// Where a bound object's arrays and indices lie: buffers of its own, the application's memory, or what the context's
// programs reach (NV_vertex_buffer_unified_memory).
struct ArrayMemory {
    const VertexArrayObject& object;
    const ReachableMemory& reachable;
};

// The array of the bound object as the rasterizer reads it; a disabled one gives `current`.
rasterizer::VertexAttribute resolve_array(const ArrayMemory& memory, const VertexArray& array,
                                          const runtime::Vector4& current);
// The same for an array that is not the object's, from its own binding point.
rasterizer::VertexAttribute resolve_array(const ArrayMemory& memory, const VertexArray& array,
                                          const VertexBinding& binding, const runtime::Vector4& current);
// The low or high words of an array of 64-bit components; of any other one zeros, since nothing is said of these.
rasterizer::VertexAttribute resolve_half(const ArrayMemory& memory, const VertexArray& array,
                                         const runtime::Vector4& current, bool high);
runtime::Vector4 fetch_high_words(const ArrayMemory& memory, const VertexArray& array, int64_t index);
// Element `index` of an array as ArrayElement sets it: floats or integers by bits. `current` where it is not enabled.
runtime::Vector4 fetch_element(const ArrayMemory& memory, const VertexArray& array, int64_t index,
                               const runtime::Vector4& current);
// The same for an enabled array that is not the object's.
runtime::Vector4 fetch_element(const ArrayMemory& memory, const VertexArray& array, const VertexBinding& binding,
                               int64_t index);
// The bytes from an offset that a drawing command gives on: in the element array buffer, or by address.
std::span<const std::byte> element_bytes(const ArrayMemory& memory, size_t offset);

// Where the arrays of an OpenGL ES 1.1 context begin otherwise than OpenGL's.
void set_es_arrays(VertexArrayObject& object);

}  // namespace glapi
