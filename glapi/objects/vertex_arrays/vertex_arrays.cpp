#include "glapi/objects/vertex_arrays/vertex_arrays.h"

#include <algorithm>

#include "rasterizer/geometry/fetch_vertices.h"

namespace glapi {

using rasterizer::ComponentType;
using runtime::Vector4;

VertexArrayObject::VertexArrayObject(GLuint object_name) : name(object_name) {
    for (int slot = 0; slot < vertex_array_count; ++slot) arrays[static_cast<size_t>(slot)].binding = slot;
    arrays[slot_normal].size = 3;
    arrays[slot_normal].normalized = true;
    arrays[slot_color].normalized = true;
    arrays[slot_secondary_color].size = 3;
    arrays[slot_secondary_color].normalized = true;
    arrays[slot_fog_coordinate].size = 1;
    arrays[slot_color_index].size = 1;
    arrays[slot_edge_flag].size = 1;
    arrays[slot_edge_flag].type = GL_UNSIGNED_BYTE;
    arrays[slot_weight].size = 0;
    arrays[slot_weight].normalized = true;
    arrays[array_matrix_index].size = 0;
    arrays[array_matrix_index].type = GL_UNSIGNED_BYTE;
    for (size_t slot = 0; slot < slot_generic; ++slot)
        bindings[slot].stride = static_cast<GLsizei>(element_size(arrays[slot]));
}

VertexBinding& VertexArrayObject::bind_own(int slot, GLsizei stride) {
    VertexArray& array = arrays[static_cast<size_t>(slot)];
    array.stride = stride;
    array.relative_offset = 0;
    array.binding = slot;
    VertexBinding& binding = bindings[static_cast<size_t>(slot)];
    binding.stride = stride ? stride : static_cast<GLsizei>(element_size(array));
    return binding;
}

void VertexArrayObject::unbind(const Buffer& buffer) {
    if (elements.get() == &buffer) elements = nullptr;
    for (VertexBinding& binding : bindings)
        if (binding.buffer.get() == &buffer) binding.buffer = nullptr;
}

VertexArrayState::VertexArrayState() : standard(std::make_shared<VertexArrayObject>()), bound(standard) {}

ComponentTypeInfo component_type_info(GLenum type) {
    switch (type) {
#define RUNTIME_VERTEX_COMPONENT(name, gl_type, bytes, packed) \
    case gl_type:                                              \
        return {bytes, packed, ComponentType::name};
#include "runtime/formats/vertex_formats.def"
#undef RUNTIME_VERTEX_COMPONENT
        case GL_HALF_FLOAT_OES:
            return {2, false, ComponentType::HalfFloat};  // of OpenGL ES 2
        // As bits only.
        case GL_INT64_NV:
        case GL_UNSIGNED_INT64_NV: return {8, false, ComponentType::Double};
        default: return {};
    }
}

uint32_t element_size(const VertexArray& array) {
    const ComponentTypeInfo info = component_type_info(array.type);
    return static_cast<uint32_t>(info.packed ? info.bytes : info.bytes * array.size);
}

int supplying_array(const VertexArrayObject& object, int slot, bool program_mode) {
    if (slot == slot_matrix_index) return object.arrays[array_matrix_index].enabled ? array_matrix_index : -1;
    const int attribute = generic_of_slot(slot);
    if (attribute >= 0) {
        const VertexArray& generic = object.arrays[static_cast<size_t>(slot_generic + attribute)];
        if (program_mode ? generic.enabled_nv : generic.enabled) return slot_generic + attribute;
    }
    return slot < slot_generic && object.arrays[static_cast<size_t>(slot)].enabled ? slot : -1;
}

int element_array(const VertexArrayObject& object, int slot, bool program_mode) {
    if (slot == slot_matrix_index) return supplying_array(object, slot, program_mode);
    if (slot >= slot_generic && (slot == slot_generic || generic_slot(slot - slot_generic) != slot)) return -1;
    return supplying_array(object, slot, program_mode);
}

namespace {

// What a binding point has, by address or in its buffer.
std::span<const std::byte> bound_elements(const ArrayMemory& memory, const VertexBinding& binding) {
    if (memory.object.unified_arrays) {
        const auto bytes = memory.reachable.bytes_at(binding.address);
        return bytes.first(std::min(bytes.size(), static_cast<size_t>(binding.length)));
    }
    const auto offset = static_cast<size_t>(binding.offset);
    if (offset >= binding.buffer->size) return {};
    return {binding.buffer->data.get() + offset, binding.buffer->size - offset};
}

}  // namespace

rasterizer::VertexAttribute resolve_array(const ArrayMemory& memory, const VertexArray& array, const Vector4& current) {
    return resolve_array(memory, array, memory.object.binding_of(array), current);
}

rasterizer::VertexAttribute resolve_array(const ArrayMemory& memory, const VertexArray& array,
                                          const VertexBinding& binding, const Vector4& current) {
    rasterizer::VertexAttribute result;
    result.current = current;
    if (!array.any_enabled() || array.size == 0) return result;
    result.enabled = true;
    result.stride = static_cast<uint32_t>(binding.stride);
    result.type = component_type_info(array.type).type;
    result.components = static_cast<uint8_t>(array.size);
    result.normalized = array.normalized;
    result.integer = array.integer;
    result.bgra = array.bgra;
    result.divisor = binding.divisor;
    if (!memory.object.unified_arrays && !binding.buffer) {
        result.data = static_cast<const std::byte*>(binding.client);
        result.readable = binding.client ? SIZE_MAX : 0;
        if (result.data) result.data += array.relative_offset;
        return result;
    }
    const auto bytes = bound_elements(memory, binding);
    const bool inside = array.relative_offset < bytes.size();
    result.data = inside ? bytes.data() + array.relative_offset : nullptr;
    result.readable = inside ? bytes.size() - array.relative_offset : 0;
    return result;
}

rasterizer::VertexAttribute resolve_half(const ArrayMemory& memory, const VertexArray& array, const Vector4& current,
                                         bool high) {
    rasterizer::VertexAttribute result;
    result.current = current;
    if (!array.any_enabled()) return result;
    if (!array.wide) {
        result.current = {};
        return result;
    }
    result = resolve_array(memory, array, current);
    result.type = ComponentType::Double;
    result.integer = true;
    if (high && result.data) {
        result.data += 4;
        if (result.readable != SIZE_MAX) result.readable -= std::min<size_t>(result.readable, 4);
    }
    return result;
}

namespace {

Vector4 fetch_words(const ArrayMemory& memory, const VertexArray& array, int64_t index, bool high) {
    if (index < 0) return {};
    return rasterizer::fetch_element(resolve_half(memory, array, {}, high), static_cast<uint64_t>(index));
}

}  // namespace

Vector4 fetch_high_words(const ArrayMemory& memory, const VertexArray& array, int64_t index) {
    return fetch_words(memory, array, index, true);
}

std::span<const std::byte> element_bytes(const ArrayMemory& memory, size_t offset) {
    const VertexArrayObject& object = memory.object;
    if (object.unified_elements) {
        const auto length = static_cast<size_t>(object.elements_length);
        if (offset >= length) return {};
        const auto bytes = memory.reachable.bytes_at(object.elements_address + offset);
        return bytes.first(std::min(bytes.size(), length - offset));
    }
    const Buffer* const buffer = object.elements.get();
    if (!buffer || offset >= buffer->size) return {};
    return {buffer->data.get() + offset, buffer->size - offset};
}

Vector4 fetch_element(const ArrayMemory& memory, const VertexArray& array, int64_t index, const Vector4& current) {
    if (!array.any_enabled()) return current;
    if (array.wide) return fetch_words(memory, array, index, false);
    const rasterizer::VertexAttribute source = resolve_array(memory, array, current);
    return index < 0 ? Vector4{} : rasterizer::fetch_element(source, static_cast<uint64_t>(index));
}

Vector4 fetch_element(const ArrayMemory& memory, const VertexArray& array, const VertexBinding& binding,
                      int64_t index) {
    if (index < 0) return {};
    return rasterizer::fetch_element(resolve_array(memory, array, binding, {}), static_cast<uint64_t>(index));
}

void set_es_arrays(VertexArrayObject& object) {
    object.arrays[slot_point_size].size = 1;
    object.arrays[slot_weight].size = 0;
}

int VertexArrayState::slot_of(GLenum token, bool is_es1) const {
    switch (token) {
        case GL_VERTEX_ARRAY: return slot_position;
        case GL_NORMAL_ARRAY: return slot_normal;
        case GL_COLOR_ARRAY: return slot_color;
        case GL_INDEX_ARRAY: return slot_color_index;
        case GL_EDGE_FLAG_ARRAY: return slot_edge_flag;
        case GL_FOG_COORD_ARRAY: return slot_fog_coordinate;
        case GL_SECONDARY_COLOR_ARRAY: return slot_secondary_color;
        case GL_TEXTURE_COORD_ARRAY: return slot_texture_coordinate + client_active_texture;
        case GL_POINT_SIZE_ARRAY_OES: return is_es1 ? int{slot_point_size} : -1;
        case GL_MATRIX_INDEX_ARRAY_ARB: return array_matrix_index;
        case GL_WEIGHT_ARRAY_ARB: return slot_weight;
        case GL_VERTEX_WEIGHT_ARRAY_EXT: return is_es1 ? -1 : int{slot_weight};
        default: return -1;
    }
}

}  // namespace glapi
