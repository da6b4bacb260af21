#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::parse_result(Instruction& instruction, OperandShape shape) {
    Destination& result = instruction.result;
    if (shape.kind == 'a') {
        return has_vector_addresses() || is_register_style() ? parse_vector_address_result(instruction)
                                                             : parse_address_result(instruction);
    }
    const Token start = token();
    if (start.kind != TokenKind::Identifier) return unexpected("a temporary or a result");
    if (is_register_style()) return parse_register_result(instruction);
    if (starts_relative_binding(RegisterFile::Result)) {
        Operand use;
        if (!parse_relative_binding(RegisterFile::Result, use)) return false;
        result.file = use.file;
        result.variable = use.variable;
        result.element = use.element;
        result.relative = use.relative;
    } else if (starts_binding()) {
        if (!start.is("result")) {
            return fail(start.is("state") || start.is("program") ? "parameters can't be written"
                                                                 : "attributes can't be written");
        }
        BindingUse use;
        use.side = BindingSide::Output;
        std::vector<Binding> bindings;
        if (!parse_binding(use, bindings)) return false;
        result.file = RegisterFile::Result;
        result.variable = inline_variable(RegisterFile::Result, bindings.front(), start.where);
    } else {
        const int32_t* found = find_variable(start.text);
        if (found == nullptr) return unknown_name(start);
        advance();
        if (is_poisoned(*found)) {
            if (token().is('[')) {
                while (token().kind != TokenKind::End && !token().is(']') && !token().is(';')) advance();
                accept(']');
            }
        } else {
            const RegisterFile file = program_.variables[static_cast<size_t>(*found)].file;
            switch (file) {
                case RegisterFile::Temporary:
                case RegisterFile::Result: break;
                case RegisterFile::Attribute: return fail(start.where, "attributes can't be written");
                case RegisterFile::Parameter: return fail(start.where, "parameters can't be written");
                case RegisterFile::Address: return fail(start.where, "an address register is written by ARL only");
                case RegisterFile::None:
                case RegisterFile::Buffer:
                case RegisterFile::Texture:
                case RegisterFile::Image:
                case RegisterFile::Storage:
                case RegisterFile::Counter:
                case RegisterFile::Shared:
                case RegisterFile::Subroutine: return fail(start.where, quote(start.text) + " can't be written");
            }
            Operand use;
            if (!parse_variable_use(use, *found, start)) return false;
            result.file = use.file;
            result.variable = use.variable;
            result.element = use.element;
            result.relative = use.relative;
            if (is_nv4()) {
                const DataType type = shape.type == 'f'   ? DataType::F32
                                      : shape.type == 's' ? DataType::S32
                                      : shape.type == 'u' ? DataType::U32
                                                          : instruction.type;
                if (!check_type(instruction, program_.variables[static_cast<size_t>(*found)], type, start.where,
                                "writes")) {
                    return false;
                }
            }
        }
    }
    if (!parse_write_mask(result.write_mask)) return false;
    if (token().is('(')) {
        if (!has_condition_codes()) return fail("condition masks are not part of " + header() + " programs");
        if (!parse_condition_mask(result.condition, false)) return false;
    }
    return true;
}

}  // namespace arbasm
