// Programs that name registers: VP1.0, VSP1.0, VP1.1 and VP2.0 (NV_vertex_program, 1_1, 2), FP1.0 (NV_fragment_program)
// and FP2.0, which is FP1.0 with the instructions of NV_fragment_program2, as Cg writes it for its profile fp40.
//
// A register becomes a variable where it is first used: temporaries, address registers and the array c by their names,
// v[], f[], o[] and single parameters as inline bindings.
#include "arbasm/parse/parser.h"

namespace arbasm {
namespace {

// Limits that the specifications write out.
int instruction_limit(const Program& program, const Limits& limits) {
    const int position = is_position_invariant(program) ? 4 : 0;
    switch (program.instruction_set) {
        case InstructionSet::Vp20: return 256 - position;
        case InstructionSet::Fp10:
        case InstructionSet::Fp20: return limits.instructions;
        case InstructionSet::Vp10:
        case InstructionSet::Vsp10:
        case InstructionSet::Vp11:
        case InstructionSet::Arb10:
        case InstructionSet::Nv40:
        case InstructionSet::Nv41:
        case InstructionSet::Nv50: break;
    }
    return 128 - position;
}

constexpr int fragment_register_limit = 64;  // halves

}  // namespace

bool Parser::parse_register_statement() {
    const Token word = token();
    if (is_fragment() && word.is("DEFINE")) return advance(), parse_define() && end_statement();
    if (is_fragment() && word.is("DECLARE")) return advance(), parse_declare() && end_statement();
    if (is_instruction(word.text)) return parse_instruction() && end_statement();
    return parse_unknown_statement();
}

bool Parser::finish_register_program() {
    const bool state_program = program_.instruction_set == InstructionSet::Vsp10;
    bool writes_position = is_position_invariant(program_), writes_result = false, writes_parameter = false;
    for (const Instruction& instruction : program_.instructions) {
        if (instruction.result.variable < 0) continue;
        const auto index = static_cast<size_t>(instruction.result.variable);
        if (instruction.result.file == RegisterFile::Result) {
            writes_result = true;
            writes_position |= bindings_[index].front().kind == BindingKind::Position;
        }
        writes_parameter |= state_program && program_.variables[index].name == "c";
    }
    // Found when all is read: "the error position will be len, the length of the program".
    if (state_program) {
        if (!writes_parameter) remark(source_map_.text_end, "a state program must write at least one parameter c[n]");
    } else if (is_vertex()) {
        if (!writes_position) return fail(source_map_.text_end, "a vertex program must write o[HPOS]");
    } else if (!writes_result) {
        remark(source_map_.text_end, "a fragment program must write o[COLR], o[COLH] or o[DEPR]");
    }
    const auto limit = static_cast<size_t>(instruction_limit(program_, limits_));
    if (program_.instructions.size() > limit) {
        return fail(program_.instructions[limit].where,
                    "too many instructions: at most " + std::to_string(limit) + " are allowed");
    }
    if (program_.instruction_set != InstructionSet::Fp10) return true;
    int halves = 0;
    for (size_t n = 0; n < program_.variables.size(); ++n) {
        const Variable& variable = program_.variables[n];
        if (variable.name == "RC" || variable.name == "HC") continue;
        if (variable.file != RegisterFile::Temporary && variable.file != RegisterFile::Result) continue;
        halves += variable.is_short ? 1 : 2;
        if (halves > fragment_register_limit) {
            return fail(source_map_.variables[n],
                        "too many registers: R, o[COLR] and o[DEPR] count two, H and o[COLH] one, and at most " +
                            std::to_string(fragment_register_limit) + " are allowed");
        }
    }
    return true;
}

}  // namespace arbasm
