#include "glsl/check/functions.h"

#include <algorithm>
#include <string>

#include "glsl/check/precisions.h"
#include "glsl/check/qualifier_rules.h"
#include "glsl/check/small_types.h"

namespace glsl {

namespace {

bool same_parameters(const Function& function, const std::vector<ParameterDeclaration>& parameters) {
    if (function.parameters.size() != parameters.size()) return false;
    for (size_t n = 0; n < parameters.size(); n++)
        if (function.parameters[n]->type != parameters[n].type) return false;
    return true;
}

}  // namespace

bool has_return(const Statement* statement) {
    if (!statement) return false;
    const auto any = [](std::span<Statement* const> list) {
        return std::any_of(list.begin(), list.end(), [](const Statement* inner) { return has_return(inner); });
    };
    if (const auto* node = as<BlockStatement>(statement)) return any(node->statements);
    if (const auto* node = as<If>(statement)) return has_return(node->yes) || has_return(node->no);
    if (const auto* node = as<Loop>(statement)) return has_return(node->body);
    if (const auto* node = as<Switch>(statement)) return any(node->statements);
    return statement->kind == StatementKind::Return;
}

void check_parameters(CheckContext& context, const Scopes& scopes, const std::vector<ParameterDeclaration>& parameters,
                      bool prototype) {
    const bool bindless = holds("ARB_bindless_texture NV_bindless_texture", context.language());
    for (const ParameterDeclaration& parameter : parameters) {
        const Location where = parameter.where;
        const std::string name = parameter.name.empty() ? "the parameter" : std::string(parameter.name);
        if (parameter.name.empty() && !prototype)
            context.error(where, "a parameter of a function with a body has a name");
        if (parameter.type->is_void()) context.error(where, "a parameter can't be void");
        const bool out = parameter.mode != ParameterMode::In;
        if (out && !bindless && contains(parameter.type, [](const Type* part) { return part->is_opaque(); }))
            context.error(where, to_string(parameter.type) + " can't be an out parameter");
        if (out && parameter.type->is_array() && !holds("120 es100", context.language()))
            context.error(where, "arrays are out parameters from version 120 on");
        for (const Type* type = parameter.type; type->is_array(); type = type->element)
            if (!type->size) context.error(where, "an array parameter needs a size");
        if (parameter.qualifiers.constant && out) context.error(where, "a const parameter can't be written");
        Qualifiers own = parameter.qualifiers;
        own.storage = Storage::Parameter;
        check_value_qualifiers(context, scopes, own, parameter.type, name, where);
    }
}

Function* new_function(CheckContext& context, const Type* type, std::string_view name,
                       const std::vector<ParameterDeclaration>& parameters, Location where) {
    Function* function = context.arena().make<Function>();
    function->name = name;
    if (!context.in_text()) refuse_stored_only(context, type, std::string(name), where);
    function->type = type;
    function->where = where;
    std::vector<Variable*> variables;
    for (const ParameterDeclaration& parameter : parameters) {
        Qualifiers qualifiers = parameter.qualifiers;
        qualifiers.storage = Storage::Parameter;
        Variable* variable = context.variable(parameter.name, parameter.type, qualifiers, parameter.where);
        variable->mode = parameter.mode;
        variables.push_back(variable);
    }
    function->parameters = context.arena().copy(variables);
    return function;
}

void Functions::check_name(const FunctionDeclaration& declaration) {
    const std::string_view name = declaration.name;
    const Type* type = declaration.type;
    const std::vector<ParameterDeclaration>& parameters = declaration.parameters;
    const Location where = declaration.where;
    const std::string word(name);
    check_identifier(context_, name, where);
    if (name == "main" && (!type->is_void() || !parameters.empty()))
        context_.error(where, "main is declared as void main()");
    if (functions_named(name).empty()) return;
    if (holds("es300", context_.language()) && !builtins_.named(name).empty()) {
        context_.error(where, word + " is a built-in function and can't be declared again");
        return;
    }
    if (!context_.language().is_es()) return;
    for (const Candidate* candidate : builtins_.named(name)) {
        bool same = candidate->parameters.size() == parameters.size();
        for (size_t n = 0; same && n < parameters.size(); n++) same = candidate->parameters[n] == parameters[n].type;
        if (!same) continue;
        context_.error(where, word + " is a built-in function and can't be declared again");
        return;
    }
}

void Functions::check_result(const FunctionDeclaration& declaration) {
    const Type* type = declaration.type;
    const Location where = declaration.where;
    if (type->is_array() && !holds("120 es300", context_.language()))
        context_.error(where, "functions give arrays from version 120 and 300 es on");
    if (type->is_structure() && holds("es100-100", context_.language()) &&
        contains(type, [](const Type* part) { return part->is_array(); }))
        context_.error(where, "functions give structures with arrays from version 300 es on");
    for (const Type* part = type; part->is_array(); part = part->element)
        if (!part->size) context_.error(where, "an array that a function gives needs a size");
    if (contains(type, [](const Type* part) { return part->is_opaque(); }) &&
        !holds("ARB_bindless_texture NV_bindless_texture", context_.language()))
        context_.error(where, "a function can't give " + to_string(type));
    Qualifiers result;
    result.storage = Storage::Local;
    result.precision = declaration.precision;
    if (!type->is_opaque())
        check_value_qualifiers(context_, scopes_, result, type, "the value of " + std::string(declaration.name), where);
}

// A later declaration of the same function.
void Functions::check_again(const Function& before, const FunctionDeclaration& declaration) {
    const Type* type = declaration.type;
    const std::vector<ParameterDeclaration>& parameters = declaration.parameters;
    const Location where = declaration.where;
    const std::string word(before.name);
    if (before.type != type) context_.error(where, word + " was declared with the type " + to_string(before.type));
    for (size_t n = 0; n < parameters.size(); n++)
        if (before.parameters[n]->mode != parameters[n].mode)
            context_.error(parameters[n].where, "in, out and inout differ from the declaration before");
    if (!context_.language().is_es()) return;
    for (size_t n = 0; n < parameters.size(); n++)
        if (before.parameters[n]->qualifiers.constant != parameters[n].qualifiers.constant)
            context_.error(parameters[n].where, "const differs from the declaration before");
    if (declaration.prototype && context_.language().version == 100)
        context_.error(where, word + " is declared already");
    if (precisions_[&before] != precision_of(declaration))
        context_.error(where, word + " was declared with another precision of its value");
}

Precision Functions::precision_of(const FunctionDeclaration& declaration) const {
    const Type* type = declaration.type;
    const bool by_default =
        declaration.precision == Precision::None && context_.language().is_es() && type->is_basic() && !type->is_bool();
    return by_default ? default_precision(scopes_, context_.stage(), type) : declaration.precision;
}

// Those that the name has in this scope.
Overloads& Functions::overloads(const FunctionDeclaration& declaration) {
    Symbol& symbol = scopes_.add(declaration.name);
    if (!symbol.overloads) {
        const bool variable_alone = symbol.variable && context_.language().version == 110;
        if ((symbol.variable && !variable_alone) || symbol.type || symbol.block)
            context_.error(declaration.where, std::string(declaration.name) + " is declared already");
        overloads_.push_back(std::make_unique<Overloads>());
        symbol.overloads = overloads_.back().get();
    }
    return *symbol.overloads;
}

Function* Functions::declare(const FunctionDeclaration& declaration) {
    const std::vector<ParameterDeclaration>& parameters = declaration.parameters;
    check_name(declaration);
    std::vector<Function*>& known = overloads(declaration).functions;
    check_parameters(context_, scopes_, parameters, declaration.prototype);
    check_result(declaration);
    for (Function* function : known) {
        if (!same_parameters(*function, parameters)) continue;
        check_again(*function, declaration);
        // The names of the definition are those that its body uses.
        if (!declaration.prototype)
            for (size_t n = 0; n < parameters.size(); n++) function->parameters[n]->name = parameters[n].name;
        return function;
    }
    for (const Function* function : known)
        if (!function->subroutine_types.empty())
            context_.error(declaration.where,
                           std::string(declaration.name) + " is a subroutine, and can't have several forms");
    Function* function = new_function(context_, declaration.type, declaration.name, parameters, declaration.where);
    precisions_[function] = precision_of(declaration);
    context_.shader().functions.push_back(function);
    known.push_back(function);
    return function;
}

}  // namespace glsl
