#include "arbasm/parse/instructions/register_operand_rules.h"

#include <set>

#include "arbasm/parse/language/dialect.h"

namespace arbasm {

bool check_register_instruction(ParseContext& context, const Instruction& instruction,
                                const std::vector<SourceLocation>& locations) {
    if (context.program.instruction_set == InstructionSet::Fp20) return true;
    int32_t attribute = -1;
    const Operand* parameter = nullptr;
    std::set<uint32_t> numbers;
    for (size_t n = 0; n < instruction.operand_count && n < locations.size(); ++n) {
        const Operand& operand = instruction.operands[n];
        if (operand.variable < 0) continue;
        const Variable& variable = context.symbols.variable(operand.variable);
        const bool is_parameter = operand.file == RegisterFile::Parameter || variable.name == "c";
        if (operand.file == RegisterFile::Attribute) {
            if (attribute >= 0 && attribute != operand.variable) {
                return context.fail(locations[n], "an instruction can read one attribute only",
                                    "move one of them to a temporary first");
            }
            attribute = operand.variable;
        } else if (is_parameter) {
            const auto& bound = context.symbols.bindings(operand.variable);
            const bool constant = !bound.empty() && bound.front().kind == BindingKind::Constant;
            bool conflict = false;
            if (constant) {
                numbers.insert(bound.front().constant.begin(), bound.front().constant.end());
                conflict = numbers.size() > 4 && parameter != nullptr && parameter->variable != operand.variable;
            }
            if (parameter != nullptr && parameter->variable >= 0) {
                const auto& other = context.symbols.bindings(parameter->variable);
                const bool both = constant && !other.empty() && other.front().kind == BindingKind::Constant;
                conflict |= !both && (parameter->variable != operand.variable ||
                                      parameter->element != operand.element || parameter->relative != operand.relative);
            }
            if (conflict) {
                return context.fail(locations[n],
                                    is_fragment(context.program)
                                        ? "an instruction can read one parameter only, or constants of at most four "
                                          "different numbers"
                                        : "an instruction can read one parameter only",
                                    "move one of them to a temporary first");
            }
            parameter = &operand;
        }
    }
    // 3.11.5: unpacked are fp32 registers and parameters.
    const bool unpacks = has_trait(instruction.opcode, Trait::Unpacks);
    if (unpacks && instruction.operands[0].file == RegisterFile::Attribute && !locations.empty()) {
        return context.fail(locations[0], std::string(spelling(instruction.opcode)) +
                                              " unpacks a 32-bit temporary or a parameter, not an attribute");
    }
    return true;
}

}  // namespace arbasm
