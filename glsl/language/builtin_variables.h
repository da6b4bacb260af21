// Built-in variables and the structures they have, from builtin_variables.def; built-in constants, from ir/limits.def.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace glsl {

enum class BuiltinStorage : uint8_t {
    In,
    Out,
    Uniform,
    PatchOut,  // of a tessellation control shader, for the patch
    PatchIn,   // of an evaluation shader, or of a geometry shader that takes patches
    Constant,  // known when the program is linked
    InOut,     // EXT_shader_framebuffer_fetch
};

struct VariableRow {
    std::string_view name;
    std::string_view type;  // GLSL: "vec4", "vec4[gl_MaxTextureCoords]", "float[]" where the shader sizes it
    BuiltinStorage storage;
    std::string_view where;    // holds() of versions.h
    std::string_view stages;   // "*" or letters of v c e g f k
    std::string_view binding;  // see builtin_variables.def
};

// A member of a structure or of the block gl_PerVertex.
struct MemberRow {
    std::string_view structure;
    std::string_view name;
    std::string_view type;
    std::string_view where;
    std::string_view binding;
};

struct ConstantRow {
    std::string_view name;
    std::string_view type;  // int or ivec3
    std::string_view where;
    std::array<int32_t, 3> values;  // of an int: the first
};

// The rows of a name, in the order of the table; empty: there is none in any version.
std::span<const VariableRow> variables_named(std::string_view name);
std::span<const ConstantRow> constants_named(std::string_view name);
// In the order of declaration. Empty: there is no such structure.
std::span<const MemberRow> members_of(std::string_view structure);

std::span<const VariableRow> all_variables();
std::span<const ConstantRow> all_constants();

}  // namespace glsl
