#include "arbasm/parse/operands/address.h"

#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/condition.h"
#include "arbasm/parse/operands/swizzle.h"

namespace arbasm {
namespace {

// ARL of ARB_vertex_program.
bool parse_single_address_result(ParseContext& context, Instruction& instruction) {
    const Token name = context.token();
    const int32_t* found = name.kind == TokenKind::Identifier ? context.symbols.find(name.text) : nullptr;
    if (found == nullptr)
        return name.kind == TokenKind::Identifier ? unknown_name(context, context.symbols, name)
                                                  : context.unexpected("an address register");
    context.advance();
    if (is_poisoned(*found)) {
        uint8_t ignored = 0;
        return parse_write_mask(context, context.program, ignored);
    }
    if (context.symbols.variable(*found).file != RegisterFile::Address) {
        return context.fail(name.where, "ARL writes an address register, declared with ADDRESS");
    }
    instruction.result.file = RegisterFile::Address;
    instruction.result.variable = *found;
    if (!context.token().is('.')) return context.unexpected("\".x\": ARL writes the x component");
    if (!parse_write_mask(context, context.program, instruction.result.write_mask)) return false;
    if (instruction.result.write_mask != 1) return context.fail("address registers have the component x only");
    return true;
}

// A register of four components, or A0 and A1.
bool parse_vector_address_result(ParseContext& context, Instruction& instruction) {
    const Token name = context.token();
    if (name.kind != TokenKind::Identifier) return context.unexpected("an address register");
    if (is_register_style(context.program)) {
        const bool second = name.is("A1") && context.program.instruction_set == InstructionSet::Vp20;
        if (!name.is("A0") && !second) return context.unexpected("the address register A0");
        context.symbols.implicit_variable(RegisterFile::Address, name.text, name.where);
    }
    const int32_t* found = context.symbols.find(name.text);
    if (found == nullptr) return unknown_name(context, context.symbols, name);
    context.advance();
    Destination& result = instruction.result;
    const SourceLocation mask_where = context.token().where;
    if (is_poisoned(*found)) return parse_write_mask(context, context.program, result.write_mask);
    if (context.symbols.variable(*found).file != RegisterFile::Address) {
        return context.fail(name.where, std::string(spelling(instruction.opcode)) + " writes an address register" +
                                            (is_arb(context.program) ? ", declared with ADDRESS" : ""));
    }
    result.file = RegisterFile::Address;
    result.variable = *found;
    if (!has_vector_addresses(context.program) && !context.token().is('.'))
        return context.unexpected("\".x\": ARL writes the x component");
    if (!parse_write_mask(context, context.program, result.write_mask)) return false;
    if (!has_vector_addresses(context.program) && result.write_mask != 1) {
        return context.fail(mask_where, "address registers have the component x only");
    }
    if (context.token().is('(')) {
        if (!has_condition_codes(context.program))
            return context.fail("condition masks are not part of " + program_header(context.program) + " programs");
        if (!parse_condition_mask(context, context.program, result.condition, false)) return false;
    }
    if (instruction.opcode == Opcode::Popa &&
        (result.write_mask != 0xf || result.condition.test != ConditionTest::True)) {
        return context.fail(mask_where, "POPA writes the whole register: it takes no mask");
    }
    return true;
}

}  // namespace

bool parse_address_operand(ParseContext& context, Instruction& instruction, Operand& operand) {
    const Token name = context.token();
    if (name.kind != TokenKind::Identifier) return context.unexpected("an address register");
    if (is_register_style(context.program) && (name.is("A0") || name.is("A1"))) {
        context.symbols.implicit_variable(RegisterFile::Address, name.text, name.where);
    }
    const int32_t* found = context.symbols.find(name.text);
    if (found == nullptr) return unknown_name(context, context.symbols, name);
    context.advance();
    if (is_poisoned(*found)) return true;
    if (context.symbols.variable(*found).file != RegisterFile::Address) {
        return context.fail(name.where, std::string(spelling(instruction.opcode)) + " reads an address register");
    }
    if (context.token().is('.')) {
        return context.fail("the operand of " + std::string(spelling(instruction.opcode)) + " takes no swizzle");
    }
    operand.file = RegisterFile::Address;
    operand.variable = *found;
    return true;
}

bool parse_address_result(ParseContext& context, Instruction& instruction) {
    return has_vector_addresses(context.program) || is_register_style(context.program)
               ? parse_vector_address_result(context, instruction)
               : parse_single_address_result(context, instruction);
}

}  // namespace arbasm
