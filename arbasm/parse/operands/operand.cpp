#include "arbasm/parse/operands/operand.h"

#include <algorithm>
#include <initializer_list>

#include "arbasm/parse/bindings/binding.h"
#include "arbasm/parse/bindings/binding_use.h"
#include "arbasm/parse/bindings/constants.h"
#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/address.h"
#include "arbasm/parse/operands/index.h"
#include "arbasm/parse/operands/memory_operand.h"
#include "arbasm/parse/operands/register_operand.h"
#include "arbasm/parse/operands/relative_binding.h"
#include "arbasm/parse/operands/swizzle.h"
#include "arbasm/parse/operands/type_check.h"

namespace arbasm {
namespace {

bool is_one_of(InstructionSet set, std::initializer_list<InstructionSet> sets) {
    return std::find(sets.begin(), sets.end(), set) != sets.end();
}

// A number or a vector of numbers. `sign_allowed`: the sign has been left to it.
bool parse_constant_operand(ParseContext& context, DataType type, bool sign_allowed, Operand& operand,
                            bool& is_scalar_constant) {
    const Token start = context.token();
    Binding constant;
    if (is_nv5(context.program) && is_64_bit(type)) {
        Binding high;
        if (!parse_wide_constant_vector(context, type, constant, high)) return false;
        is_scalar_constant = !start.is('{');
        operand.file = RegisterFile::Parameter;
        operand.variable = context.symbols.inline_variable(RegisterFile::Parameter, constant, start.where, &high);
        return true;
    }
    if (start.is('{')) {
        if (!parse_constant_vector(context, type, constant)) return false;
    } else {
        uint32_t bits = 0;
        if (!parse_constant_scalar(context, type, sign_allowed, bits)) return false;
        constant.kind = BindingKind::Constant;
        constant.constant = {bits, bits, bits, bits};
        is_scalar_constant = true;
    }
    operand.file = RegisterFile::Parameter;
    operand.variable = context.symbols.inline_variable(RegisterFile::Parameter, constant, start.where);
    return true;
}

bool parse_binding_operand(ParseContext& context, Operand& operand) {
    const Token start = context.token();
    if (start.is("result")) return context.fail("results can't be read");
    BindingUse use;
    use.side = start.is("state") || start.is("program") ? BindingSide::Parameter : BindingSide::Input;
    if (start.is("program") && is_nv4(context.program)) {
        const Lexer::Mark mark = context.mark();
        context.advance();
        context.accept('.');
        for (std::string_view word : {"buffer", "storage", "counter", "sharedmem", "subroutine"}) {
            if (!context.token().is(word)) continue;
            return context.fail(start.where, "program." + std::string(word) + " can't be used directly; declare a " +
                                                 (word == "buffer"      ? "BUFFER"
                                                  : word == "storage"   ? "STORAGE"
                                                  : word == "counter"   ? "COUNTER"
                                                  : word == "sharedmem" ? "SHARED"
                                                                        : "SUBROUTINE") +
                                                 " variable");
        }
        context.reset(mark);
    }
    std::vector<Binding> bindings;
    if (!parse_binding(context, use, bindings)) return false;
    operand.file = use.side == BindingSide::Parameter ? RegisterFile::Parameter : RegisterFile::Attribute;
    operand.variable = context.symbols.inline_variable(operand.file, bindings.front(), start.where);
    operand.vertex = operand.file == RegisterFile::Attribute ? bindings.front().vertex : -1;
    return true;
}

bool parse_variable_operand(ParseContext& context, const Instruction& instruction, DataType type, Operand& operand) {
    const Token start = context.token();
    const int32_t* found = context.symbols.find(start.text);
    if (found == nullptr) return unknown_name(context, context.symbols, start);
    context.advance();
    if (is_poisoned(*found)) {
        while (context.token().is('[')) skip_index(context);
        return true;
    }
    const RegisterFile file = context.symbols.variable(*found).file;
    switch (file) {
        case RegisterFile::Result: return context.fail(start.where, "results can't be read");
        case RegisterFile::Address:
            return context.fail(start.where, "an address register can only be used as an index");
        case RegisterFile::Attribute:
        case RegisterFile::Parameter:
        case RegisterFile::Temporary:
        case RegisterFile::Buffer: break;
        case RegisterFile::Storage:
            return context.fail(start.where, "a STORAGE variable is read and written by LDB, STB and ATOMB only");
        case RegisterFile::Shared:
            return context.fail(start.where, "a SHARED variable is read and written by LDS, STS and ATOMS only");
        case RegisterFile::Counter: return context.fail(start.where, "a COUNTER variable is used by ATOMCTR only");
        case RegisterFile::None:
        case RegisterFile::Texture:
        case RegisterFile::Image:
        case RegisterFile::Subroutine:
            return context.fail(start.where, quote(start.text) + " can't be an operand here");
    }
    if (!parse_variable_use(context, operand, *found, start)) return false;
    const Variable& variable = context.symbols.variable(*found);
    if (file == RegisterFile::Buffer && variable.element_words == 0) {
        return context.fail(start.where, "a CBUFFER variable can be read by LDC only");
    }
    if (is_nv4(context.program) && !check_type(context, instruction, variable, type, start.where, "reads"))
        return false;
    return true;
}

}  // namespace

bool parse_operand_base(ParseContext& context, Instruction& instruction, DataType type, Operand& operand,
                        bool& is_scalar_constant) {
    const Token start = context.token();
    is_scalar_constant = false;
    if (is_register_style(context.program)) return parse_register_operand(context, operand, is_scalar_constant);
    if (starts_relative_binding(context, context.program, RegisterFile::Attribute))
        return parse_relative_binding(context, RegisterFile::Attribute, operand);
    const bool is_signed = start.is('-') || start.is('+');  // only where parse_operand left it
    if (start.is('{') || start.kind == TokenKind::Integer || start.kind == TokenKind::Float || is_signed) {
        return parse_constant_operand(context, type, is_signed, operand, is_scalar_constant);
    }
    if (start.kind != TokenKind::Identifier) return context.unexpected("an operand");
    if (starts_binding(context, context.symbols)) return parse_binding_operand(context, operand);
    return parse_variable_operand(context, instruction, type, operand);
}

bool parse_operand(ParseContext& context, Instruction& instruction, OperandShape shape, Operand& operand) {
    const bool scalar = shape.kind == 's';
    const DataType type = shape_type(instruction, shape);
    if (shape.kind == 'b') return parse_memory_operand(context, instruction, operand);
    if (shape.kind == 'a') return parse_address_operand(context, instruction, operand);
    const bool modifiers_allowed = instruction.opcode != Opcode::Swz;
    bool negate = false;
    // The sign before a number is its own where operands take none.
    const auto starts_signed_constant = [&] {
        if (!is_register_style(context.program) && instruction.opcode != Opcode::Cvt) return false;
        const Lexer::Mark mark = context.mark();
        context.advance();
        const bool number = context.token().kind == TokenKind::Integer || context.token().kind == TokenKind::Float;
        context.reset(mark);
        return number;
    };
    if ((context.token().is('-') || context.token().is('+')) && !starts_signed_constant()) {
        if (context.token().is('+') &&
            is_one_of(context.program.instruction_set, {InstructionSet::Vp10, InstructionSet::Vsp10})) {
            return context.fail("the sign + came with !!VP1.1");
        }
        if (!modifiers_allowed) return context.fail("the operand of SWZ takes its signs in the selectors");
        negate = context.token().is('-');
        context.advance();
    }
    if (context.token().is('|')) {
        if (!has_absolute_values(context.program))
            return context.fail("absolute values of operands came with later instruction sets");
        if (!modifiers_allowed) return context.fail("the operand of SWZ takes no absolute value");
        context.advance();
        operand.absolute = true;
        if ((context.token().is('-') || context.token().is('+')) && !starts_signed_constant()) {
            operand.negate_inside = context.token().is('-');
            context.advance();
        }
    }
    bool is_scalar_constant = false;
    if (!parse_operand_base(context, instruction, type, operand, is_scalar_constant)) return false;
    if (instruction.opcode == Opcode::Swz) {
        if (context.token().is('.')) return context.fail("the operand of SWZ takes its swizzle in the selectors");
        if (!parse_extended_swizzle(context, context.program, instruction, operand)) return false;
        return true;
    }
    // The ARB grammar wants a suffix even behind a single constant; the 4.0 family does not.
    if (is_scalar_constant && !context.token().is('.') &&
        (has_absolute_values(context.program) || !(scalar && is_arb(context.program)))) {
        if (scalar) operand.swizzle = {0, 0, 0, 0};
    } else {
        bool was_single = false;
        if (!parse_swizzle(context, context.program, operand.swizzle, scalar, scalar, was_single)) return false;
    }
    operand.scalar = scalar;
    if (operand.absolute && !context.expect('|')) return false;
    operand.negate = negate ? 0xf : 0;
    return true;
}

}  // namespace arbasm
