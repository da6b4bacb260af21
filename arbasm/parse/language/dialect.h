// What the language of a program is, by its header and options: beside ir/language_features.h, which later rooms ask,
// too.
#pragma once

#include <string>

#include "ir/language_features.h"
#include "ir/program.h"

namespace arbasm {

inline bool is_arb(const Program& program) { return program.instruction_set == InstructionSet::Arb10; }
inline bool is_nv4(const Program& program) { return is_nv4_family(program.instruction_set); }
inline bool is_nv5(const Program& program) { return program.instruction_set == InstructionSet::Nv50; }
inline bool is_fragment(const Program& program) { return program.stage == Stage::Fragment; }
inline bool is_vertex(const Program& program) { return program.stage == Stage::Vertex; }
// The option that NVIDIA's own compilers write. It permits extensions of their assembler beyond the specifications:
// TXB and TXL with all shadow targets, BAR in control programs.
inline bool is_internal(const Program& program) { return program.has(Option::NvInternal); }
// VP1.0 to FP2.0.
inline bool is_register_style(const Program& program) { return names_registers(program.instruction_set); }
inline bool has_absolute_values(const Program& program) { return has_condition_codes(program); }

// "!!ARBfp1.0", for messages.
inline std::string program_header(const Program& program) {
    return std::string(header_text(program.stage, program.instruction_set));
}

}  // namespace arbasm
