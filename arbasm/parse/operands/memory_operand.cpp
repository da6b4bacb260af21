#include "arbasm/parse/parser.h"

namespace arbasm {
namespace {

// How variables are declared that memory instructions name.
std::string_view declaration_word(RegisterFile memory) {
    return memory == RegisterFile::Buffer    ? "CBUFFER"
           : memory == RegisterFile::Storage ? "STORAGE"
           : memory == RegisterFile::Shared  ? "SHARED"
                                             : "COUNTER";
}

}  // namespace

// The variable that LDC, LDB, STB … read or write. What LDC loads may be swizzled and negated like any operand.
bool Parser::parse_memory_operand(Instruction& instruction, Operand& operand) {
    const RegisterFile file = opcode_info(instruction.opcode).traits.memory;
    const std::string opcode(spelling(instruction.opcode)), wanted(declaration_word(file));
    const bool modified = instruction.opcode == Opcode::Ldc;
    if (modified && (token().is('-') || token().is('+'))) {
        operand.negate = token().is('-') ? 0xf : 0;
        advance();
    }
    if (modified && accept('|')) {
        operand.absolute = true;
        if (token().is('-') || token().is('+')) {
            operand.negate_inside = token().is('-');
            advance();
        }
    }
    const Token name = token();
    if (name.kind != TokenKind::Identifier) return unexpected("a " + wanted + " variable");
    const int32_t* found = find_variable(name.text);
    if (found == nullptr && starts_binding()) {
        return fail("a binding can't be used here directly: " + opcode + " needs a " + wanted + " variable");
    }
    if (found == nullptr) return unknown_name(name);
    advance();
    if (is_poisoned(*found)) return false;
    const Variable& variable = program_.variables[static_cast<size_t>(*found)];
    if (variable.file != file || (file == RegisterFile::Buffer && variable.element_words != 0)) {
        return fail(name.where, opcode + " needs a " + wanted + " variable, and " + quote(name.text) + " is none");
    }
    if (!parse_variable_use(operand, *found, name)) return false;
    if (!modified) return true;
    bool was_single = false;
    if (!parse_swizzle(operand.swizzle, false, false, was_single)) return false;
    return !operand.absolute || expect('|');
}

}  // namespace arbasm
