#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {

// CALI s;  CALI s[1] (GT.x);
bool Parser::parse_indirect_call(Instruction& instruction) {
    const Token name = token();
    if (name.kind != TokenKind::Identifier) return unexpected("a SUBROUTINE variable");
    const int32_t* found = find_variable(name.text);
    if (found == nullptr) return unknown_name(name);
    advance();
    if (is_poisoned(*found)) return false;
    if (program_.variables[static_cast<size_t>(*found)].file != RegisterFile::Subroutine) {
        return fail(name.where, "CALI calls a SUBROUTINE variable, and " + quote(name.text) + " is none");
    }
    instruction.operand_count = 1;
    return parse_variable_use(instruction.operands[0], *found, name);
}

bool Parser::parse_loop_operand(Instruction& instruction) {
    const SourceLocation where = token().where;
    instruction.operand_count = 1;
    if (!parse_operand(instruction, {'v', 0}, instruction.operands[0])) return false;
    if (instruction.operands[0].file != RegisterFile::Parameter && instruction.operands[0].variable >= 0) {
        return fail(where, "the operand of " + std::string(spelling(instruction.opcode)) +
                               " must be a parameter: loops can't be computed");
    }
    if (instruction.opcode == Opcode::Loop) ++open_loops_;
    return true;
}

bool Parser::parse_flow(Instruction& instruction) {
    instruction.condition_operand = false;
    switch (flow_role(instruction.opcode)) {
        case FlowRole::Call:
        case FlowRole::Jump: {
            if (instruction.opcode == Opcode::Cali) {
                if (!parse_indirect_call(instruction)) return false;
                break;
            }
            if (token().kind != TokenKind::Identifier) return unexpected("a label");
            source_map_.calls.resize(program_.instructions.size() + 1);
            source_map_.calls.back() = token().text;
            advance();
            break;
        }
        case FlowRole::If:
            instruction.condition_operand = true;
            return parse_condition_mask(instruction.condition, true);
        case FlowRole::Loop:
            if (instruction.opcode == Opcode::Loop || !is_nv4()) return parse_loop_operand(instruction);
            if (token().is(';')) return true;
            instruction.operand_count = 1;
            return parse_operand(instruction, opcode_info(Opcode::Rep).operands[0], instruction.operands[0]);
        case FlowRole::Endloop:
            if (instruction.opcode == Opcode::Endloop) open_loops_ = std::max(open_loops_ - 1, 0);
            return true;
        case FlowRole::Break:
        case FlowRole::Continue:
        case FlowRole::Return: break;
        case FlowRole::Else:
        case FlowRole::Endif:
        case FlowRole::None: return true;
    }
    if (token().is(';') || token().kind == TokenKind::End) return true;
    instruction.condition_operand = true;
    return parse_condition_mask(instruction.condition, true);
}

// KIL v;  KIL (GT.x);  KIL GT.x;
bool Parser::parse_kill(Instruction& instruction) {
    const bool condition = has_condition_codes() && (token().is('(') || (token().kind == TokenKind::Identifier &&
                                                                         is_condition_rule(token().text) &&
                                                                         find_variable(token().text) == nullptr));
    if (condition) {
        instruction.condition_operand = true;
        return parse_condition_mask(instruction.condition, true);
    }
    if (is_register_style()) return unexpected("a condition such as GT or NE.x");
    instruction.operand_count = 1;
    return parse_operand(instruction, {'v', 0}, instruction.operands[0]);
}

}  // namespace arbasm
