// Attribute commands: every form of every attribute reduces to set_attribute() or emit_vertex().
#include <algorithm>
#include <bit>
#include <cmath>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/state/conversions.h"

namespace glapi {
namespace {

// Components of colours and normals: integers stand for numbers in [-1, 1] or [0, 1].
template <std::integral T>
float normalize(T c) {
    return normalized_to_float(c);
}
float normalize(GLfloat c) { return c; }
float normalize(GLdouble c) { return static_cast<float>(c); }

template <typename T>
float plain(T value) {
    return static_cast<float>(value);
}

// NV_half_float: sign, five bits of exponent, ten of mantissa.
float half(GLhalfNV h) {
    const uint32_t sign = (h & 0x8000u) << 16, exponent = h >> 10 & 31, mantissa = h & 0x3ff;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | mantissa << 13);
    const float magnitude = exponent == 0
                                ? std::ldexp(static_cast<float>(mantissa), -24)
                                : std::ldexp(static_cast<float>(mantissa | 0x400), static_cast<int>(exponent) - 25);
    return sign ? -magnitude : magnitude;
}

inline void set(Context& context, int slot, float x, float y, float z, float w) {
    ImmediateState& immediate = context.immediate;
    if (!(immediate.layout >> slot & 1)) [[unlikely]]
        grow_layout(context, slot);
    immediate.current[slot] = float_bits(x, y, z, w);
}
inline void vertex(Context& context, float x, float y, float z, float w) {
    emit_vertex(context, float_bits(x, y, z, w));
}

// Slot of texture coordinate set `target`; -1 after an error.
int texture_slot(Context& context, GLenum target) {
    const GLenum set_number = target - GL_TEXTURE0;
    if (set_number < texture_coordinate_count) [[likely]]
        return slot_texture_coordinate + static_cast<int>(set_number);
    context.error(GL_INVALID_ENUM, "glMultiTexCoord: 0x%x is not a texture coordinate set", target);
    return -1;
}

// Generic attribute 0 is the position between Begin and End: setting it emits a vertex (ARB_vertex_program 2.7).
void generic(Context& context, GLuint index, const runtime::Vector4& value) {
    if (index == 0 && context.immediate.inside) return emit_vertex(context, value);
    if (index >= generic_attribute_count)
        return context.error(GL_INVALID_VALUE, "glVertexAttrib: index %u is not below MAX_VERTEX_ATTRIBS", index);
    set_attribute(context, generic_slot(static_cast<int>(index)), value);
}
inline void generic(Context& context, GLuint index, float x, float y, float z, float w) {
    generic(context, index, float_bits(x, y, z, w));
}
template <typename T>
void generic_integer(Context& context, GLuint index, T x, T y, T z, T w) {
    generic(context, index,
            {static_cast<uint32_t>(x), static_cast<uint32_t>(y), static_cast<uint32_t>(z), static_cast<uint32_t>(w)});
}

// Components of 64 bits. What a command does not give is not defined: zero.
template <typename T>
void generic_wide(Context& context, GLuint index, T x, T y = 0, T z = 0, T w = 0) {
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
            context,
            high_slot(index == 0 && context.immediate.inside ? slot_position : generic_slot(static_cast<int>(index))),
            high);
    generic(context, index, low);
}

// ARB_vertex_type_2_10_10_10_rev: x in the low bits.
bool unpack_2_10_10_10(Context& context, GLenum type, bool normalized, GLuint value, float out[4]) {
    const uint32_t fields[4] = {value & 0x3ff, value >> 10 & 0x3ff, value >> 20 & 0x3ff, value >> 30};
    for (int i = 0; i < 4; ++i) {
        const int bits = i < 3 ? 10 : 2;
        if (type == GL_UNSIGNED_INT_2_10_10_10_REV) {
            out[i] = static_cast<float>(fields[i]);
            if (normalized) out[i] /= static_cast<float>((1 << bits) - 1);
        } else if (type == GL_INT_2_10_10_10_REV) {
            const int32_t field = static_cast<int32_t>(fields[i] << (32 - bits)) >> (32 - bits);
            out[i] = static_cast<float>(field);
            if (normalized) out[i] = static_cast<float>(runtime::normalized(field, (1 << (bits - 1)) - 1));
        } else {
            context.error(GL_INVALID_ENUM, "0x%x is not a packed vertex type", type);
            return false;
        }
    }
    return true;
}

}  // namespace

namespace commands {

// ---- Vertex -----------------------------------------------------------------------------------------------------

#define VERTEX_FORMS(suffix, Type, to)                                                                          \
    void Vertex2##suffix(Context& context, Type x, Type y) { vertex(context, to(x), to(y), 0, 1); }             \
    void Vertex3##suffix(Context& context, Type x, Type y, Type z) { vertex(context, to(x), to(y), to(z), 1); } \
    void Vertex4##suffix(Context& context, Type x, Type y, Type z, Type w) {                                    \
        vertex(context, to(x), to(y), to(z), to(w));                                                            \
    }
#define VERTEX_VECTOR_FORMS(suffix, Type, to)                                                                   \
    void Vertex2##suffix(Context& context, const Type* v) { vertex(context, to(v[0]), to(v[1]), 0, 1); }        \
    void Vertex3##suffix(Context& context, const Type* v) { vertex(context, to(v[0]), to(v[1]), to(v[2]), 1); } \
    void Vertex4##suffix(Context& context, const Type* v) { vertex(context, to(v[0]), to(v[1]), to(v[2]), to(v[3])); }
VERTEX_FORMS(s, GLshort, plain)
VERTEX_FORMS(i, GLint, plain)
VERTEX_FORMS(f, GLfloat, plain)
VERTEX_FORMS(d, GLdouble, plain)
VERTEX_FORMS(hNV, GLhalfNV, half)
VERTEX_VECTOR_FORMS(sv, GLshort, plain)
VERTEX_VECTOR_FORMS(iv, GLint, plain)
VERTEX_VECTOR_FORMS(fv, GLfloat, plain)
VERTEX_VECTOR_FORMS(dv, GLdouble, plain)
VERTEX_VECTOR_FORMS(hvNV, GLhalfNV, half)

// ---- Color, SecondaryColor, Normal, FogCoord, Index, EdgeFlag ------------------------------------------------------

#define COLOR3_FORMS(Name, slot, suffix, Type, to) \
    void Name##3##suffix(Context& context, Type r, Type g, Type b) { set(context, slot, to(r), to(g), to(b), 1); }
#define COLOR3_VECTOR_FORMS(Name, slot, suffix, Type, to) \
    void Name##3##suffix(Context& context, const Type* v) { set(context, slot, to(v[0]), to(v[1]), to(v[2]), 1); }
#define COLOR_FORMS(suffix, vector_suffix, Type, to)                                   \
    COLOR3_FORMS(Color, slot_color, suffix, Type, to)                                  \
    COLOR3_VECTOR_FORMS(Color, slot_color, vector_suffix, Type, to)                    \
    COLOR3_FORMS(SecondaryColor, slot_secondary_color, suffix, Type, to)               \
    COLOR3_VECTOR_FORMS(SecondaryColor, slot_secondary_color, vector_suffix, Type, to) \
    void Color4##suffix(Context& context, Type r, Type g, Type b, Type a) {            \
        set(context, slot_color, to(r), to(g), to(b), to(a));                          \
    }                                                                                  \
    void Color4##vector_suffix(Context& context, const Type* v) {                      \
        set(context, slot_color, to(v[0]), to(v[1]), to(v[2]), to(v[3]));              \
    }
COLOR_FORMS(b, bv, GLbyte, normalize)
COLOR_FORMS(s, sv, GLshort, normalize)
COLOR_FORMS(i, iv, GLint, normalize)
COLOR_FORMS(ub, ubv, GLubyte, normalize)
COLOR_FORMS(us, usv, GLushort, normalize)
COLOR_FORMS(ui, uiv, GLuint, normalize)
COLOR_FORMS(f, fv, GLfloat, normalize)
COLOR_FORMS(d, dv, GLdouble, normalize)
COLOR_FORMS(hNV, hvNV, GLhalfNV, half)

COLOR3_FORMS(Normal, slot_normal, b, GLbyte, normalize)
COLOR3_FORMS(Normal, slot_normal, s, GLshort, normalize)
COLOR3_FORMS(Normal, slot_normal, i, GLint, normalize)
COLOR3_FORMS(Normal, slot_normal, f, GLfloat, normalize)
COLOR3_FORMS(Normal, slot_normal, d, GLdouble, normalize)
COLOR3_FORMS(Normal, slot_normal, hNV, GLhalfNV, half)
COLOR3_VECTOR_FORMS(Normal, slot_normal, bv, GLbyte, normalize)
COLOR3_VECTOR_FORMS(Normal, slot_normal, sv, GLshort, normalize)
COLOR3_VECTOR_FORMS(Normal, slot_normal, iv, GLint, normalize)
COLOR3_VECTOR_FORMS(Normal, slot_normal, fv, GLfloat, normalize)
COLOR3_VECTOR_FORMS(Normal, slot_normal, dv, GLdouble, normalize)
COLOR3_VECTOR_FORMS(Normal, slot_normal, hvNV, GLhalfNV, half)

#define SCALAR_FORMS(Name, slot, suffix, vector_suffix, Type, to)                       \
    void Name##suffix(Context& context, Type c) { set(context, slot, to(c), 0, 0, 1); } \
    void Name##vector_suffix(Context& context, const Type* c) { set(context, slot, to(*c), 0, 0, 1); }
SCALAR_FORMS(FogCoord, slot_fog_coordinate, f, fv, GLfloat, plain)
SCALAR_FORMS(FogCoord, slot_fog_coordinate, d, dv, GLdouble, plain)
SCALAR_FORMS(FogCoord, slot_fog_coordinate, hNV, hvNV, GLhalfNV, half)
SCALAR_FORMS(Index, slot_color_index, s, sv, GLshort, plain)
SCALAR_FORMS(Index, slot_color_index, i, iv, GLint, plain)
SCALAR_FORMS(Index, slot_color_index, f, fv, GLfloat, plain)
SCALAR_FORMS(Index, slot_color_index, d, dv, GLdouble, plain)
SCALAR_FORMS(Index, slot_color_index, ub, ubv, GLubyte, plain)

void EdgeFlag(Context& context, GLboolean flag) { set(context, slot_edge_flag, flag ? 1.0f : 0.0f, 0, 0, 1); }
void EdgeFlagv(Context& context, const GLboolean* flag) { EdgeFlag(context, *flag); }

// ---- TexCoord, MultiTexCoord ---------------------------------------------------------------------------------------

#define TEXTURE_FORMS(suffix, Type, to)                                                                          \
    void TexCoord1##suffix(Context& context, Type s) { set(context, slot_texture_coordinate, to(s), 0, 0, 1); }  \
    void TexCoord2##suffix(Context& context, Type s, Type t) {                                                   \
        set(context, slot_texture_coordinate, to(s), to(t), 0, 1);                                               \
    }                                                                                                            \
    void TexCoord3##suffix(Context& context, Type s, Type t, Type r) {                                           \
        set(context, slot_texture_coordinate, to(s), to(t), to(r), 1);                                           \
    }                                                                                                            \
    void TexCoord4##suffix(Context& context, Type s, Type t, Type r, Type q) {                                   \
        set(context, slot_texture_coordinate, to(s), to(t), to(r), to(q));                                       \
    }                                                                                                            \
    void MultiTexCoord1##suffix(Context& context, GLenum target, Type s) {                                       \
        if (int slot = texture_slot(context, target); slot >= 0) set(context, slot, to(s), 0, 0, 1);             \
    }                                                                                                            \
    void MultiTexCoord2##suffix(Context& context, GLenum target, Type s, Type t) {                               \
        if (int slot = texture_slot(context, target); slot >= 0) set(context, slot, to(s), to(t), 0, 1);         \
    }                                                                                                            \
    void MultiTexCoord3##suffix(Context& context, GLenum target, Type s, Type t, Type r) {                       \
        if (int slot = texture_slot(context, target); slot >= 0) set(context, slot, to(s), to(t), to(r), 1);     \
    }                                                                                                            \
    void MultiTexCoord4##suffix(Context& context, GLenum target, Type s, Type t, Type r, Type q) {               \
        if (int slot = texture_slot(context, target); slot >= 0) set(context, slot, to(s), to(t), to(r), to(q)); \
    }
#define TEXTURE_VECTOR_FORMS(suffix, Type, to)                                                                        \
    void TexCoord1##suffix(Context& context, const Type* v) {                                                         \
        set(context, slot_texture_coordinate, to(v[0]), 0, 0, 1);                                                     \
    }                                                                                                                 \
    void TexCoord2##suffix(Context& context, const Type* v) {                                                         \
        set(context, slot_texture_coordinate, to(v[0]), to(v[1]), 0, 1);                                              \
    }                                                                                                                 \
    void TexCoord3##suffix(Context& context, const Type* v) {                                                         \
        set(context, slot_texture_coordinate, to(v[0]), to(v[1]), to(v[2]), 1);                                       \
    }                                                                                                                 \
    void TexCoord4##suffix(Context& context, const Type* v) {                                                         \
        set(context, slot_texture_coordinate, to(v[0]), to(v[1]), to(v[2]), to(v[3]));                                \
    }                                                                                                                 \
    void MultiTexCoord1##suffix(Context& context, GLenum target, const Type* v) {                                     \
        if (int slot = texture_slot(context, target); slot >= 0) set(context, slot, to(v[0]), 0, 0, 1);               \
    }                                                                                                                 \
    void MultiTexCoord2##suffix(Context& context, GLenum target, const Type* v) {                                     \
        if (int slot = texture_slot(context, target); slot >= 0) set(context, slot, to(v[0]), to(v[1]), 0, 1);        \
    }                                                                                                                 \
    void MultiTexCoord3##suffix(Context& context, GLenum target, const Type* v) {                                     \
        if (int slot = texture_slot(context, target); slot >= 0) set(context, slot, to(v[0]), to(v[1]), to(v[2]), 1); \
    }                                                                                                                 \
    void MultiTexCoord4##suffix(Context& context, GLenum target, const Type* v) {                                     \
        if (int slot = texture_slot(context, target); slot >= 0)                                                      \
            set(context, slot, to(v[0]), to(v[1]), to(v[2]), to(v[3]));                                               \
    }
TEXTURE_FORMS(s, GLshort, plain)
TEXTURE_FORMS(i, GLint, plain)
TEXTURE_FORMS(f, GLfloat, plain)
TEXTURE_FORMS(d, GLdouble, plain)
TEXTURE_FORMS(hNV, GLhalfNV, half)
TEXTURE_VECTOR_FORMS(sv, GLshort, plain)
TEXTURE_VECTOR_FORMS(iv, GLint, plain)
TEXTURE_VECTOR_FORMS(fv, GLfloat, plain)
TEXTURE_VECTOR_FORMS(dv, GLdouble, plain)
TEXTURE_VECTOR_FORMS(hvNV, GLhalfNV, half)

// ---- VertexAttrib --------------------------------------------------------------------------------------------------

#define GENERIC_FORMS(suffix, Type, to)                                                                             \
    void VertexAttrib1##suffix(Context& context, GLuint index, Type x) { generic(context, index, to(x), 0, 0, 1); } \
    void VertexAttrib2##suffix(Context& context, GLuint index, Type x, Type y) {                                    \
        generic(context, index, to(x), to(y), 0, 1);                                                                \
    }                                                                                                               \
    void VertexAttrib3##suffix(Context& context, GLuint index, Type x, Type y, Type z) {                            \
        generic(context, index, to(x), to(y), to(z), 1);                                                            \
    }                                                                                                               \
    void VertexAttrib4##suffix(Context& context, GLuint index, Type x, Type y, Type z, Type w) {                    \
        generic(context, index, to(x), to(y), to(z), to(w));                                                        \
    }
#define GENERIC4_VECTOR(suffix, Type, to)                                       \
    void VertexAttrib4##suffix(Context& context, GLuint index, const Type* v) { \
        generic(context, index, to(v[0]), to(v[1]), to(v[2]), to(v[3]));        \
    }
#define GENERIC_VECTOR_FORMS(suffix, Type, to)                                  \
    void VertexAttrib1##suffix(Context& context, GLuint index, const Type* v) { \
        generic(context, index, to(v[0]), 0, 0, 1);                             \
    }                                                                           \
    void VertexAttrib2##suffix(Context& context, GLuint index, const Type* v) { \
        generic(context, index, to(v[0]), to(v[1]), 0, 1);                      \
    }                                                                           \
    void VertexAttrib3##suffix(Context& context, GLuint index, const Type* v) { \
        generic(context, index, to(v[0]), to(v[1]), to(v[2]), 1);               \
    }                                                                           \
    GENERIC4_VECTOR(suffix, Type, to)
GENERIC_FORMS(s, GLshort, plain)
GENERIC_FORMS(f, GLfloat, plain)
GENERIC_FORMS(d, GLdouble, plain)
GENERIC_FORMS(hNV, GLhalfNV, half)
GENERIC_VECTOR_FORMS(sv, GLshort, plain)
GENERIC_VECTOR_FORMS(fv, GLfloat, plain)
GENERIC_VECTOR_FORMS(dv, GLdouble, plain)
GENERIC_VECTOR_FORMS(hvNV, GLhalfNV, half)
GENERIC4_VECTOR(bv, GLbyte, plain)
GENERIC4_VECTOR(iv, GLint, plain)
GENERIC4_VECTOR(ubv, GLubyte, plain)
GENERIC4_VECTOR(usv, GLushort, plain)
GENERIC4_VECTOR(uiv, GLuint, plain)
GENERIC4_VECTOR(Nbv, GLbyte, normalize)
GENERIC4_VECTOR(Nsv, GLshort, normalize)
GENERIC4_VECTOR(Niv, GLint, normalize)
GENERIC4_VECTOR(Nubv, GLubyte, normalize)
GENERIC4_VECTOR(Nusv, GLushort, normalize)
GENERIC4_VECTOR(Nuiv, GLuint, normalize)
void VertexAttrib4Nub(Context& context, GLuint index, GLubyte x, GLubyte y, GLubyte z, GLubyte w) {
    generic(context, index, normalize(x), normalize(y), normalize(z), normalize(w));
}

#define GENERIC_INTEGER_FORMS(suffix, Type)                                                       \
    void VertexAttribI1##suffix(Context& context, GLuint index, Type x) {                         \
        generic_integer<Type>(context, index, x, 0, 0, 1);                                        \
    }                                                                                             \
    void VertexAttribI2##suffix(Context& context, GLuint index, Type x, Type y) {                 \
        generic_integer<Type>(context, index, x, y, 0, 1);                                        \
    }                                                                                             \
    void VertexAttribI3##suffix(Context& context, GLuint index, Type x, Type y, Type z) {         \
        generic_integer<Type>(context, index, x, y, z, 1);                                        \
    }                                                                                             \
    void VertexAttribI4##suffix(Context& context, GLuint index, Type x, Type y, Type z, Type w) { \
        generic_integer<Type>(context, index, x, y, z, w);                                        \
    }
#define GENERIC_INTEGER4_VECTOR(suffix, Type, Wide)                              \
    void VertexAttribI4##suffix(Context& context, GLuint index, const Type* v) { \
        generic_integer<Wide>(context, index, v[0], v[1], v[2], v[3]);           \
    }
#define GENERIC_INTEGER_VECTOR_FORMS(suffix, Type)                               \
    void VertexAttribI1##suffix(Context& context, GLuint index, const Type* v) { \
        generic_integer<Type>(context, index, v[0], 0, 0, 1);                    \
    }                                                                            \
    void VertexAttribI2##suffix(Context& context, GLuint index, const Type* v) { \
        generic_integer<Type>(context, index, v[0], v[1], 0, 1);                 \
    }                                                                            \
    void VertexAttribI3##suffix(Context& context, GLuint index, const Type* v) { \
        generic_integer<Type>(context, index, v[0], v[1], v[2], 1);              \
    }                                                                            \
    GENERIC_INTEGER4_VECTOR(suffix, Type, Type)
GENERIC_INTEGER_FORMS(i, GLint)
GENERIC_INTEGER_FORMS(ui, GLuint)
GENERIC_INTEGER_VECTOR_FORMS(iv, GLint)
GENERIC_INTEGER_VECTOR_FORMS(uiv, GLuint)
GENERIC_INTEGER4_VECTOR(bv, GLbyte, GLint)
GENERIC_INTEGER4_VECTOR(sv, GLshort, GLint)
GENERIC_INTEGER4_VECTOR(ubv, GLubyte, GLuint)
GENERIC_INTEGER4_VECTOR(usv, GLushort, GLuint)

#define GENERIC_WIDE_FORMS(suffix, vector, Type)                                                                   \
    void VertexAttribL1##suffix(Context& context, GLuint index, Type x) { generic_wide<Type>(context, index, x); } \
    void VertexAttribL2##suffix(Context& context, GLuint index, Type x, Type y) {                                  \
        generic_wide<Type>(context, index, x, y);                                                                  \
    }                                                                                                              \
    void VertexAttribL3##suffix(Context& context, GLuint index, Type x, Type y, Type z) {                          \
        generic_wide<Type>(context, index, x, y, z);                                                               \
    }                                                                                                              \
    void VertexAttribL4##suffix(Context& context, GLuint index, Type x, Type y, Type z, Type w) {                  \
        generic_wide<Type>(context, index, x, y, z, w);                                                            \
    }                                                                                                              \
    void VertexAttribL1##vector(Context& context, GLuint index, const Type* v) {                                   \
        generic_wide<Type>(context, index, v[0]);                                                                  \
    }                                                                                                              \
    void VertexAttribL2##vector(Context& context, GLuint index, const Type* v) {                                   \
        generic_wide<Type>(context, index, v[0], v[1]);                                                            \
    }                                                                                                              \
    void VertexAttribL3##vector(Context& context, GLuint index, const Type* v) {                                   \
        generic_wide<Type>(context, index, v[0], v[1], v[2]);                                                      \
    }                                                                                                              \
    void VertexAttribL4##vector(Context& context, GLuint index, const Type* v) {                                   \
        generic_wide<Type>(context, index, v[0], v[1], v[2], v[3]);                                                \
    }
GENERIC_WIDE_FORMS(d, dv, GLdouble)
GENERIC_WIDE_FORMS(i64NV, i64vNV, GLint64EXT)
GENERIC_WIDE_FORMS(ui64NV, ui64vNV, GLuint64EXT)

// NV_vertex_program: several attributes at once, the highest first so that attribute 0 comes last.
#define GENERIC_SEVERAL(components, suffix, Type)                                                              \
    void VertexAttribs##components##suffix##NV(Context& context, GLuint index, GLsizei count, const Type* v) { \
        if (count < 0) return context.error(GL_INVALID_VALUE, "glVertexAttribsNV: count is negative");         \
        if (index >= generic_attribute_count)                                                                  \
            return context.error(GL_INVALID_VALUE, "glVertexAttribsNV: index %u is too large", index);         \
        count = std::min<GLsizei>(count, generic_attribute_count - static_cast<GLsizei>(index));               \
        while (count-- > 0) VertexAttrib##components##suffix(context, index + count, v + count * components);  \
    }
GENERIC_SEVERAL(1, sv, GLshort)
GENERIC_SEVERAL(2, sv, GLshort)
GENERIC_SEVERAL(3, sv, GLshort)
GENERIC_SEVERAL(4, sv, GLshort)
GENERIC_SEVERAL(1, fv, GLfloat)
GENERIC_SEVERAL(2, fv, GLfloat)
GENERIC_SEVERAL(3, fv, GLfloat)
GENERIC_SEVERAL(4, fv, GLfloat)
GENERIC_SEVERAL(1, dv, GLdouble)
GENERIC_SEVERAL(2, dv, GLdouble)
GENERIC_SEVERAL(3, dv, GLdouble)
GENERIC_SEVERAL(4, dv, GLdouble)

#define GENERIC_SEVERAL_HALVES(components)                                                                   \
    void VertexAttribs##components##hvNV(Context& context, GLuint index, GLsizei count, const GLhalfNV* v) { \
        if (count < 0) return context.error(GL_INVALID_VALUE, "glVertexAttribshNV: count is negative");      \
        if (index >= generic_attribute_count)                                                                \
            return context.error(GL_INVALID_VALUE, "glVertexAttribshNV: index %u is too large", index);      \
        count = std::min<GLsizei>(count, generic_attribute_count - static_cast<GLsizei>(index));             \
        while (count-- > 0) VertexAttrib##components##hvNV(context, index + count, v + count * components);  \
    }
GENERIC_SEVERAL_HALVES(1)
GENERIC_SEVERAL_HALVES(2)
GENERIC_SEVERAL_HALVES(3)
GENERIC_SEVERAL_HALVES(4)

void VertexAttribs4ubvNV(Context& context, GLuint index, GLsizei count, const GLubyte* v) {
    if (count < 0) return context.error(GL_INVALID_VALUE, "glVertexAttribs4ubvNV: count is negative");
    if (index >= generic_attribute_count)
        return context.error(GL_INVALID_VALUE, "glVertexAttribs4ubvNV: index %u is too large", index);
    count = std::min<GLsizei>(count, generic_attribute_count - static_cast<GLsizei>(index));
    while (count-- > 0) VertexAttrib4Nubv(context, index + count, v + count * 4);
}

// ---- packed forms (ARB_vertex_type_2_10_10_10_rev) ------------------------------------------------------------------

#define PACKED(Name, normalized, ...)                                            \
    void Name##ui(Context& context, GLenum type, GLuint value) {                 \
        float v[4];                                                              \
        if (unpack_2_10_10_10(context, type, normalized, value, v)) __VA_ARGS__; \
    }                                                                            \
    void Name##uiv(Context& context, GLenum type, const GLuint* value) { Name##ui(context, type, *value); }
PACKED(VertexP2, false, vertex(context, v[0], v[1], 0, 1))
PACKED(VertexP3, false, vertex(context, v[0], v[1], v[2], 1))
PACKED(VertexP4, false, vertex(context, v[0], v[1], v[2], v[3]))
PACKED(TexCoordP1, false, set(context, slot_texture_coordinate, v[0], 0, 0, 1))
PACKED(TexCoordP2, false, set(context, slot_texture_coordinate, v[0], v[1], 0, 1))
PACKED(TexCoordP3, false, set(context, slot_texture_coordinate, v[0], v[1], v[2], 1))
PACKED(TexCoordP4, false, set(context, slot_texture_coordinate, v[0], v[1], v[2], v[3]))
PACKED(NormalP3, true, set(context, slot_normal, v[0], v[1], v[2], 1))
PACKED(ColorP3, true, set(context, slot_color, v[0], v[1], v[2], 1))
PACKED(ColorP4, true, set(context, slot_color, v[0], v[1], v[2], v[3]))
PACKED(SecondaryColorP3, true, set(context, slot_secondary_color, v[0], v[1], v[2], 1))

#define PACKED_TEXTURE(Name, ...)                                                                            \
    void Name##ui(Context& context, GLenum target, GLenum type, GLuint value) {                              \
        float v[4];                                                                                          \
        int slot = texture_slot(context, target);                                                            \
        if (slot >= 0 && unpack_2_10_10_10(context, type, false, value, v)) set(context, slot, __VA_ARGS__); \
    }                                                                                                        \
    void Name##uiv(Context& context, GLenum target, GLenum type, const GLuint* value) {                      \
        Name##ui(context, target, type, *value);                                                             \
    }
PACKED_TEXTURE(MultiTexCoordP1, v[0], 0, 0, 1)
PACKED_TEXTURE(MultiTexCoordP2, v[0], v[1], 0, 1)
PACKED_TEXTURE(MultiTexCoordP3, v[0], v[1], v[2], 1)
PACKED_TEXTURE(MultiTexCoordP4, v[0], v[1], v[2], v[3])

#define PACKED_GENERIC(Name, ...)                                                                            \
    void Name##ui(Context& context, GLuint index, GLenum type, GLboolean normalized, GLuint value) {         \
        float v[4];                                                                                          \
        if (unpack_2_10_10_10(context, type, normalized, value, v)) generic(context, index, __VA_ARGS__);    \
    }                                                                                                        \
    void Name##uiv(Context& context, GLuint index, GLenum type, GLboolean normalized, const GLuint* value) { \
        Name##ui(context, index, type, normalized, *value);                                                  \
    }
PACKED_GENERIC(VertexAttribP1, v[0], 0, 0, 1)
PACKED_GENERIC(VertexAttribP2, v[0], v[1], 0, 1)
PACKED_GENERIC(VertexAttribP3, v[0], v[1], v[2], 1)
PACKED_GENERIC(VertexAttribP4, v[0], v[1], v[2], v[3])

// ---- Rect
// ------------------------------------------------------------------------------------------------------------

void Rectf(Context& context, GLfloat x1, GLfloat y1, GLfloat x2, GLfloat y2) {
    if (context.immediate.inside) return context.error(GL_INVALID_OPERATION, "glRect between glBegin and glEnd");
    Begin(context, GL_POLYGON);
    if (!context.immediate.inside) return;
    Vertex2f(context, x1, y1);
    Vertex2f(context, x2, y1);
    Vertex2f(context, x2, y2);
    Vertex2f(context, x1, y2);
    End(context);
}
#define RECTANGLE_FORMS(suffix, Type)                                         \
    void Rect##suffix(Context& context, Type x1, Type y1, Type x2, Type y2) { \
        Rectf(context, plain(x1), plain(y1), plain(x2), plain(y2));           \
    }
#define RECTANGLE_VECTOR_FORMS(suffix, Type)                                \
    void Rect##suffix(Context& context, const Type* a, const Type* b) {     \
        Rectf(context, plain(a[0]), plain(a[1]), plain(b[0]), plain(b[1])); \
    }
RECTANGLE_FORMS(d, GLdouble)
RECTANGLE_FORMS(i, GLint)
RECTANGLE_FORMS(s, GLshort)
RECTANGLE_VECTOR_FORMS(fv, GLfloat)
RECTANGLE_VECTOR_FORMS(dv, GLdouble)
RECTANGLE_VECTOR_FORMS(iv, GLint)
RECTANGLE_VECTOR_FORMS(sv, GLshort)

}  // namespace commands
}  // namespace glapi
