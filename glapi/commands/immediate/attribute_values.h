// What the commands that set attributes and emit vertices are made of (their table:
// glapi/registry/attribute_commands.py). All inline: a vertex passes through these several times.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>

#include "glapi/commands/immediate/begin_end.h"
#include "glapi/commands/immediate/raster_position.h"
#include "glapi/context.h"
#include "glapi/errors.h"
#include "glapi/immediate/immediate.h"
#include "glapi/state/conversions.h"
#include "runtime/formats/small_floats.h"

namespace glapi {

// ---- numbers of components

// Integers of colours and normals stand for numbers in [-1, 1] or [0, 1].
template <std::integral T>
float normalized(T c) {
    return normalized_to_float(c);
}
inline float normalized(GLfloat c) { return c; }
inline float normalized(GLdouble c) { return static_cast<float>(c); }

template <typename T>
float plain(T value) {
    return static_cast<float>(value);
}
inline float truth(GLboolean value) { return value ? 1.0f : 0.0f; }

// Integers keep their bits, widened to 32 with their sign.
template <std::integral T>
uint32_t integer_bits(T value) {
    return static_cast<uint32_t>(value);
}

// ARB_vertex_type_2_10_10_10_rev: x in the low bits; ARB_vertex_type_10f_11f_11f_rev where `floats` are taken. False:
// `type` is none of the packed types, which has been reported.
bool unpack_vertex(Errors& errors, GLenum type, bool normalized, bool floats, GLuint value, float out[4]);

// ---- where they go

inline void set_value(ImmediateState& immediate, int slot, float x, float y, float z, float w) {
    if (!(immediate.layout >> slot & 1)) [[unlikely]]
        grow_layout(immediate, slot);
    const VectorRegister value{x, y, z, w};
    std::memcpy(&immediate.current[slot], &value, sizeof value);
}

inline void emit_vertex(Context& context, float x, float y, float z, float w) {
    emit_vertex(context, VectorRegister{x, y, z, w});
}

// Slot of texture coordinate set `target`; -1 after an error.
inline int texture_slot(Errors& errors, GLenum target) {
    const GLenum set_number = target - GL_TEXTURE0;
    if (set_number < texture_coordinate_count) [[likely]]
        return slot_texture_coordinate + static_cast<int>(set_number);
    errors.error(GL_INVALID_ENUM, "0x%x is not a texture coordinate set", target);
    return -1;
}

// A generic attribute. Number 0 is the position between Begin and End: setting it emits a vertex (ARB_vertex_program
// 2.7).
inline void set_generic(Context& context, GLuint index, const runtime::Vector4& value) {
    if (index == 0 && context.immediate.inside) return emit_vertex(context, value);
    if (index >= generic_attribute_count)
        return context.error(GL_INVALID_VALUE, "index %u is not below MAX_VERTEX_ATTRIBS", index);
    set_attribute(context.immediate, generic_slot(static_cast<int>(index)), value);
}
inline void set_generic(Context& context, GLuint index, float x, float y, float z, float w) {
    set_generic(context, index, float_bits(x, y, z, w));
}
inline void set_generic_integer(Context& context, GLuint index, uint32_t x, uint32_t y, uint32_t z, uint32_t w) {
    set_generic(context, index, {x, y, z, w});
}

// Components of 64 bits. Components that a command does not give are undefined: zero.
template <typename T>
void set_generic_wide(Context& context, GLuint index, T x, T y = 0, T z = 0, T w = 0) {
    static_assert(sizeof(T) == 8);
    runtime::Vector4 low, high;
    const T values[4] = {x, y, z, w};
    for (size_t i = 0; i < 4; ++i) {
        const auto bits = std::bit_cast<uint64_t>(values[i]);
        low[i] = static_cast<uint32_t>(bits);
        high[i] = static_cast<uint32_t>(bits >> 32);
    }
    if (index < generic_attribute_count)
        set_attribute(
            context.immediate,
            high_slot(index == 0 && context.immediate.inside ? slot_position : generic_slot(static_cast<int>(index))),
            high);
    set_generic(context, index, low);
}

// NV_vertex_program: `count` attributes from `index` on, the highest first so that attribute 0 comes last.
template <int components, typename T>
void set_several_generics(Context& context, void (*set_one)(Context&, GLuint, const T*), GLuint index, GLsizei count,
                          const T* values) {
    if (count < 0) return context.error(GL_INVALID_VALUE, "count is negative");
    if (index >= generic_attribute_count) return context.error(GL_INVALID_VALUE, "index %u is too large", index);
    count = std::min<GLsizei>(count, generic_attribute_count - static_cast<GLsizei>(index));
    while (count-- > 0) set_one(context, index + static_cast<GLuint>(count), values + count * components);
}

}  // namespace glapi
