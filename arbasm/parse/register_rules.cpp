#include "arbasm/parse/register_rules.h"

#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/register_words.h"

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

bool finish_register_program(ParseContext& context, SourceLocation text_end) {
    const bool state_program = context.program.instruction_set == InstructionSet::Vsp10;
    bool writes_position = is_position_invariant(context.program), writes_result = false, writes_parameter = false;
    for (const Instruction& instruction : context.program.instructions) {
        if (instruction.result.variable < 0) continue;
        if (instruction.result.file == RegisterFile::Result) {
            writes_result = true;
            writes_position |=
                context.symbols.bindings(instruction.result.variable).front().kind == BindingKind::Position;
        }
        writes_parameter |= state_program && context.symbols.variable(instruction.result.variable).name == "c";
    }
    // Found when all is read: "the error position will be len, the length of the program".
    if (state_program) {
        if (!writes_parameter) context.remark(text_end, "a state program must write at least one parameter c[n]");
    } else if (is_vertex(context.program)) {
        if (!writes_position) return context.fail(text_end, "a vertex program must write o[HPOS]");
    } else if (!writes_result) {
        context.remark(text_end, "a fragment program must write o[COLR], o[COLH] or o[DEPR]");
    }
    const auto limit = static_cast<size_t>(instruction_limit(context.program, context.limits));
    if (context.program.instructions.size() > limit) {
        return context.fail(context.program.instructions[limit].where,
                            "too many instructions: at most " + std::to_string(limit) + " are allowed");
    }
    if (context.program.instruction_set != InstructionSet::Fp10) return true;
    int halves = 0;
    for (size_t n = 0; n < context.program.variables.size(); ++n) {
        const Variable& variable = context.program.variables[n];
        if (variable.name == "RC" || variable.name == "HC") continue;
        if (variable.file != RegisterFile::Temporary && variable.file != RegisterFile::Result) continue;
        halves += variable.is_short ? 1 : 2;
        if (halves > fragment_register_limit) {
            return context.fail(
                context.locations.variables[n],
                "too many registers: R, o[COLR] and o[DEPR] count two, H and o[COLH] one, and at most " +
                    std::to_string(fragment_register_limit) + " are allowed");
        }
    }
    return true;
}

}  // namespace arbasm
