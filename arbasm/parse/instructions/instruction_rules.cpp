#include "arbasm/parse/instructions/instruction_rules.h"

#include "arbasm/parse/language/dialect.h"
#include "ir/switches.h"

namespace arbasm {
namespace {

// IPAC, IPAO, IPAS: whether the operand is interpolated.
bool check_interpolated(ParseContext& context, const Instruction& instruction, SourceLocation location) {
    const int32_t variable = instruction.operands[0].variable;
    if (variable < 0) return true;
    if (context.symbols.variable(variable).file != RegisterFile::Attribute) {
        return context.fail(location,
                            std::string(spelling(instruction.opcode)) + " interpolates an attribute of the fragment");
    }
    const auto& bound = context.symbols.bindings(variable);
    const bool interpolated =
        is_one_of(bound.empty() ? BindingKind::None : bound.front().kind,
                  {BindingKind::Color, BindingKind::FogCoord, BindingKind::Texcoord, BindingKind::GenericAttrib,
                   BindingKind::Clip, BindingKind::Cull, BindingKind::FragmentPosition, BindingKind::PointCoord});
    return interpolated || context.fail(location, "this attribute is not interpolated, wherever in the primitive");
}

}  // namespace

bool check_instruction(ParseContext& context, const Instruction& instruction,
                       const std::vector<SourceLocation>& locations) {
    const auto variable = [&](int32_t index) -> const Variable* {
        return index < 0 ? nullptr : &context.symbols.variable(index);
    };
    const std::string name(spelling(instruction.opcode));
    const Traits& traits = opcode_info(instruction.opcode).traits;
    const Variable* result = variable(instruction.result.variable);
    const Operand& operand = instruction.operands[0];
    const Variable* source = instruction.operand_count > 0 ? variable(operand.variable) : nullptr;
    if (traits.has(Trait::Packs) && result != nullptr && result->is_short) {
        return context.fail(instruction.where, "the packed result of " + name + " doesn't fit a SHORT variable");
    }
    if (traits.has(Trait::Unpacks) && source != nullptr && source->is_short) {
        return context.fail(locations[0], name + " unpacks 32 bits, which a SHORT variable doesn't hold");
    }
    if (traits.has(Trait::Interpolates)) return check_interpolated(context, instruction, locations[0]);
    if (instruction.opcode == Opcode::Rfl && !is_nv4(context.program) && instruction.result.write_mask & 8) {
        return context.fail(instruction.where, "RFL has no w component: its result needs a write mask without w");
    }
    if (instruction.opcode == Opcode::Pk64 && result != nullptr && !result->is_long) {
        return context.fail(instruction.where, "the result of PK64 must be a variable declared LONG");
    }
    if (instruction.opcode == Opcode::Up64 && source != nullptr && !source->is_long) {
        return context.fail(locations[0], "UP64 reads a variable declared LONG");
    }
    if (instruction.opcode == Opcode::Cvt && (operand.negate != 0 || operand.absolute)) {
        return context.fail(locations[0], "the operand of CVT takes neither a sign nor an absolute value");
    }
    return true;
}

}  // namespace arbasm
