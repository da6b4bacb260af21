#include "arbasm/parse/operands/result.h"

#include "arbasm/parse/bindings/binding.h"
#include "arbasm/parse/bindings/binding_use.h"
#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/address.h"
#include "arbasm/parse/operands/condition.h"
#include "arbasm/parse/operands/index.h"
#include "arbasm/parse/operands/register_result.h"
#include "arbasm/parse/operands/relative_binding.h"
#include "arbasm/parse/operands/swizzle.h"
#include "arbasm/parse/operands/type_check.h"

namespace arbasm {
namespace {

bool parse_binding_result(ParseContext& context, Destination& result) {
    const Token start = context.token();
    if (!start.is("result")) {
        return context.fail(start.is("state") || start.is("program") ? "parameters can't be written"
                                                                     : "attributes can't be written");
    }
    BindingUse use;
    use.side = BindingSide::Output;
    std::vector<Binding> bindings;
    if (!parse_binding(context, use, bindings)) return false;
    result.file = RegisterFile::Result;
    result.variable = context.symbols.inline_variable(RegisterFile::Result, bindings.front(), start.where);
    return true;
}

bool parse_variable_result(ParseContext& context, const Instruction& instruction, OperandShape shape,
                           Destination& result) {
    const Token start = context.token();
    const int32_t* found = context.symbols.find(start.text);
    if (found == nullptr) return unknown_name(context, context.symbols, start);
    context.advance();
    if (is_poisoned(*found)) {
        if (context.token().is('[')) skip_index(context);
        return true;
    }
    const RegisterFile file = context.symbols.variable(*found).file;
    switch (file) {
        case RegisterFile::Temporary:
        case RegisterFile::Result: break;
        case RegisterFile::Attribute: return context.fail(start.where, "attributes can't be written");
        case RegisterFile::Parameter: return context.fail(start.where, "parameters can't be written");
        case RegisterFile::Address: return context.fail(start.where, "an address register is written by ARL only");
        case RegisterFile::None:
        case RegisterFile::Buffer:
        case RegisterFile::Texture:
        case RegisterFile::Image:
        case RegisterFile::Storage:
        case RegisterFile::Counter:
        case RegisterFile::Shared:
        case RegisterFile::Subroutine: return context.fail(start.where, quote(start.text) + " can't be written");
    }
    Operand use;
    if (!parse_variable_use(context, use, *found, start)) return false;
    result.file = use.file;
    result.variable = use.variable;
    result.element = use.element;
    result.relative = use.relative;
    if (is_nv4(context.program)) {
        const DataType type = shape.type == 'f'   ? DataType::F32
                              : shape.type == 's' ? DataType::S32
                              : shape.type == 'u' ? DataType::U32
                                                  : instruction.type;
        if (!check_type(context, instruction, context.symbols.variable(*found), type, start.where, "writes")) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool parse_result(ParseContext& context, Instruction& instruction, OperandShape shape, bool has_precision) {
    Destination& result = instruction.result;
    if (shape.kind == 'a') return parse_address_result(context, instruction);
    const Token start = context.token();
    if (start.kind != TokenKind::Identifier) return context.unexpected("a temporary or a result");
    if (is_register_style(context.program)) return parse_register_result(context, instruction, has_precision);
    if (starts_relative_binding(context, context.program, RegisterFile::Result)) {
        Operand use;
        if (!parse_relative_binding(context, RegisterFile::Result, use)) return false;
        result.file = use.file;
        result.variable = use.variable;
        result.element = use.element;
        result.relative = use.relative;
    } else if (starts_binding(context, context.symbols)) {
        if (!parse_binding_result(context, result)) return false;
    } else {
        if (!parse_variable_result(context, instruction, shape, result)) return false;
    }
    if (!parse_write_mask(context, context.program, result.write_mask)) return false;
    if (context.token().is('(')) {
        if (!has_condition_codes(context.program))
            return context.fail("condition masks are not part of " + program_header(context.program) + " programs");
        if (!parse_condition_mask(context, context.program, result.condition, false)) return false;
    }
    return true;
}

}  // namespace arbasm
