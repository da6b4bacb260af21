// Common to array commands.
#pragma once

#include <cstdint>

#include "glapi/generated/gl.h"
#include "runtime/formats/vertex_formats.h"

namespace glapi {

class Context;
class Errors;
struct Version;
struct VertexArrayState;

// Sets of types that array commands take, by bit of ComponentType.
constexpr uint32_t type_bit(runtime::ComponentType type) { return 1u << static_cast<int>(type); }
inline constexpr uint32_t short_int = type_bit(runtime::ComponentType::Short) | type_bit(runtime::ComponentType::Int);
inline constexpr uint32_t real_types = type_bit(runtime::ComponentType::HalfFloat) |
                                       type_bit(runtime::ComponentType::Float) |
                                       type_bit(runtime::ComponentType::Double);
inline constexpr uint32_t integer_types =
    short_int | type_bit(runtime::ComponentType::Byte) | type_bit(runtime::ComponentType::UnsignedByte) |
    type_bit(runtime::ComponentType::UnsignedShort) | type_bit(runtime::ComponentType::UnsignedInt);

// What an array command takes, whatever its arguments.
struct PointerRule {
    int min_size, max_size;
    uint32_t types;  // as type_bit() has them
    bool bgra_allowed;
    bool wide = false;  // components of 64 bits, kept whole
};
void set_pointer(Context& context, int slot, const PointerRule& rule, GLint size, GLenum type, bool normalized,
                 bool integer, GLsizei stride, const void* pointer);

// Whether a vertex array object is bound; false after an error.
bool check_vertex_array(Errors& errors, const Version& version, const VertexArrayState& vertex_arrays);
// … for a command of OpenGL ES 3.1, which does not take the object 0 there (3.2 §10.3, §10.5).
bool check_named_vertex_array(Errors& errors, const Version& version, const VertexArrayState& vertex_arrays);
// Whether a generic attribute of this number exists; false after an error.
bool check_generic_attribute(Errors& errors, GLuint index);

}  // namespace glapi
