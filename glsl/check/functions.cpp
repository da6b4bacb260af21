// Functions: 6.1 of the GLSL specifications.
#include <algorithm>

#include "glsl/check/checker.h"
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

}  // namespace

void Checker::check_function_name(std::string_view name, const Type* type,
                                  const std::vector<ParameterDeclaration>& parameters, Location where) {
    const std::string word(name);
    check_identifier(context_, name, where);
    if (name == "main" && (!type->is_void() || !parameters.empty()))
        context_.error(where, "main is declared as void main()");
    if (functions_named(name).empty()) return;
    if (holds("es300", context_.language()) && !candidates(name).empty()) {
        context_.error(where, word + " is a built-in function and can't be declared again");
        return;
    }
    if (!context_.language().is_es()) return;
    for (const Candidate* candidate : candidates(name)) {
        bool same = candidate->parameters.size() == parameters.size();
        for (size_t n = 0; same && n < parameters.size(); n++) same = candidate->parameters[n] == parameters[n].type;
        if (!same) continue;
        context_.error(where, word + " is a built-in function and can't be declared again");
        return;
    }
}

void Checker::check_parameters(const std::vector<ParameterDeclaration>& parameters, bool prototype) {
    const bool bindless = holds("ARB_bindless_texture NV_bindless_texture", context_.language());
    for (const ParameterDeclaration& parameter : parameters) {
        const Location where = parameter.where;
        const std::string name = parameter.name.empty() ? "the parameter" : std::string(parameter.name);
        if (parameter.name.empty() && !prototype)
            context_.error(where, "a parameter of a function with a body has a name");
        if (parameter.type->is_void()) context_.error(where, "a parameter can't be void");
        const bool out = parameter.mode != ParameterMode::In;
        if (out && !bindless && contains(parameter.type, [](const Type* part) { return part->is_opaque(); }))
            context_.error(where, to_string(parameter.type) + " can't be an out parameter");
        if (out && parameter.type->is_array() && !holds("120 es100", context_.language()))
            context_.error(where, "arrays are out parameters from version 120 on");
        for (const Type* type = parameter.type; type->is_array(); type = type->element)
            if (!type->size) context_.error(where, "an array parameter needs a size");
        if (parameter.qualifiers.constant && out) context_.error(where, "a const parameter can't be written");
        Qualifiers own = parameter.qualifiers;
        own.storage = Storage::Parameter;
        check_value_qualifiers(context_, scopes_, own, parameter.type, name, where);
    }
}

// A later declaration of the same function.
void Checker::check_overload(const Function& before, const Type* type, Precision precision,
                             const std::vector<ParameterDeclaration>& parameters, bool prototype, Location where) {
    const std::string word(before.name);
    if (before.type != type) context_.error(where, word + " was declared with the type " + to_string(before.type));
    for (size_t n = 0; n < parameters.size(); n++)
        if (before.parameters[n]->mode != parameters[n].mode)
            context_.error(parameters[n].where, "in, out and inout differ from the declaration before");
    if (!context_.language().is_es()) return;
    for (size_t n = 0; n < parameters.size(); n++)
        if (before.parameters[n]->qualifiers.constant != parameters[n].qualifiers.constant)
            context_.error(parameters[n].where, "const differs from the declaration before");
    if (prototype && context_.language().version == 100) context_.error(where, word + " is declared already");
    const auto effective = [&](Precision given) {
        return given == Precision::None && type->is_basic() && !type->is_bool()
                   ? default_precision(scopes_, context_.stage(), type)
                   : given;
    };
    if (precisions_[&before] != effective(precision))
        context_.error(where, word + " was declared with another precision of its value");
}

Function* Checker::new_function(const Type* type, std::string_view name,
                                const std::vector<ParameterDeclaration>& parameters, Location where) {
    Function* function = context_.arena().make<Function>();
    function->name = name;
    if (!context_.in_text()) refuse_stored_only(context_, type, std::string(name), where);
    function->type = type;
    function->where = where;
    std::vector<Variable*> variables;
    for (const ParameterDeclaration& parameter : parameters) {
        Qualifiers qualifiers = parameter.qualifiers;
        qualifiers.storage = Storage::Parameter;
        Variable* variable = context_.variable(parameter.name, parameter.type, qualifiers, parameter.where);
        variable->mode = parameter.mode;
        variables.push_back(variable);
    }
    function->parameters = context_.arena().copy(variables);
    return function;
}

Function* Checker::declare_function(const Type* type, Precision precision, std::string_view name,
                                    const std::vector<ParameterDeclaration>& parameters, bool prototype,
                                    Location where) {
    const std::string word(name);
    check_function_name(name, type, parameters, where);
    Symbol* symbol = &scopes_.add(name);
    if (!symbol->overloads) {
        const bool variable_alone = symbol->variable && context_.language().version == 110;
        if ((symbol->variable && !variable_alone) || symbol->type || symbol->block)
            context_.error(where, word + " is declared already");
        // Lives as long as the checker; the arena doesn't run destructors.
        overloads_.push_back(std::make_unique<Overloads>());
        symbol->overloads = overloads_.back().get();
    }
    check_parameters(parameters, prototype);
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
    result.precision = precision;
    if (!type->is_opaque()) check_value_qualifiers(context_, scopes_, result, type, "the value of " + word, where);
    for (Function* function : symbol->overloads->functions) {
        if (!same_parameters(*function, parameters)) continue;
        check_overload(*function, type, precision, parameters, prototype, where);
        // The names of the definition are those that its body uses.
        if (!prototype)
            for (size_t n = 0; n < parameters.size(); n++) function->parameters[n]->name = parameters[n].name;
        return function;
    }
    for (const Function* function : symbol->overloads->functions)
        if (!function->subroutine_types.empty())
            context_.error(where, word + " is a subroutine, and can't have several forms");
    Function* function = new_function(type, name, parameters, where);
    precisions_[function] =
        precision == Precision::None && context_.language().is_es() && type->is_basic() && !type->is_bool()
            ? default_precision(scopes_, context_.stage(), type)
            : precision;
    context_.shader().functions.push_back(function);
    symbol->overloads->functions.push_back(function);
    return function;
}

void Checker::begin_body(Function* function) {
    if (function->body) context_.error(function->where, std::string(function->name) + " has a body already");
    function_ = function;
    returned_ = false;
    scopes_.enter();
    for (Variable* parameter : function->parameters) {
        if (parameter->name.empty()) continue;
        if (scopes_.find_here(parameter->name))
            context_.error(parameter->where, "two parameters have the name " + std::string(parameter->name));
        check_identifier(context_, parameter->name, parameter->where);
        scopes_.add(parameter->name) = {.variable = parameter};
    }
}

void Checker::end_body(Function* function, BlockStatement* body, bool must_return) {
    if (!function->body) function->body = body;
    scopes_.leave();
    function_ = nullptr;
    if (context_.in_text()) return;
    if (must_return && !function->type->is_void() && !function->type->is_error() && !has_return(body))
        context_.error(function->where,
                       std::string(function->name) + " gives a " + to_string(function->type) + " and has no return");
    check_reads(body);
    for (const Variable* variable : locals_)
        if (variable->used && !variable->written)
            context_.warning(variable->where, std::string(variable->name) + " is read, but nothing is written to it");
    check_first_reads(body);
    locals_.clear();
}

}  // namespace glsl
