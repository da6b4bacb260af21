#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::parse_address_result(Instruction& instruction) {
    const Token name = token();
    const int32_t* found = name.kind == TokenKind::Identifier ? find_variable(name.text) : nullptr;
    if (found == nullptr)
        return name.kind == TokenKind::Identifier ? unknown_name(name) : unexpected("an address register");
    advance();
    if (is_poisoned(*found)) {
        uint8_t ignored = 0;
        return parse_write_mask(ignored);
    }
    if (program_.variables[static_cast<size_t>(*found)].file != RegisterFile::Address) {
        return fail(name.where, "ARL writes an address register, declared with ADDRESS");
    }
    instruction.result.file = RegisterFile::Address;
    instruction.result.variable = *found;
    if (!token().is('.')) return unexpected("\".x\": ARL writes the x component");
    if (!parse_write_mask(instruction.result.write_mask)) return false;
    if (instruction.result.write_mask != 1) return fail("address registers have the component x only");
    return true;
}

// The operand of ARA and PUSHA: a register without swizzle.
bool Parser::parse_address_operand(Instruction& instruction, Operand& operand) {
    const Token name = token();
    if (name.kind != TokenKind::Identifier) return unexpected("an address register");
    if (is_register_style() && (name.is("A0") || name.is("A1"))) {
        implicit_variable(RegisterFile::Address, name.text);
    }
    const int32_t* found = find_variable(name.text);
    if (found == nullptr) return unknown_name(name);
    advance();
    if (is_poisoned(*found)) return true;
    if (program_.variables[static_cast<size_t>(*found)].file != RegisterFile::Address) {
        return fail(name.where, std::string(spelling(instruction.opcode)) + " reads an address register");
    }
    if (token().is('.')) {
        return fail("the operand of " + std::string(spelling(instruction.opcode)) + " takes no swizzle");
    }
    operand.file = RegisterFile::Address;
    operand.variable = *found;
    return true;
}

bool Parser::parse_vector_address_result(Instruction& instruction) {
    const Token name = token();
    if (name.kind != TokenKind::Identifier) return unexpected("an address register");
    if (is_register_style()) {
        const bool second = name.is("A1") && program_.instruction_set == InstructionSet::Vp20;
        if (!name.is("A0") && !second) return unexpected("the address register A0");
        implicit_variable(RegisterFile::Address, name.text);
    }
    const int32_t* found = find_variable(name.text);
    if (found == nullptr) return unknown_name(name);
    advance();
    Destination& result = instruction.result;
    const SourceLocation mask_where = token().where;
    if (is_poisoned(*found)) return parse_write_mask(result.write_mask);
    if (program_.variables[static_cast<size_t>(*found)].file != RegisterFile::Address) {
        return fail(name.where, std::string(spelling(instruction.opcode)) + " writes an address register" +
                                    (is_arb() ? ", declared with ADDRESS" : ""));
    }
    result.file = RegisterFile::Address;
    result.variable = *found;
    if (!has_vector_addresses() && !token().is('.')) return unexpected("\".x\": ARL writes the x component");
    if (!parse_write_mask(result.write_mask)) return false;
    if (!has_vector_addresses() && result.write_mask != 1) {
        return fail(mask_where, "address registers have the component x only");
    }
    if (token().is('(')) {
        if (!has_condition_codes()) return fail("condition masks are not part of " + header() + " programs");
        if (!parse_condition_mask(result.condition, false)) return false;
    }
    if (instruction.opcode == Opcode::Popa &&
        (result.write_mask != 0xf || result.condition.test != ConditionTest::True)) {
        return fail(mask_where, "POPA writes the whole register: it takes no mask");
    }
    return true;
}

}  // namespace arbasm
