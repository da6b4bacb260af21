#include "glapi/objects/vertex_arrays/vertex_arrays.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/state/es_state.h"
#include "rasterizer/geometry/fetch_vertices.h"

namespace glapi {

using rasterizer::ComponentType;
using runtime::Vector4;

VertexArrayObject::VertexArrayObject(GLuint object_name) : name(object_name) {
    arrays[slot_normal].size = 3;
    arrays[slot_normal].normalized = true;
    arrays[slot_color].normalized = true;
    arrays[slot_secondary_color].size = 3;
    arrays[slot_secondary_color].normalized = true;
    arrays[slot_fog_coordinate].size = 1;
    arrays[slot_color_index].size = 1;
    arrays[slot_edge_flag].size = 1;
    arrays[slot_edge_flag].type = GL_UNSIGNED_BYTE;
    arrays[slot_weight].size = 1;
}

VertexArrayState::VertexArrayState() : standard(std::make_shared<VertexArrayObject>()), bound(standard) {}

ComponentTypeInfo component_type_info(GLenum type) {
    switch (type) {
#define RUNTIME_VERTEX_COMPONENT(name, gl_type, bytes, packed) \
    case gl_type:                                              \
        return {bytes, packed, ComponentType::name};
#include "runtime/formats/vertex_formats.def"
#undef RUNTIME_VERTEX_COMPONENT
        // As bits only.
        case GL_INT64_NV:
        case GL_UNSIGNED_INT64_NV: return {8, false, ComponentType::Double};
        default: return {};
    }
}

int supplying_array(const VertexArrayObject& object, int slot, bool program_mode) {
    const int attribute = generic_of_slot(slot);
    if (attribute >= 0) {
        const VertexArray& generic = object.arrays[static_cast<size_t>(slot_generic + attribute)];
        if (program_mode ? generic.enabled_nv : generic.enabled) return slot_generic + attribute;
    }
    return slot < slot_generic && object.arrays[static_cast<size_t>(slot)].enabled ? slot : -1;
}

int element_array(const VertexArrayObject& object, int slot, bool program_mode) {
    if (slot >= slot_generic && (slot == slot_generic || generic_slot(slot - slot_generic) != slot)) return -1;
    return supplying_array(object, slot, program_mode);
}

rasterizer::VertexAttribute resolve_array(const Context& context, const VertexArray& array, const Vector4& current) {
    rasterizer::VertexAttribute result;
    result.current = current;
    if (!array.any_enabled()) return result;
    const ComponentTypeInfo info = component_type_info(array.type);
    const uint32_t element = static_cast<uint32_t>(info.packed ? info.bytes : info.bytes * array.size);
    result.enabled = true;
    result.stride = array.stride ? static_cast<uint32_t>(array.stride) : element;
    result.type = info.type;
    result.components = static_cast<uint8_t>(array.size);
    result.normalized = array.normalized;
    result.integer = array.integer;
    result.bgra = array.bgra;
    result.divisor = array.divisor;
    if (context.vertex_arrays.bound->unified_arrays) {
        const auto bytes = context.buffers.reachable.bytes_at(array.address);
        result.data = bytes.data();
        result.readable = std::min(bytes.size(), static_cast<size_t>(array.length));
    } else if (array.buffer) {
        const size_t offset = reinterpret_cast<size_t>(array.pointer);
        const bool inside = offset < array.buffer->size;
        result.data = inside ? array.buffer->data.get() + offset : nullptr;
        result.readable = inside ? array.buffer->size - offset : 0;
    } else {
        result.data = static_cast<const std::byte*>(array.pointer);
        result.readable = array.pointer ? SIZE_MAX : 0;
    }
    return result;
}

rasterizer::VertexAttribute resolve_half(const Context& context, const VertexArray& array, const Vector4& current,
                                         bool high) {
    rasterizer::VertexAttribute result;
    result.current = current;
    if (!array.any_enabled()) return result;
    if (!array.wide) {
        result.current = {};
        return result;
    }
    result = resolve_array(context, array, current);
    result.type = ComponentType::Double;
    result.integer = true;
    if (high && result.data) {
        result.data += 4;
        if (result.readable != SIZE_MAX) result.readable -= std::min<size_t>(result.readable, 4);
    }
    return result;
}

namespace {

Vector4 fetch_words(const Context& context, const VertexArray& array, int64_t index, bool high) {
    if (index < 0) return {};
    return rasterizer::fetch_element(resolve_half(context, array, {}, high), static_cast<uint64_t>(index));
}

}  // namespace

Vector4 fetch_high_words(const Context& context, const VertexArray& array, int64_t index) {
    return fetch_words(context, array, index, true);
}

std::span<const std::byte> element_bytes(const Context& context, size_t offset) {
    const VertexArrayObject& object = *context.vertex_arrays.bound;
    if (object.unified_elements) {
        const auto length = static_cast<size_t>(object.elements_length);
        if (offset >= length) return {};
        const auto bytes = context.buffers.reachable.bytes_at(object.elements_address + offset);
        return bytes.first(std::min(bytes.size(), length - offset));
    }
    const Buffer* const buffer = object.elements.get();
    if (!buffer || offset >= buffer->size) return {};
    return {buffer->data.get() + offset, buffer->size - offset};
}

Vector4 fetch_element(const Context& context, const VertexArray& array, int64_t index, const Vector4& current) {
    if (!array.any_enabled()) return current;
    if (array.wide) return fetch_words(context, array, index, false);
    const rasterizer::VertexAttribute source = resolve_array(context, array, current);
    return index < 0 ? Vector4{} : rasterizer::fetch_element(source, static_cast<uint64_t>(index));
}

namespace {

// Types an array command accepts, by bit of ComponentType.
constexpr uint32_t bit(ComponentType type) { return 1u << static_cast<int>(type); }
constexpr uint32_t short_int = bit(ComponentType::Short) | bit(ComponentType::Int);
constexpr uint32_t reals = bit(ComponentType::HalfFloat) | bit(ComponentType::Float) | bit(ComponentType::Double);
constexpr uint32_t packed = bit(ComponentType::Int2101010) | bit(ComponentType::UnsignedInt2101010);
constexpr uint32_t integers = short_int | bit(ComponentType::Byte) | bit(ComponentType::UnsignedByte) |
                              bit(ComponentType::UnsignedShort) | bit(ComponentType::UnsignedInt);

// What OpenGL ES 1.1 has beside.
constexpr uint32_t es_types = bit(ComponentType::Byte) | bit(ComponentType::Fixed);

// What all array commands have in common. `size` may be GL_BGRA where the rule allows it. `pointer` is null where only
// the format is set.
void set_array(Context& context, int slot, const PointerRule& rule, GLint size, GLenum type, bool normalized,
               bool integer, GLsizei stride, const void* const* pointer) {
    const bool bgra = rule.bgra_allowed && size == GL_BGRA;
    if (!bgra && (size < rule.min_size || size > rule.max_size))
        return context.error(GL_INVALID_VALUE, "%s: %d components", rule.command, size);
    const ComponentTypeInfo info = component_type_info(type);
    const uint32_t types = rule.types | (context.is_es() && slot < slot_generic ? es_types : 0);
    if (info.bytes == 0 || !(types & bit(info.type)))
        return context.error(GL_INVALID_ENUM, "%s: 0x%x is not a type of its components", rule.command, type);
    if (!rule.wide && (type == GL_INT64_NV || type == GL_UNSIGNED_INT64_NV))
        return context.error(GL_INVALID_ENUM, "%s: only glVertexAttribLPointer takes integers of 64 bits",
                             rule.command);
    if (stride < 0) return context.error(GL_INVALID_VALUE, "%s: stride is negative", rule.command);
    // EXT_vertex_array_bgra and ARB_vertex_type_2_10_10_10_rev.
    if (bgra && type != GL_UNSIGNED_BYTE && !(packed & bit(info.type)))
        return context.error(GL_INVALID_OPERATION, "%s: BGRA needs unsigned bytes", rule.command);
    if (bgra && !normalized) return context.error(GL_INVALID_OPERATION, "%s: BGRA needs normalization", rule.command);
    if (packed & bit(info.type) && slot >= slot_generic && !bgra && size != 4)
        return context.error(GL_INVALID_OPERATION, "%s: packed types have four components", rule.command);
    if (type == GL_UNSIGNED_INT_10F_11F_11F_REV && size != 3)
        return context.error(GL_INVALID_OPERATION, "%s: 10F_11F_11F has three components", rule.command);
    VertexArrayState& state = context.vertex_arrays;
    const auto& buffer = context.buffers[BufferTarget::Array];
    if (pointer && state.bound->name != 0 && !buffer && *pointer)
        return context.error(GL_INVALID_OPERATION, "%s: vertex array objects need buffer objects", rule.command);
    VertexArray& array = state.bound->arrays[slot];
    array.size = bgra ? 4 : size;
    array.bgra = bgra;
    array.type = type;
    array.normalized = normalized;
    array.integer = integer;
    array.wide = rule.wide;
    array.stride = stride;
    if (!pointer) return;
    array.pointer = *pointer;
    array.buffer = buffer;
}

}  // namespace

void set_pointer(Context& context, int slot, const PointerRule& rule, GLint size, GLenum type, bool normalized,
                 bool integer, GLsizei stride, const void* pointer) {
    set_array(context, slot, rule, size, type, normalized, integer, stride, &pointer);
}

namespace {

// The same array's Format command of NV_vertex_buffer_unified_memory.
void set_format(Context& context, int slot, PointerRule rule, const char* command, GLint size, GLenum type,
                bool normalized, bool integer, GLsizei stride) {
    rule.command = command;
    set_array(context, slot, rule, size, type, normalized, integer, stride, nullptr);
}

constexpr PointerRule vertex_rule{"glVertexPointer", 2, 4, short_int | reals | packed, false};
constexpr PointerRule normal_rule{"glNormalPointer", 3, 3, short_int | reals | packed | bit(ComponentType::Byte),
                                  false};
constexpr PointerRule color_rule{"glColorPointer", 3, 4, integers | reals | packed, true};
constexpr PointerRule secondary_color_rule{"glSecondaryColorPointer", 3, 3, integers | reals | packed, true};
constexpr PointerRule fog_coordinate_rule{"glFogCoordPointer", 1, 1, reals, false};
constexpr PointerRule index_rule{
    "glIndexPointer", 1, 1,
    short_int | bit(ComponentType::UnsignedByte) | bit(ComponentType::Float) | bit(ComponentType::Double), false};
constexpr PointerRule edge_flag_rule{"glEdgeFlagPointer", 1, 1, bit(ComponentType::UnsignedByte), false};
constexpr PointerRule texture_coordinate_rule{"glTexCoordPointer", 1, 4, short_int | reals | packed, false};
constexpr PointerRule attribute_rule{
    "glVertexAttribPointer", 1, 4,
    integers | reals | packed | bit(ComponentType::Fixed) | bit(ComponentType::UnsignedInt10f11f11f), true};
constexpr PointerRule integer_attribute_rule{"glVertexAttribIPointer", 1, 4, integers, false};
constexpr PointerRule wide_attribute_rule{"glVertexAttribLPointer", 1, 4, bit(ComponentType::Double), false, true};

// Slot of a client state token; -1: not one.
int client_state_slot(const Context& context, GLenum token) {
    switch (token) {
        case GL_VERTEX_ARRAY: return slot_position;
        case GL_NORMAL_ARRAY: return slot_normal;
        case GL_COLOR_ARRAY: return slot_color;
        case GL_INDEX_ARRAY: return slot_color_index;
        case GL_EDGE_FLAG_ARRAY: return slot_edge_flag;
        case GL_FOG_COORD_ARRAY: return slot_fog_coordinate;
        case GL_SECONDARY_COLOR_ARRAY: return slot_secondary_color;
        case GL_TEXTURE_COORD_ARRAY: return slot_texture_coordinate + context.vertex_arrays.client_active_texture;
        case GL_POINT_SIZE_ARRAY_OES: return context.is_es() ? int{slot_point_size} : -1;
        case GL_MATRIX_INDEX_ARRAY_OES: return context.is_es() ? int{slot_matrix_index} : -1;
        case GL_WEIGHT_ARRAY_OES: return context.is_es() ? int{slot_weight} : -1;
        default: return -1;
    }
}

void set_client_state(Context& context, GLenum token, bool enabled, const char* command) {
    VertexArrayObject& object = *context.vertex_arrays.bound;
    if (token == GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV) {
        object.unified_arrays = enabled;
        return;
    }
    if (token == GL_ELEMENT_ARRAY_UNIFIED_NV) {
        object.unified_elements = enabled;
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
    const int slot = client_state_slot(context, token);
    if (slot < 0) return context.error(GL_INVALID_ENUM, "%s: 0x%x is not a client state", command, token);
    object.arrays[slot].enabled = enabled;
}

// Slot of an address token of BufferAddressRangeNV; -1: not one.
int address_slot(GLenum token, GLuint index, bool& index_error) {
    switch (token) {
        case GL_VERTEX_ARRAY_ADDRESS_NV: return slot_position;
        case GL_NORMAL_ARRAY_ADDRESS_NV: return slot_normal;
        case GL_COLOR_ARRAY_ADDRESS_NV: return slot_color;
        case GL_INDEX_ARRAY_ADDRESS_NV: return slot_color_index;
        case GL_EDGE_FLAG_ARRAY_ADDRESS_NV: return slot_edge_flag;
        case GL_SECONDARY_COLOR_ARRAY_ADDRESS_NV: return slot_secondary_color;
        case GL_FOG_COORD_ARRAY_ADDRESS_NV: return slot_fog_coordinate;
        case GL_TEXTURE_COORD_ARRAY_ADDRESS_NV:
            index_error = index >= texture_coordinate_count;
            return index_error ? -1 : slot_texture_coordinate + static_cast<int>(index);
        case GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV:
            index_error = index >= generic_attribute_count;
            return index_error ? -1 : slot_generic + static_cast<int>(index);
        default: return -1;
    }
}

bool check_generic(Context& context, GLuint index, const char* command) {
    if (index < generic_attribute_count) return true;
    context.error(GL_INVALID_VALUE, "%s: index %u is not below MAX_VERTEX_ATTRIBS", command, index);
    return false;
}

// Integer-valued properties of a generic array; false after an error.
bool array_property(Context& context, GLuint index, GLenum name, GLint& value, const char* command) {
    const VertexArray& array = context.vertex_arrays.bound->arrays[slot_generic + static_cast<int>(index)];
    switch (name) {
        case GL_VERTEX_ATTRIB_ARRAY_ENABLED: value = array.enabled; return true;
        case GL_VERTEX_ATTRIB_ARRAY_SIZE: value = array.bgra ? GL_BGRA : array.size; return true;
        case GL_VERTEX_ATTRIB_ARRAY_STRIDE: value = array.stride; return true;
        case GL_VERTEX_ATTRIB_ARRAY_TYPE: value = static_cast<GLint>(array.type); return true;
        case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED: value = array.normalized; return true;
        case GL_VERTEX_ATTRIB_ARRAY_INTEGER: value = array.integer; return true;
        case GL_VERTEX_ATTRIB_ARRAY_LONG: value = array.wide; return true;
        case GL_VERTEX_ATTRIB_ARRAY_DIVISOR: value = static_cast<GLint>(array.divisor); return true;
        case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING:
            value = array.buffer ? static_cast<GLint>(array.buffer->name) : 0;
            return true;
        default: context.error(GL_INVALID_ENUM, "%s: 0x%x is not an attribute property", command, name); return false;
    }
}

// As get_vertex_attribute(), of components of 64 bits.
template <typename T>
void get_wide_attribute(Context& context, GLuint index, GLenum name, T* values, const char* command) {
    if (!check_generic(context, index, command)) return;
    if (name == GL_CURRENT_VERTEX_ATTRIB) {
        if (index == 0 && context.request.profile == Profile::Compatibility)
            return context.error(GL_INVALID_OPERATION, "%s: attribute 0 has no current value", command);
        const int slot = generic_slot(static_cast<int>(index));
        const Vector4 &low = context.immediate.current[slot], &high = context.immediate.current[high_slot(slot)];
        for (int i = 0; i < 4; ++i) values[i] = std::bit_cast<T>(uint64_t{high[i]} << 32 | low[i]);
        return;
    }
    GLint value = 0;
    if (array_property(context, index, name, value, command)) *values = static_cast<T>(value);
}

template <typename T, typename Convert>
void get_vertex_attribute(Context& context, GLuint index, GLenum name, T* values, const char* command,
                          Convert&& convert) {
    if (!check_generic(context, index, command)) return;
    if (name == GL_CURRENT_VERTEX_ATTRIB) {
        if (index == 0 && context.request.profile == Profile::Compatibility)
            return context.error(GL_INVALID_OPERATION, "%s: attribute 0 has no current value", command);
        const Vector4& current = context.immediate.current[generic_slot(static_cast<int>(index))];
        for (int i = 0; i < 4; ++i) values[i] = convert(current[i]);
        return;
    }
    GLint value = 0;
    if (array_property(context, index, name, value, command)) *values = static_cast<T>(value);
}

}  // namespace

namespace commands {

void VertexPointer(Context& context, GLint size, GLenum type, GLsizei stride, const void* pointer) {
    set_pointer(context, slot_position, vertex_rule, size, type, false, false, stride, pointer);
}
void NormalPointer(Context& context, GLenum type, GLsizei stride, const void* pointer) {
    set_pointer(context, slot_normal, normal_rule, 3, type, true, false, stride, pointer);
}
void ColorPointer(Context& context, GLint size, GLenum type, GLsizei stride, const void* pointer) {
    set_pointer(context, slot_color, color_rule, size, type, true, false, stride, pointer);
}
void SecondaryColorPointer(Context& context, GLint size, GLenum type, GLsizei stride, const void* pointer) {
    set_pointer(context, slot_secondary_color, secondary_color_rule, size, type, true, false, stride, pointer);
}
void FogCoordPointer(Context& context, GLenum type, GLsizei stride, const void* pointer) {
    set_pointer(context, slot_fog_coordinate, fog_coordinate_rule, 1, type, false, false, stride, pointer);
}
void IndexPointer(Context& context, GLenum type, GLsizei stride, const void* pointer) {
    set_pointer(context, slot_color_index, index_rule, 1, type, false, false, stride, pointer);
}
void EdgeFlagPointer(Context& context, GLsizei stride, const void* pointer) {
    set_pointer(context, slot_edge_flag, edge_flag_rule, 1, GL_UNSIGNED_BYTE, false, false, stride, pointer);
}
void TexCoordPointer(Context& context, GLint size, GLenum type, GLsizei stride, const void* pointer) {
    set_pointer(context, slot_texture_coordinate + context.vertex_arrays.client_active_texture, texture_coordinate_rule,
                size, type, false, false, stride, pointer);
}

// EXT_vertex_array's forms, which know how many elements there are.
void VertexPointerEXT(Context& context, GLint size, GLenum type, GLsizei stride, GLsizei, const void* pointer) {
    VertexPointer(context, size, type, stride, pointer);
}
void NormalPointerEXT(Context& context, GLenum type, GLsizei stride, GLsizei, const void* pointer) {
    NormalPointer(context, type, stride, pointer);
}
void ColorPointerEXT(Context& context, GLint size, GLenum type, GLsizei stride, GLsizei, const void* pointer) {
    ColorPointer(context, size, type, stride, pointer);
}
void IndexPointerEXT(Context& context, GLenum type, GLsizei stride, GLsizei, const void* pointer) {
    IndexPointer(context, type, stride, pointer);
}
void TexCoordPointerEXT(Context& context, GLint size, GLenum type, GLsizei stride, GLsizei, const void* pointer) {
    TexCoordPointer(context, size, type, stride, pointer);
}
void EdgeFlagPointerEXT(Context& context, GLsizei stride, GLsizei, const GLboolean* pointer) {
    EdgeFlagPointer(context, stride, pointer);
}

void VertexAttribPointer(Context& context, GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride,
                         const void* pointer) {
    if (!check_generic(context, index, attribute_rule.command)) return;
    set_pointer(context, slot_generic + static_cast<int>(index), attribute_rule, size, type, normalized, false, stride,
                pointer);
}
void VertexAttribIPointer(Context& context, GLuint index, GLint size, GLenum type, GLsizei stride,
                          const void* pointer) {
    if (!check_generic(context, index, integer_attribute_rule.command)) return;
    set_pointer(context, slot_generic + static_cast<int>(index), integer_attribute_rule, size, type, false, true,
                stride, pointer);
}
void VertexAttribLPointer(Context& context, GLuint index, GLint size, GLenum type, GLsizei stride,
                          const void* pointer) {
    if (!check_generic(context, index, wide_attribute_rule.command)) return;
    set_pointer(context, slot_generic + static_cast<int>(index), wide_attribute_rule, size, type, false, false, stride,
                pointer);
}
void VertexAttribPointerNV(Context& context, GLuint index, GLint size, GLenum type, GLsizei stride,
                           const void* pointer) {
    static constexpr PointerRule rule{"glVertexAttribPointerNV", 1, 4,
                                      bit(ComponentType::UnsignedByte) | bit(ComponentType::Short) | reals, false};
    if (!check_generic(context, index, rule.command)) return;
    if (type == GL_UNSIGNED_BYTE && size != 4)
        return context.error(GL_INVALID_OPERATION, "glVertexAttribPointerNV: bytes come in fours");
    set_pointer(context, slot_generic + static_cast<int>(index), rule, size, type, type == GL_UNSIGNED_BYTE, false,
                stride, pointer);
}

// ---- NV_vertex_buffer_unified_memory ----

void VertexFormatNV(Context& context, GLint size, GLenum type, GLsizei stride) {
    set_format(context, slot_position, vertex_rule, "glVertexFormatNV", size, type, false, false, stride);
}
void NormalFormatNV(Context& context, GLenum type, GLsizei stride) {
    set_format(context, slot_normal, normal_rule, "glNormalFormatNV", 3, type, true, false, stride);
}
void ColorFormatNV(Context& context, GLint size, GLenum type, GLsizei stride) {
    set_format(context, slot_color, color_rule, "glColorFormatNV", size, type, true, false, stride);
}
void SecondaryColorFormatNV(Context& context, GLint size, GLenum type, GLsizei stride) {
    set_format(context, slot_secondary_color, secondary_color_rule, "glSecondaryColorFormatNV", size, type, true, false,
               stride);
}
void FogCoordFormatNV(Context& context, GLenum type, GLsizei stride) {
    set_format(context, slot_fog_coordinate, fog_coordinate_rule, "glFogCoordFormatNV", 1, type, false, false, stride);
}
void IndexFormatNV(Context& context, GLenum type, GLsizei stride) {
    set_format(context, slot_color_index, index_rule, "glIndexFormatNV", 1, type, false, false, stride);
}
void EdgeFlagFormatNV(Context& context, GLsizei stride) {
    set_format(context, slot_edge_flag, edge_flag_rule, "glEdgeFlagFormatNV", 1, GL_UNSIGNED_BYTE, false, false,
               stride);
}
void TexCoordFormatNV(Context& context, GLint size, GLenum type, GLsizei stride) {
    set_format(context, slot_texture_coordinate + context.vertex_arrays.client_active_texture, texture_coordinate_rule,
               "glTexCoordFormatNV", size, type, false, false, stride);
}
void VertexAttribFormatNV(Context& context, GLuint index, GLint size, GLenum type, GLboolean normalized,
                          GLsizei stride) {
    if (!check_generic(context, index, "glVertexAttribFormatNV")) return;
    set_format(context, slot_generic + static_cast<int>(index), attribute_rule, "glVertexAttribFormatNV", size, type,
               normalized, false, stride);
}
void VertexAttribIFormatNV(Context& context, GLuint index, GLint size, GLenum type, GLsizei stride) {
    if (!check_generic(context, index, "glVertexAttribIFormatNV")) return;
    set_format(context, slot_generic + static_cast<int>(index), integer_attribute_rule, "glVertexAttribIFormatNV", size,
               type, false, true, stride);
}
void VertexAttribLFormatNV(Context& context, GLuint index, GLint size, GLenum type, GLsizei stride) {
    if (!check_generic(context, index, "glVertexAttribLFormatNV")) return;
    set_format(context, slot_generic + static_cast<int>(index), wide_attribute_rule, "glVertexAttribLFormatNV", size,
               type, false, false, stride);
}

void BufferAddressRangeNV(Context& context, GLenum pname, GLuint index, GLuint64EXT address, GLsizeiptr length) {
    static constexpr const char* command = "glBufferAddressRangeNV";
    if (length < 0) return context.error(GL_INVALID_VALUE, "%s: length is negative", command);
    VertexArrayObject& object = *context.vertex_arrays.bound;
    if (pname == GL_ELEMENT_ARRAY_ADDRESS_NV) {
        object.elements_address = address;
        object.elements_length = length;
        return;
    }
    bool index_error = false;
    const int slot = address_slot(pname, index, index_error);
    if (index_error) return context.error(GL_INVALID_VALUE, "%s: there is no array %u", command, index);
    if (slot < 0) return context.error(GL_INVALID_ENUM, "%s: 0x%x is not an array's address", command, pname);
    object.arrays[static_cast<size_t>(slot)].address = address;
    object.arrays[static_cast<size_t>(slot)].length = length;
}

void GetIntegerui64vNV(Context& context, GLenum value, GLuint64EXT* result) {
    const VertexArrayObject& object = *context.vertex_arrays.bound;
    bool index_error = false;
    const bool indexed = value == GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV || value == GL_TEXTURE_COORD_ARRAY_ADDRESS_NV;
    const int slot = indexed ? -1 : address_slot(value, 0, index_error);
    if (value == GL_MAX_SHADER_BUFFER_ADDRESS_NV)
        *result = ~GLuint64EXT{0};
    else if (value == GL_ELEMENT_ARRAY_ADDRESS_NV)
        *result = object.elements_address;
    else if (slot >= 0)
        *result = object.arrays[static_cast<size_t>(slot)].address;
    else
        context.error(GL_INVALID_ENUM, "glGetIntegerui64vNV: 0x%x is not a quantity of 64 bits", value);
}

void GetIntegerui64i_vNV(Context& context, GLenum value, GLuint index, GLuint64EXT* result) {
    static constexpr const char* command = "glGetIntegerui64i_vNV";
    if (value != GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV && value != GL_TEXTURE_COORD_ARRAY_ADDRESS_NV)
        return context.error(GL_INVALID_ENUM, "%s: 0x%x is not an indexed quantity of 64 bits", command, value);
    bool index_error = false;
    const int slot = address_slot(value, index, index_error);
    if (index_error) return context.error(GL_INVALID_VALUE, "%s: there is no array %u", command, index);
    *result = context.vertex_arrays.bound->arrays[static_cast<size_t>(slot)].address;
}

void VertexAttribDivisor(Context& context, GLuint index, GLuint divisor) {
    if (!check_generic(context, index, "glVertexAttribDivisor")) return;
    context.vertex_arrays.bound->arrays[slot_generic + static_cast<int>(index)].divisor = divisor;
}
void EnableVertexAttribArray(Context& context, GLuint index) {
    if (!check_generic(context, index, "glEnableVertexAttribArray")) return;
    VertexArray& array = context.vertex_arrays.bound->arrays[slot_generic + static_cast<int>(index)];
    array.enabled = array.enabled_nv = true;
}
void DisableVertexAttribArray(Context& context, GLuint index) {
    if (!check_generic(context, index, "glDisableVertexAttribArray")) return;
    VertexArray& array = context.vertex_arrays.bound->arrays[slot_generic + static_cast<int>(index)];
    array.enabled = array.enabled_nv = false;
}
void EnableClientState(Context& context, GLenum array) {
    set_client_state(context, array, true, "glEnableClientState");
}
void DisableClientState(Context& context, GLenum array) {
    set_client_state(context, array, false, "glDisableClientState");
}

void ClientActiveTexture(Context& context, GLenum texture) {
    if (texture - GL_TEXTURE0 >= texture_coordinate_count)
        return context.error(GL_INVALID_ENUM, "glClientActiveTexture: 0x%x is not a texture coordinate set", texture);
    context.vertex_arrays.client_active_texture = static_cast<int>(texture - GL_TEXTURE0);
}

void InterleavedArrays(Context& context, GLenum format, GLsizei stride, const void* pointer) {
    // GL 2.1 table 2.5. Offsets and sizes in floats, but colours of unsigned bytes take one float.
    struct Layout {
        GLenum format;
        int texture, color, vertex;  // components; 0: none
        bool normal, byte_color;
    };
    static constexpr Layout layouts[] = {
        {GL_V2F, 0, 0, 2, false, false},
        {GL_V3F, 0, 0, 3, false, false},
        {GL_C4UB_V2F, 0, 4, 2, false, true},
        {GL_C4UB_V3F, 0, 4, 3, false, true},
        {GL_C3F_V3F, 0, 3, 3, false, false},
        {GL_N3F_V3F, 0, 0, 3, true, false},
        {GL_C4F_N3F_V3F, 0, 4, 3, true, false},
        {GL_T2F_V3F, 2, 0, 3, false, false},
        {GL_T4F_V4F, 4, 0, 4, false, false},
        {GL_T2F_C4UB_V3F, 2, 4, 3, false, true},
        {GL_T2F_C3F_V3F, 2, 3, 3, false, false},
        {GL_T2F_N3F_V3F, 2, 0, 3, true, false},
        {GL_T2F_C4F_N3F_V3F, 2, 4, 3, true, false},
        {GL_T4F_C4F_N3F_V4F, 4, 4, 4, true, false},
    };
    const Layout* layout = nullptr;
    for (const Layout& candidate : layouts)
        if (candidate.format == format) layout = &candidate;
    if (!layout) return context.error(GL_INVALID_ENUM, "glInterleavedArrays: 0x%x is not a format", format);
    if (stride < 0) return context.error(GL_INVALID_VALUE, "glInterleavedArrays: stride is negative");
    const int color_floats = layout->byte_color ? 1 : layout->color;
    const int normal_floats = layout->normal ? 3 : 0;
    if (stride == 0) stride = 4 * (layout->texture + color_floats + normal_floats + layout->vertex);
    const char* place = static_cast<const char*>(pointer);
    DisableClientState(context, GL_EDGE_FLAG_ARRAY);
    DisableClientState(context, GL_INDEX_ARRAY);
    DisableClientState(context, GL_SECONDARY_COLOR_ARRAY);
    DisableClientState(context, GL_FOG_COORD_ARRAY);
    auto array = [&](GLenum token, int floats, auto&& set) {
        if (floats == 0) return DisableClientState(context, token);
        EnableClientState(context, token);
        set(place);
        place += 4 * floats;
    };
    array(GL_TEXTURE_COORD_ARRAY, layout->texture,
          [&](const void* p) { TexCoordPointer(context, layout->texture, GL_FLOAT, stride, p); });
    array(GL_COLOR_ARRAY, color_floats, [&](const void* p) {
        ColorPointer(context, layout->color, layout->byte_color ? GL_UNSIGNED_BYTE : GL_FLOAT, stride, p);
    });
    array(GL_NORMAL_ARRAY, normal_floats, [&](const void* p) { NormalPointer(context, GL_FLOAT, stride, p); });
    array(GL_VERTEX_ARRAY, layout->vertex,
          [&](const void* p) { VertexPointer(context, layout->vertex, GL_FLOAT, stride, p); });
}

void LockArraysEXT(Context& context, GLint first, GLsizei count) {
    if (context.vertex_arrays.locked_count)
        return context.error(GL_INVALID_OPERATION, "glLockArraysEXT: arrays are locked already");
    if (first < 0 || count <= 0) return context.error(GL_INVALID_VALUE, "glLockArraysEXT: range %d+%d", first, count);
    context.vertex_arrays.locked_first = first;
    context.vertex_arrays.locked_count = count;
}
void UnlockArraysEXT(Context& context) {
    if (!context.vertex_arrays.locked_count)
        return context.error(GL_INVALID_OPERATION, "glUnlockArraysEXT: arrays are not locked");
    context.vertex_arrays.locked_first = context.vertex_arrays.locked_count = 0;
}

void PrimitiveRestartIndex(Context& context, GLuint index) { context.vertex_arrays.restart_index = index; }
void PrimitiveRestartIndexNV(Context& context, GLuint index) { context.vertex_arrays.restart_index = index; }

// ---- vertex array objects
// --------------------------------------------------------------------------------------------

void GenVertexArrays(Context& context, GLsizei n, GLuint* arrays) {
    if (n < 0) return context.error(GL_INVALID_VALUE, "glGenVertexArrays: n is negative");
    context.vertex_arrays.names.generate({arrays, static_cast<size_t>(n)});
}

void DeleteVertexArrays(Context& context, GLsizei n, const GLuint* arrays) {
    if (n < 0) return context.error(GL_INVALID_VALUE, "glDeleteVertexArrays: n is negative");
    VertexArrayState& state = context.vertex_arrays;
    for (GLsizei i = 0; i < n; ++i) {
        if (arrays[i] == 0) continue;
        if (state.bound->name == arrays[i]) state.bound = state.standard;
        state.names.erase(arrays[i]);
    }
}

GLboolean IsVertexArray(Context& context, GLuint array) { return context.vertex_arrays.names.get(array) != nullptr; }

void BindVertexArray(Context& context, GLuint array) {
    VertexArrayState& state = context.vertex_arrays;
    if (array == 0) {
        state.bound = state.standard;
        return;
    }
    if (!state.names.reserved(array))
        return context.error(GL_INVALID_OPERATION, "glBindVertexArray: %u was not generated", array);
    std::shared_ptr<VertexArrayObject> object = state.names.find(array);
    if (!object) {
        object = std::make_shared<VertexArrayObject>(array);
        if (context.is_es()) set_es_arrays(*object);
        state.names.insert(array, object);
    }
    state.bound = std::move(object);
}

// ---- queries
// -----------------------------------------------------------------------------------------------------------

void GetVertexAttribfv(Context& context, GLuint index, GLenum pname, GLfloat* params) {
    get_vertex_attribute(context, index, pname, params, "glGetVertexAttribfv",
                         [](uint32_t bits) { return std::bit_cast<float>(bits); });
}
void GetVertexAttribdv(Context& context, GLuint index, GLenum pname, GLdouble* params) {
    get_vertex_attribute(context, index, pname, params, "glGetVertexAttribdv",
                         [](uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits)); });
}
void GetVertexAttribiv(Context& context, GLuint index, GLenum pname, GLint* params) {
    get_vertex_attribute(context, index, pname, params, "glGetVertexAttribiv",
                         [](uint32_t bits) { return static_cast<GLint>(std::lround(std::bit_cast<float>(bits))); });
}
void GetVertexAttribIiv(Context& context, GLuint index, GLenum pname, GLint* params) {
    get_vertex_attribute(context, index, pname, params, "glGetVertexAttribIiv",
                         [](uint32_t bits) { return static_cast<GLint>(bits); });
}
void GetVertexAttribIuiv(Context& context, GLuint index, GLenum pname, GLuint* params) {
    get_vertex_attribute(context, index, pname, params, "glGetVertexAttribIuiv", [](uint32_t bits) { return bits; });
}
void GetVertexAttribLdv(Context& context, GLuint index, GLenum pname, GLdouble* params) {
    get_wide_attribute(context, index, pname, params, "glGetVertexAttribLdv");
}
void GetVertexAttribLi64vNV(Context& context, GLuint index, GLenum pname, GLint64EXT* params) {
    get_wide_attribute(context, index, pname, params, "glGetVertexAttribLi64vNV");
}
void GetVertexAttribLui64vNV(Context& context, GLuint index, GLenum pname, GLuint64EXT* params) {
    get_wide_attribute(context, index, pname, params, "glGetVertexAttribLui64vNV");
}
void GetVertexAttribPointerv(Context& context, GLuint index, GLenum pname, void** pointer) {
    if (!check_generic(context, index, "glGetVertexAttribPointerv")) return;
    if (pname != GL_VERTEX_ATTRIB_ARRAY_POINTER)
        return context.error(GL_INVALID_ENUM, "glGetVertexAttribPointerv: 0x%x is not a pointer", pname);
    *pointer = const_cast<void*>(context.vertex_arrays.bound->arrays[slot_generic + static_cast<int>(index)].pointer);
}

}  // namespace commands
}  // namespace glapi
