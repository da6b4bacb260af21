#include "arbasm/parse/operands/memory_operand.h"

#include "arbasm/parse/bindings/binding.h"
#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/operands/index.h"
#include "arbasm/parse/operands/swizzle.h"

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

bool parse_memory_operand(ParseContext& context, Instruction& instruction, Operand& operand) {
    const RegisterFile file = opcode_info(instruction.opcode).traits.memory;
    const std::string opcode(spelling(instruction.opcode)), wanted(declaration_word(file));
    const bool modified = instruction.opcode == Opcode::Ldc;
    if (modified && (context.token().is('-') || context.token().is('+'))) {
        operand.negate = context.token().is('-') ? 0xf : 0;
        context.advance();
    }
    if (modified && context.accept('|')) {
        operand.absolute = true;
        if (context.token().is('-') || context.token().is('+')) {
            operand.negate_inside = context.token().is('-');
            context.advance();
        }
    }
    const Token name = context.token();
    if (name.kind != TokenKind::Identifier) return context.unexpected("a " + wanted + " variable");
    const int32_t* found = context.symbols.find(name.text);
    if (found == nullptr && starts_binding(context, context.symbols)) {
        return context.fail("a binding can't be used here directly: " + opcode + " needs a " + wanted + " variable");
    }
    if (found == nullptr) return unknown_name(context, context.symbols, name);
    context.advance();
    if (is_poisoned(*found)) return false;
    const Variable& variable = context.symbols.variable(*found);
    if (variable.file != file || (file == RegisterFile::Buffer && variable.element_words != 0)) {
        return context.fail(name.where,
                            opcode + " needs a " + wanted + " variable, and " + quote(name.text) + " is none");
    }
    if (!parse_variable_use(context, operand, *found, name)) return false;
    if (!modified) return true;
    bool was_single = false;
    if (!parse_swizzle(context, context.program, operand.swizzle, false, false, was_single)) return false;
    return !operand.absolute || context.expect('|');
}

}  // namespace arbasm
