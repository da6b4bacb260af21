// Where arrays lie and what their elements are: the Pointer commands, and Format and AddressRange of
// NV_vertex_buffer_unified_memory.
#include "glapi/commands/vertex_arrays/array_pointers.h"

#include <optional>

#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"

namespace glapi {

using rasterizer::ComponentType;

namespace {

bool check_bound(Errors& errors, bool bound) {
    if (!bound) errors.error(GL_INVALID_OPERATION, "no vertex array object is bound");
    return bound;
}

}  // namespace

bool check_vertex_array(Errors& errors, const Version& version, const VertexArrayState& vertex_arrays) {
    return check_bound(errors, has_vertex_array(version, vertex_arrays));
}

bool check_named_vertex_array(Errors& errors, const Version& version, const VertexArrayState& vertex_arrays) {
    return check_bound(errors, has_named_vertex_array(version, vertex_arrays));
}

bool check_generic_attribute(Errors& errors, GLuint index) {
    if (index < generic_attribute_count) return true;
    errors.error(GL_INVALID_VALUE, "index %u is not below MAX_VERTEX_ATTRIBS", index);
    return false;
}

namespace {

constexpr uint32_t packed = type_bit(ComponentType::Int2101010) | type_bit(ComponentType::UnsignedInt2101010);

// What OpenGL ES 1.1 has beside.
constexpr uint32_t es_types = type_bit(ComponentType::Byte) | type_bit(ComponentType::Fixed);

// What an array command sets.
struct ArrayFormat {
    GLint components;
    GLenum type;
    bool bgra, normalized, integer, wide;
};

// `size` may be GL_BGRA where the rule allows it. None after an error.
std::optional<ArrayFormat> validate_format(Errors& errors, const Version& version, int slot, const PointerRule& rule,
                                           GLint size, GLenum type, bool normalized, bool integer, GLsizei stride) {
    const auto fail = [&](GLenum code, const char* why) {
        errors.error(code, "%s", why);
        return std::nullopt;
    };
    const bool bgra = rule.bgra_allowed && size == GL_BGRA;
    if (!bgra && (size < rule.min_size || size > rule.max_size)) {
        errors.error(GL_INVALID_VALUE, "%d components", size);
        return std::nullopt;
    }
    const bool es_type = type == GL_HALF_FLOAT_OES && !version.is_es2();
    const ComponentTypeInfo info = es_type ? ComponentTypeInfo{} : component_type_info(type);
    const uint32_t types = rule.types | (version.is_es1() && slot < slot_generic ? es_types : 0);
    if (info.bytes == 0 || !(types & type_bit(info.type))) {
        errors.error(GL_INVALID_ENUM, "0x%x is not a type of its components", type);
        return std::nullopt;
    }
    if (!rule.wide && (type == GL_INT64_NV || type == GL_UNSIGNED_INT64_NV))
        return fail(GL_INVALID_ENUM, "only glVertexAttribLPointer takes integers of 64 bits");
    if (stride < 0) return fail(GL_INVALID_VALUE, "stride is negative");
    // The compatibility profile lets older programs have theirs.
    if (version.is_core() && version.number() >= 44 && stride > limits::MAX_VERTEX_ATTRIB_STRIDE)
        return fail(GL_INVALID_VALUE, "stride is beyond MAX_VERTEX_ATTRIB_STRIDE");
    // EXT_vertex_array_bgra and ARB_vertex_type_2_10_10_10_rev.
    if (bgra && type != GL_UNSIGNED_BYTE && !(packed & type_bit(info.type)))
        return fail(GL_INVALID_OPERATION, "BGRA needs unsigned bytes");
    if (bgra && !normalized) return fail(GL_INVALID_OPERATION, "BGRA needs normalization");
    if (packed & type_bit(info.type) && slot >= slot_generic && !bgra && size != 4)
        return fail(GL_INVALID_OPERATION, "packed types have four components");
    if (type == GL_UNSIGNED_INT_10F_11F_11F_REV && size != 3)
        return fail(GL_INVALID_OPERATION, "10F_11F_11F has three components");
    return ArrayFormat{bgra ? 4 : size, type, bgra, normalized, integer, rule.wide};
}

void set_format(VertexArray& array, const ArrayFormat& format) {
    array.size = format.components;
    array.bgra = format.bgra;
    array.type = format.type;
    array.normalized = format.normalized;
    array.integer = format.integer;
    array.wide = format.wide;
}

}  // namespace

void set_pointer(Context& context, int slot, const PointerRule& rule, GLint size, GLenum type, bool normalized,
                 bool integer, GLsizei stride, const void* pointer) {
    const auto format = validate_format(context, context.version, slot, rule, size, type, normalized, integer, stride);
    if (!format || !check_vertex_array(context, context.version, context.vertex_arrays)) return;
    VertexArrayObject& object = *context.vertex_arrays.bound;
    const auto& buffer = context.buffers[BufferTarget::Array];
    if (object.name != 0 && !object.takes_client_memory && !buffer && pointer)
        return context.error(GL_INVALID_OPERATION, "vertex array objects need buffer objects");
    VertexArray& array = object.arrays[slot];
    set_format(array, *format);
    array.pointer = pointer;
    VertexBinding& binding = object.bind_own(slot, stride);
    binding.buffer = buffer;
    binding.offset = reinterpret_cast<GLintptr>(pointer);
    binding.client = buffer ? nullptr : pointer;
}

namespace {

// The same array's Format command of NV_vertex_buffer_unified_memory.
void set_format(Errors& errors, const Version& version, const VertexArrayState& vertex_arrays, int slot,
                PointerRule rule, GLint size, GLenum type, bool normalized, bool integer, GLsizei stride) {
    if (!check_vertex_array(errors, version, vertex_arrays)) return;
    const auto format = validate_format(errors, version, slot, rule, size, type, normalized, integer, stride);
    if (!format) return;
    VertexArrayObject& object = *vertex_arrays.bound;
    set_format(object.arrays[slot], *format);
    object.bind_own(slot, stride);
}

// What a generic array's elements are, without where they lie.
void set_relative_format(Errors& errors, const Version& version, const VertexArrayState& vertex_arrays, GLuint index,
                         PointerRule rule, GLint size, GLenum type, bool normalized, bool integer, GLuint offset) {
    if (!check_generic_attribute(errors, index) || !check_named_vertex_array(errors, version, vertex_arrays)) return;
    if (offset > GLuint{limits::MAX_VERTEX_ATTRIB_RELATIVE_OFFSET})
        return errors.error(GL_INVALID_VALUE, "the offset %u is beyond MAX_VERTEX_ATTRIB_RELATIVE_OFFSET", offset);
    const int slot = slot_generic + static_cast<int>(index);
    const auto format = validate_format(errors, version, slot, rule, size, type, normalized, integer, 0);
    if (!format) return;
    VertexArray& array = vertex_arrays.bound->arrays[slot];
    set_format(array, *format);
    array.relative_offset = offset;
}

constexpr PointerRule vertex_rule{2, 4, short_int | real_types | packed, false};
constexpr PointerRule normal_rule{3, 3, short_int | real_types | packed | type_bit(ComponentType::Byte), false};
constexpr PointerRule color_rule{3, 4, integer_types | real_types | packed, true};
constexpr PointerRule secondary_color_rule{3, 3, integer_types | real_types | packed, true};
constexpr PointerRule fog_coordinate_rule{1, 1, real_types, false};
constexpr PointerRule index_rule{1, 1,
                                 short_int | type_bit(ComponentType::UnsignedByte) | type_bit(ComponentType::Float) |
                                     type_bit(ComponentType::Double),
                                 false};
constexpr PointerRule edge_flag_rule{1, 1, type_bit(ComponentType::UnsignedByte), false};
constexpr PointerRule texture_coordinate_rule{1, 4, short_int | real_types | packed, false};
constexpr PointerRule attribute_rule{1, 4,
                                     integer_types | real_types | packed | type_bit(ComponentType::Fixed) |
                                         type_bit(ComponentType::UnsignedInt10f11f11f),
                                     true};
constexpr PointerRule integer_attribute_rule{1, 4, integer_types, false};
constexpr PointerRule wide_attribute_rule{1, 4, type_bit(ComponentType::Double), false, true};

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

}  // namespace

namespace commands {

void checked::VertexAttribPointer(Context& context, int slot, GLint size, GLenum type, GLboolean normalized,
                                  GLsizei stride, const void* pointer) {
    set_pointer(context, slot, attribute_rule, size, type, normalized, false, stride, pointer);
}
void checked::VertexAttribIPointer(Context& context, int slot, GLint size, GLenum type, GLsizei stride,
                                   const void* pointer) {
    set_pointer(context, slot, integer_attribute_rule, size, type, false, true, stride, pointer);
}
void checked::VertexAttribLPointer(Context& context, int slot, GLint size, GLenum type, GLsizei stride,
                                   const void* pointer) {
    set_pointer(context, slot, wide_attribute_rule, size, type, false, false, stride, pointer);
}
void checked::VertexAttribPointerNV(Context& context, int slot, GLint size, GLenum type, GLsizei stride,
                                    const void* pointer) {
    static constexpr PointerRule rule{
        1, 4, type_bit(ComponentType::UnsignedByte) | type_bit(ComponentType::Short) | real_types, false};
    if (type == GL_UNSIGNED_BYTE && size != 4)
        return context.error(GL_INVALID_OPERATION, "arrays of bytes have four components");
    set_pointer(context, slot, rule, size, type, type == GL_UNSIGNED_BYTE, false, stride, pointer);
}

// ---- NV_vertex_buffer_unified_memory

void checked::VertexAttribFormatNV(Context& context, int slot, GLint size, GLenum type, GLboolean normalized,
                                   GLsizei stride) {
    set_format(context, context.version, context.vertex_arrays, slot, attribute_rule, size, type, normalized, false,
               stride);
}
void checked::VertexAttribIFormatNV(Context& context, int slot, GLint size, GLenum type, GLsizei stride) {
    set_format(context, context.version, context.vertex_arrays, slot, integer_attribute_rule, size, type, false, true,
               stride);
}
void checked::VertexAttribLFormatNV(Context& context, int slot, GLint size, GLenum type, GLsizei stride) {
    set_format(context, context.version, context.vertex_arrays, slot, wide_attribute_rule, size, type, false, false,
               stride);
}

void checked::BufferAddressRangeNV(Context& context, GLenum pname, GLuint index, GLuint64EXT address,
                                   GLsizeiptr length) {
    VertexArrayObject& object = *context.vertex_arrays.bound;
    if (pname == GL_UNIFORM_BUFFER_ADDRESS_NV) {
        if (index >= uniform_buffer_count)
            return context.error(GL_INVALID_VALUE, "there is no uniform buffer %u", index);
        if (address % limits::UNIFORM_BUFFER_OFFSET_ALIGNMENT != 0)
            return context.error(GL_INVALID_VALUE, "the address is no multiple of %d",
                                 limits::UNIFORM_BUFFER_OFFSET_ALIGNMENT);
        context.buffers.uniform_addresses[index] = {address, length};
        return;
    }
    if (pname == GL_ELEMENT_ARRAY_ADDRESS_NV) {
        object.elements_address = address;
        object.elements_length = length;
        return;
    }
    bool index_error = false;
    const int slot = address_slot(pname, index, index_error);
    if (index_error) return context.error(GL_INVALID_VALUE, "there is no array %u", index);
    if (slot < 0) return context.error(GL_INVALID_ENUM, "0x%x is not an array's address", pname);
    object.bindings[static_cast<size_t>(slot)].address = address;
    object.bindings[static_cast<size_t>(slot)].length = length;
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
        *result = object.bindings[static_cast<size_t>(slot)].address;
    else
        context.error(GL_INVALID_ENUM, "0x%x is not a quantity of 64 bits", value);
}

void GetIntegerui64i_vNV(Context& context, GLenum value, GLuint index, GLuint64EXT* result) {
    if (value == GL_UNIFORM_BUFFER_ADDRESS_NV) {
        if (index >= uniform_buffer_count)
            return context.error(GL_INVALID_VALUE, "there is no uniform buffer %u", index);
        *result = context.buffers.uniform_addresses[index].address;
        return;
    }
    if (value != GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV && value != GL_TEXTURE_COORD_ARRAY_ADDRESS_NV)
        return context.error(GL_INVALID_ENUM, "0x%x is not an indexed quantity of 64 bits", value);
    bool index_error = false;
    const int slot = address_slot(value, index, index_error);
    if (index_error) return context.error(GL_INVALID_VALUE, "there is no array %u", index);
    *result = context.vertex_arrays.bound->bindings[static_cast<size_t>(slot)].address;
}

#include "glapi/commands/vertex_arrays/array_pointers.def"

}  // namespace commands
}  // namespace glapi
