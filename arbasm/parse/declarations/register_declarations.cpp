#include "arbasm/parse/declarations/register_declarations.h"

#include "arbasm/parse/declarations/new_variable.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/register_constant.h"

namespace arbasm {
namespace {

bool parse_define(ParseContext& context) {
    Token name;
    if (!parse_new_name(context, name)) return false;
    Binding constant;
    bool is_scalar = false;
    if (!context.expect('=') || !parse_register_constant(context, context.symbols, constant, is_scalar))
        return context.symbols.poison(name.text), false;
    Variable variable;
    variable.file = RegisterFile::Parameter;
    variable.name = name.text;
    const int32_t index = context.symbols.add(std::move(variable), {constant}, name.where);
    if (is_scalar) context.symbols.note_scalar_constant(index);
    context.symbols.declare(name.text, index);
    return true;
}

// A parameter that ProgramNamedParameter*NV sets; its number is its place among them.
bool parse_declare(ParseContext& context, int& named_parameters) {
    Token name;
    if (!parse_new_name(context, name)) return false;
    Binding parameter;
    if (context.token().is('=')) {
        context.advance();
        bool is_scalar = false;
        if (!parse_register_constant(context, context.symbols, parameter, is_scalar))
            return context.symbols.poison(name.text), false;
    }
    parameter.kind = BindingKind::NamedParameter;
    parameter.index = static_cast<int16_t>(named_parameters++);
    if (named_parameters > context.limits.parameters) return context.fail(name.where, "too many named parameters");
    Variable variable;
    variable.file = RegisterFile::Parameter;
    variable.name = name.text;
    context.symbols.declare(name, std::move(variable), {parameter});
    return true;
}

}  // namespace

bool is_register_declaration(const Program& program, std::string_view word) {
    return is_fragment(program) && (word == "DEFINE" || word == "DECLARE");
}

bool parse_register_declaration(ParseContext& context, int& named_parameters) {
    const bool defines = context.token().is("DEFINE");
    context.advance();
    return defines ? parse_define(context) : parse_declare(context, named_parameters);
}

}  // namespace arbasm
