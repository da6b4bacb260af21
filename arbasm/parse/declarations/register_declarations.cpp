#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::parse_define() {
    Token name;
    if (!parse_new_name(name)) return false;
    Binding constant;
    bool is_scalar = false;
    if (!expect('=') || !parse_register_constant(constant, is_scalar)) return poison(name), false;
    Variable variable;
    variable.file = RegisterFile::Parameter;
    variable.name = name.text;
    const int32_t index = add_variable(std::move(variable), {constant}, name.where);
    if (is_scalar) scalar_constants_.insert(index);
    names_.emplace(name.text, index);
    return true;
}

// A parameter that ProgramNamedParameter*NV sets; its number is its place among them.
bool Parser::parse_declare() {
    Token name;
    if (!parse_new_name(name)) return false;
    Binding parameter;
    if (token().is('=')) {
        advance();
        bool is_scalar = false;
        if (!parse_register_constant(parameter, is_scalar)) return poison(name), false;
    }
    parameter.kind = BindingKind::NamedParameter;
    parameter.index = static_cast<int16_t>(named_parameters_++);
    if (named_parameters_ > limits_.parameters) return fail(name.where, "too many named parameters");
    Variable variable;
    variable.file = RegisterFile::Parameter;
    variable.name = name.text;
    names_.emplace(name.text, add_variable(std::move(variable), {parameter}, name.where));
    return true;
}

}  // namespace arbasm
