#include "arbasm/parse/instructions/flow.h"

#include <algorithm>

#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/condition.h"
#include "arbasm/parse/operands/index.h"
#include "arbasm/parse/operands/operand.h"

namespace arbasm {
namespace {

// CALI s;  CALI s[1] (GT.x);
bool parse_indirect_call(ParseContext& context, Instruction& instruction) {
    const Token name = context.token();
    if (name.kind != TokenKind::Identifier) return context.unexpected("a SUBROUTINE variable");
    const int32_t* found = context.symbols.find(name.text);
    if (found == nullptr) return unknown_name(context, context.symbols, name);
    context.advance();
    if (is_poisoned(*found)) return false;
    if (context.symbols.variable(*found).file != RegisterFile::Subroutine) {
        return context.fail(name.where, "CALI calls a SUBROUTINE variable, and " + quote(name.text) + " is none");
    }
    instruction.operand_count = 1;
    return parse_variable_use(context, instruction.operands[0], *found, name);
}

// LOOP and REP of NV_fragment_program2.
bool parse_loop_operand(ParseContext& context, Instruction& instruction) {
    const SourceLocation where = context.token().where;
    instruction.operand_count = 1;
    if (!parse_operand(context, instruction, {'v', 0}, instruction.operands[0])) return false;
    if (instruction.operands[0].file != RegisterFile::Parameter && instruction.operands[0].variable >= 0) {
        return context.fail(where, "the operand of " + std::string(spelling(instruction.opcode)) +
                                       " must be a parameter: loops can't be computed");
    }
    if (instruction.opcode == Opcode::Loop) ++context.open_loops;
    return true;
}

}  // namespace

bool parse_flow(ParseContext& context, Labels& labels, Instruction& instruction) {
    instruction.condition_operand = false;
    switch (flow_role(instruction.opcode)) {
        case FlowRole::Call:
        case FlowRole::Jump: {
            if (instruction.opcode == Opcode::Cali) {
                if (!parse_indirect_call(context, instruction)) return false;
                break;
            }
            if (context.token().kind != TokenKind::Identifier) return context.unexpected("a label");
            labels.note_call(context.program.instructions.size(), context.token().text);
            context.advance();
            break;
        }
        case FlowRole::If:
            instruction.condition_operand = true;
            return parse_condition_mask(context, context.program, instruction.condition, true);
        case FlowRole::Loop:
            if (instruction.opcode == Opcode::Loop || !is_nv4(context.program))
                return parse_loop_operand(context, instruction);
            if (context.token().is(';')) return true;
            instruction.operand_count = 1;
            return parse_operand(context, instruction, opcode_info(Opcode::Rep).operands[0], instruction.operands[0]);
        case FlowRole::Endloop:
            if (instruction.opcode == Opcode::Endloop) context.open_loops = std::max(context.open_loops - 1, 0);
            return true;
        case FlowRole::Break:
        case FlowRole::Continue:
        case FlowRole::Return: break;
        case FlowRole::Else:
        case FlowRole::Endif:
        case FlowRole::None: return true;
    }
    if (context.token().is(';') || context.token().kind == TokenKind::End) return true;
    instruction.condition_operand = true;
    return parse_condition_mask(context, context.program, instruction.condition, true);
}

bool parse_kill(ParseContext& context, Instruction& instruction) {
    const bool condition = has_condition_codes(context.program) &&
                           (context.token().is('(') ||
                            (context.token().kind == TokenKind::Identifier && is_condition_rule(context.token().text) &&
                             context.symbols.find(context.token().text) == nullptr));
    if (condition) {
        instruction.condition_operand = true;
        return parse_condition_mask(context, context.program, instruction.condition, true);
    }
    if (is_register_style(context.program)) return context.unexpected("a condition such as GT or NE.x");
    instruction.operand_count = 1;
    return parse_operand(context, instruction, {'v', 0}, instruction.operands[0]);
}

}  // namespace arbasm
