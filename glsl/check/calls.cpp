// Calls: of the shader's functions, of built-in ones, and of subroutines (6.1 of the GLSL specifications).
#include "glsl/check/arguments.h"
#include "glsl/check/checker.h"
#include "glsl/check/constants.h"
#include "glsl/check/convert.h"
#include "glsl/check/overload_resolution.h"
#include "glsl/check/pointers.h"

namespace glsl {

Expression* Checker::pack_pointer(std::string_view name, const std::vector<Expression*>& arguments, Location where) {
    if (!has_pointers(context_) || arguments.size() != 1) return nullptr;
    const Type* pair = basic_type(Scalar::Uint, 2);
    // The functions that the numbers have, whatever enables those.
    const auto call_builtin_of = [&](std::string_view function, Expression* argument) {
        context_.enter_text();
        Expression* result = call(function, {argument}, where);
        context_.leave_text();
        return result;
    };
    if (name == "packPtr" && arguments[0]->type == pair)
        return convert(context_, call_builtin_of("packUint2x32", arguments[0]), pointer_to(context_, void_type, where));
    if (name == "unpackPtr" && arguments[0]->type->is_pointer())
        return call_builtin_of("unpackUint2x32", convert(context_, arguments[0], address_type()));
    return nullptr;
}

Expression* Checker::call(std::string_view name, std::vector<Expression*> arguments, Location where) {
    for (Expression* argument : arguments) {
        if (argument->type->is_error()) return context_.wrong(where);
    }
    if (Expression* packed = pack_pointer(name, arguments, where)) return packed;
    // Atomic functions take a pointer for what it points to.
    if (!arguments.empty() && arguments[0]->type->is_pointer() && name.starts_with("atomic") && !context_.in_text())
        arguments[0] = make_dereference(context_, arguments[0], where);
    const Symbol* symbol = scopes_.find_function(name, context_.language());
    if (symbol && symbol->variable && symbol->variable->type->is_subroutine())
        return call_subroutine(identifier(name, where), std::move(arguments), where);
    if (symbol && !symbol->overloads) {
        context_.error(where, std::string(name) + " is not a function here");
        return context_.wrong(where);
    }
    OverloadResolution resolution(arguments, context_.language());
    if (symbol && !context_.in_text())
        for (Function* function : symbol->overloads->functions)
            if (resolution.consider(function)) return call_function(function, arguments, where);
    // On the desktop a function of the shader hides all built-in ones of its name.
    static const std::vector<const Candidate*> none;
    const bool hidden = symbol && !context_.in_text() && !context_.language().is_es();
    const std::vector<const Candidate*>& builtins = hidden ? none : candidates_.named(name);
    for (const Candidate* candidate : builtins)
        if (resolution.consider(*candidate)) return call_builtin(*candidate, arguments, where);
    const OverloadResolution::Choice* best = resolution.best();
    if (!best) {
        if (!symbol && builtins.empty())
            context_.error(where, "there is no function " + std::string(name));
        else
            context_.error(where,
                           "no " + std::string(name) + "() takes these arguments: " + call_text(name, arguments));
        return context_.wrong(where);
    }
    if (resolution.is_ambiguous(*best)) {
        context_.error(where, "several functions fit " + call_text(name, arguments),
                       "convert the arguments explicitly");
        return context_.wrong(where);
    }
    return best->function ? call_function(best->function, arguments, where)
                          : call_builtin(*best->builtin, arguments, where);
}

// A call of a subroutine uniform, or of an element of an array of them.
Expression* Checker::call_subroutine(Expression* target, std::vector<Expression*> arguments, Location where) {
    Function* prototype = subroutines_.prototype(target->type);
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

Expression* Checker::call_function(Function* function, std::vector<Expression*>& arguments, Location where) {
    std::vector<const Type*> types;
    std::vector<ParameterMode> modes;
    for (const Variable* parameter : function->parameters) {
        types.push_back(parameter->type);
        modes.push_back(parameter->mode);
    }
    if (!pass_arguments(context_, types, modes, arguments)) return context_.wrong(where);
    for (size_t n = 0; n < arguments.size(); n++)
        if (!check_memory_argument(context_, arguments[n], function->parameters[n]->qualifiers, where))
            return context_.wrong(where);
    Call* result = context_.node<Call>(function->type, where);
    result->function = function;
    result->arguments = context_.arena().copy(arguments);
    if (flow_.function()) calls_.add(flow_.function(), function);
    return result;
}

Expression* Checker::call_builtin(const Candidate& chosen, std::vector<Expression*>& arguments, Location where) {
    if (!check_builtin_arguments(context_, flow_, chosen, arguments, where)) return context_.wrong(where);
    if (!pass_arguments(context_, chosen.parameters, chosen.modes, arguments)) return context_.wrong(where);
    std::vector<const Constant*> constants;
    for (const Expression* argument : arguments)
        if (const Constant* constant = as<Constant>(argument)) constants.push_back(constant);
    // In 1.10 a call is no constant expression.
    const bool constant =
        constants.size() == arguments.size() && (context_.in_text() || holds("120 es100", context_.language()));
    if (chosen.row->meaning.kind == MeaningKind::Text) {
        Function* function = text_function(chosen);
        if (constant)
            if (const Constant* value = fold_call(context_.arena(), *function, constants))
                return const_cast<Constant*>(value);
        Call* result = context_.node<Call>(function->type, where);
        result->function = function;
        result->arguments = context_.arena().copy(arguments);
        return result;
    }
    BuiltinCall* result = context_.node<BuiltinCall>(chosen.type, where);
    result->row = chosen.row;
    result->arguments = context_.arena().copy(arguments);
    if (constant && !arguments.empty() && chosen.row->meaning.kind == MeaningKind::Special)
        return folded(fold_special(context_.arena(), chosen.row->meaning.special, chosen.type, constants), result);
    if (constant && chosen.row->meaning.kind == MeaningKind::Operation)
        return folded(fold_operation(context_.arena(), chosen.row->meaning.opcode, chosen.type, constants), result);
    return result;
}

// The function that the text of a built-in is the body of. Its parameters are a, b, c, …
static Function* function_of(CheckContext& context, const Candidate& candidate) {
    Function* function = context.arena().make<Function>();
    function->name = candidate.row->name;
    function->type = candidate.type;
    function->builtin = true;
    std::vector<Variable*> parameters;
    constexpr std::string_view names = "abcdefgh";
    for (size_t n = 0; n < candidate.parameters.size(); n++) {
        Qualifiers qualifiers;
        qualifiers.storage = Storage::Parameter;
        Variable* parameter = context.variable(names.substr(n, 1), candidate.parameters[n], qualifiers, {});
        parameter->mode = candidate.modes[n];
        parameters.push_back(parameter);
    }
    function->parameters = context.arena().copy(parameters);
    return function;
}

Function* Checker::text_function(const Candidate& candidate) {
    std::string key(candidate.row->name);
    for (const Type* type : candidate.parameters) key += ' ' + to_string(type);
    const auto [entry, is_new] = texts_.try_emplace(key);
    if (!is_new) return entry->second;
    Function* function = function_of(context_, candidate);
    entry->second = function;
    // The text sees built-ins only, not what the shader declares.
    context_.enter_text();
    Scopes outside = std::exchange(scopes_, Scopes());
    for (const std::string_view family :
         {"T", "I", "U", "B", "D", "L", "UL", "M", "DM", "g", "gvec2", "gvec3", "gvec4", "H", "HM", "SI", "SU"})
        scopes_.add(family).type = family_type(family, candidate.families);
    ControlFlow::State caller = flow_.leave();
    read_text_(*this, function, candidate.row->meaning.text);
    flow_.come_back(std::move(caller));
    scopes_ = std::move(outside);
    context_.leave_text();
    return function;
}

}  // namespace glsl
