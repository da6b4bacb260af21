#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::parse_operand_base(Instruction& instruction, DataType type, Operand& operand, bool& is_scalar_constant) {
    const Token start = token();
    is_scalar_constant = false;
    if (is_register_style()) return parse_register_operand(operand, is_scalar_constant);
    if (starts_relative_binding(RegisterFile::Attribute))
        return parse_relative_binding(RegisterFile::Attribute, operand);
    const bool is_signed = start.is('-') || start.is('+');  // only where parse_operand left it
    if (start.is('{') || start.kind == TokenKind::Integer || start.kind == TokenKind::Float || is_signed) {
        Binding constant;
        if (is_nv5() && is_64_bit(type)) {
            Binding high;
            if (!parse_wide_constant_vector(type, constant, high)) return false;
            is_scalar_constant = !start.is('{');
            operand.file = RegisterFile::Parameter;
            operand.variable = inline_variable(RegisterFile::Parameter, constant, start.where, &high);
            return true;
        }
        if (start.is('{')) {
            if (!parse_constant_vector(type, constant)) return false;
        } else {
            uint32_t bits = 0;
            if (!parse_constant_scalar(type, is_signed, bits)) return false;
            constant.kind = BindingKind::Constant;
            constant.constant = {bits, bits, bits, bits};
            is_scalar_constant = true;
        }
        operand.file = RegisterFile::Parameter;
        operand.variable = inline_variable(RegisterFile::Parameter, constant, start.where);
        return true;
    }
    if (start.kind != TokenKind::Identifier) return unexpected("an operand");
    if (starts_binding()) {
        if (start.is("result")) return fail("results can't be read");
        BindingUse use;
        use.side = start.is("state") || start.is("program") ? BindingSide::Parameter : BindingSide::Input;
        if (start.is("program") && is_nv4()) {
            const Lexer::Mark mark = lexer_.mark();
            advance();
            accept('.');
            for (std::string_view word : {"buffer", "storage", "counter", "sharedmem", "subroutine"}) {
                if (!token().is(word)) continue;
                return fail(start.where, "program." + std::string(word) + " can't be used directly; declare a " +
                                             (word == "buffer"      ? "BUFFER"
                                              : word == "storage"   ? "STORAGE"
                                              : word == "counter"   ? "COUNTER"
                                              : word == "sharedmem" ? "SHARED"
                                                                    : "SUBROUTINE") +
                                             " variable");
            }
            lexer_.reset(mark);
        }
        std::vector<Binding> bindings;
        if (!parse_binding(use, bindings)) return false;
        operand.file = use.side == BindingSide::Parameter ? RegisterFile::Parameter : RegisterFile::Attribute;
        operand.variable = inline_variable(operand.file, bindings.front(), start.where);
        operand.vertex = operand.file == RegisterFile::Attribute ? bindings.front().vertex : -1;
        return true;
    }
    const int32_t* found = find_variable(start.text);
    if (found == nullptr) return unknown_name(start);
    advance();
    if (is_poisoned(*found)) {
        while (token().is('[')) {
            while (token().kind != TokenKind::End && !token().is(']') && !token().is(';')) advance();
            accept(']');
        }
        return true;
    }
    const RegisterFile file = program_.variables[static_cast<size_t>(*found)].file;
    switch (file) {
        case RegisterFile::Result: return fail(start.where, "results can't be read");
        case RegisterFile::Address: return fail(start.where, "an address register can only be used as an index");
        case RegisterFile::Attribute:
        case RegisterFile::Parameter:
        case RegisterFile::Temporary:
        case RegisterFile::Buffer: break;
        case RegisterFile::Storage:
            return fail(start.where, "a STORAGE variable is read and written by LDB, STB and ATOMB only");
        case RegisterFile::Shared:
            return fail(start.where, "a SHARED variable is read and written by LDS, STS and ATOMS only");
        case RegisterFile::Counter: return fail(start.where, "a COUNTER variable is used by ATOMCTR only");
        case RegisterFile::None:
        case RegisterFile::Texture:
        case RegisterFile::Image:
        case RegisterFile::Subroutine: return fail(start.where, quote(start.text) + " can't be an operand here");
    }
    if (!parse_variable_use(operand, *found, start)) return false;
    const Variable& variable = program_.variables[static_cast<size_t>(*found)];
    if (file == RegisterFile::Buffer && variable.element_words == 0) {
        return fail(start.where, "a CBUFFER variable can be read by LDC only");
    }
    if (is_nv4() && !check_type(instruction, variable, type, start.where, "reads")) return false;
    return true;
}

bool Parser::parse_operand(Instruction& instruction, OperandShape shape, Operand& operand) {
    const bool scalar = shape.kind == 's';
    const DataType type = shape_type(instruction, shape);
    if (shape.kind == 'b') return parse_memory_operand(instruction, operand);
    if (shape.kind == 'a') return parse_address_operand(instruction, operand);
    const bool modifiers_allowed = instruction.opcode != Opcode::Swz;
    bool negate = false;
    // The sign before a number is its own where operands take none.
    const auto starts_signed_constant = [&] {
        if (!is_register_style() && instruction.opcode != Opcode::Cvt) return false;
        const Lexer::Mark mark = lexer_.mark();
        advance();
        const bool number = token().kind == TokenKind::Integer || token().kind == TokenKind::Float;
        lexer_.reset(mark);
        return number;
    };
    if ((token().is('-') || token().is('+')) && !starts_signed_constant()) {
        if (token().is('+') && is_one_of({InstructionSet::Vp10, InstructionSet::Vsp10})) {
            return fail("the sign + came with !!VP1.1");
        }
        if (!modifiers_allowed) return fail("the operand of SWZ takes its signs in the selectors");
        negate = token().is('-');
        advance();
    }
    if (token().is('|')) {
        if (!has_absolute_values()) return fail("absolute values of operands came with later instruction sets");
        if (!modifiers_allowed) return fail("the operand of SWZ takes no absolute value");
        advance();
        operand.absolute = true;
        if ((token().is('-') || token().is('+')) && !starts_signed_constant()) {
            operand.negate_inside = token().is('-');
            advance();
        }
    }
    bool is_scalar_constant = false;
    if (!parse_operand_base(instruction, type, operand, is_scalar_constant)) return false;
    if (instruction.opcode == Opcode::Swz) {
        if (token().is('.')) return fail("the operand of SWZ takes its swizzle in the selectors");
        if (!parse_extended_swizzle(instruction, operand)) return false;
        return true;
    }
    // The ARB grammar wants a suffix even behind a single constant; the 4.0 family does not.
    if (is_scalar_constant && !token().is('.') && (has_absolute_values() || !(scalar && is_arb()))) {
        if (scalar) operand.swizzle = {0, 0, 0, 0};
    } else {
        bool was_single = false;
        if (!parse_swizzle(operand.swizzle, scalar, scalar, was_single)) return false;
    }
    operand.scalar = scalar;
    if (operand.absolute && !expect('|')) return false;
    operand.negate = negate ? 0xf : 0;
    return true;
}

}  // namespace arbasm
