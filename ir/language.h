// The vocabulary that tables and programs share: stages, instruction sets, register files, options.
#pragma once

#include <cstdint>
#include <string_view>

namespace arbasm {

enum class Stage : uint8_t { Vertex, TessControl, TessEvaluation, Geometry, Fragment, Compute };
inline constexpr int stage_count = 6;

// The header's instruction set, oldest first within each family.
enum class InstructionSet : uint8_t { Vp10, Vsp10, Vp11, Vp20, Fp10, Fp20, Arb10, Nv40, Nv41, Nv50 };

inline constexpr bool is_nv4_family(InstructionSet set) { return set >= InstructionSet::Nv40; }
// The instruction sets of NV_vertex_program and NV_fragment_program: programs name registers (R0, v[OPOS], c[4]).
inline constexpr bool names_registers(InstructionSet set) { return set < InstructionSet::Arb10; }

enum class RegisterFile : uint8_t {
    None,
    Attribute,  // Program::attributes
    Result,     // Program::results
    Parameter,  // Program::parameters
    Temporary,
    Address,  // ARBvp1.0, VP1.x, VP2.0: signed integers, four components
    // The files below are not registers. Variable says how base, size and Operand::element count in each.
    Buffer,      // BUFFER, BUFFER4, CBUFFER: contents of parameter buffers
    Texture,     // TEXTURE: texture image units. TextureAccess refers to them
    Image,       // IMAGE: image units. TextureAccess refers to them
    Storage,     // STORAGE: contents of shader storage buffers
    Counter,     // COUNTER: contents of atomic counter buffers
    Shared,      // SHARED: the work group's memory
    Subroutine,  // SUBROUTINE: subroutine parameters
};

// OPTION lines a program may carry; one row each in options.def.
enum class Option : uint8_t {
#define ARBASM_OPTION(name, text, ...) name,
#include "ir/options.def"
#undef ARBASM_OPTION
    Count
};

// The header line's text ("!!NVfp5.0"); empty for combinations that do not exist.
std::string_view header_text(Stage stage, InstructionSet set);
std::string_view option_text(Option option);
std::string_view stage_name(Stage stage);  // "vertex", "tessellation control", …

}  // namespace arbasm
