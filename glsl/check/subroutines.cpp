// Subroutines (6.1.2 of 4.00), and that no function calls itself, by them or directly (6.1).
#include "glsl/check/checker.h"
#include "glsl/tree/recursion.h"

namespace glsl {

namespace {

std::string signature(const Function& function) {
    std::string text = to_string(function.type) + "(";
    for (size_t n = 0; n < function.parameters.size(); n++)
        text += (n ? ", " : "") + to_string(function.parameters[n]->type);
    return text + ")";
}

bool same_signature(const Function& a, const Function& b) {
    return a.type == b.type && same_parameters(a, b) &&
           std::ranges::equal(a.parameters, b.parameters, {}, &Variable::mode, &Variable::mode);
}

}  // namespace

// `subroutine float Type(vec4 color);`
void Checker::declare_subroutine_type(const Type* result, std::string_view name,
                                      const std::vector<ParameterDeclaration>& parameters, Location where) {
    check_identifier(context_, name, where);
    check_parameters(parameters, true);
    if (scopes_.find_here(name)) {
        context_.error(where, std::string(name) + " is declared already");
        return;
    }
    const Type* type = context_.shader().types.subroutine(name);
    scopes_.add(name).type = type;
    subroutines_[type] = new_function(result, name, parameters, where);
}

// `subroutine(Type, …) float f(vec4 color) { … }`
void Checker::associate(Function* function, std::span<const LayoutItem> names, int32_t index, Location where) {
    std::vector<const Type*> types;
    for (const LayoutItem& item : names) {
        const Type* type = type_named(item.name);
        if (!type || !type->is_subroutine()) {
            context_.error(item.where, std::string(item.name) + " is no type of subroutines");
            continue;
        }
        const Function& prototype = *subroutines_[type];
        if (!same_signature(*function, prototype))
            context_.error(where, std::string(function->name) + " is " + signature(*function) + ", but " +
                                      std::string(item.name) + " is " + signature(prototype));
        types.push_back(type);
        calls_[subroutines_[type]].push_back(function);
    }
    const Symbol* symbol = scopes_.find(function->name);
    if (symbol && symbol->overloads && symbol->overloads->functions.size() > 1)
        context_.error(where, std::string(function->name) + " is a subroutine, and can't have several forms");
    function->subroutine_types = context_.arena().copy(types);
    function->subroutine_index = index;
}

// A call of a subroutine uniform, or of an element of an array of them.
Expression* Checker::call_subroutine(Expression* target, std::vector<Expression*> arguments, Location where) {
    Function* prototype = subroutines_[target->type];
    for (const Expression* argument : arguments)
        if (argument->type->is_error()) return context_.wrong(where);
    bool fits = prototype && prototype->parameters.size() == arguments.size();
    for (size_t n = 0; fits && n < arguments.size(); n++)
        fits = converts(arguments[n]->type, prototype->parameters[n]->type, context_.language());
    if (!fits) {
        context_.error(where, "no " + std::string(target->type->name) +
                                  "() takes these arguments: " + call_text(target->type->name, arguments));
        return context_.wrong(where);
    }
    Expression* call = call_function(prototype, arguments, where);
    if (Call* node = as<Call>(call)) node->target = target;
    return call;
}

// Declared as `subroutine …` in front of a variable, or of its type.
void Checker::check_subroutine_variable(bool written, const Qualifiers& qualifiers, const Type* type, Location where) {
    type = innermost(type);
    if (type->is_error() || written == type->is_subroutine()) {
        if (written && qualifiers.storage != Storage::Uniform)
            context_.error(where, "variables that are subroutines are uniforms", "write subroutine uniform");
        return;
    }
    if (written)
        context_.error(where, to_string(type) + " is no type of subroutines");
    else
        context_.error(where, to_string(type) + " is a type of subroutines", "write subroutine uniform");
}

void Checker::check_recursion() {
    const Function* found =
        find_recursion(context_.shader().functions, [this](const Function* function) { return calls_[function]; });
    if (found) context_.error(found->where, std::string(found->name) + " calls itself", "recursion is not allowed");
}

}  // namespace glsl
