// Calls: which function a name and arguments mean (6.1 of the GLSL specifications).
#include "glsl/check/access_paths.h"
#include "glsl/check/assignments.h"
#include "glsl/check/checker.h"
#include "glsl/check/constants.h"
#include "glsl/check/convert.h"
#include "glsl/check/operators.h"
#include "glsl/check/pointers.h"

namespace glsl {

namespace {

// How well each argument fits; empty: not at all.
std::vector<Conversion> rank(std::span<const Type* const> types, std::span<const ParameterMode> modes,
                             const std::vector<Expression*>& arguments, const Language& language) {
    if (types.size() != arguments.size()) return {};
    std::vector<Conversion> ranks;
    // Most candidates fail at their first argument: before anything is allocated.
    if (!types.empty() && modes[0] == ParameterMode::In && !converts(arguments[0]->type, types[0], language)) {
        return {};
    }
    ranks.reserve(types.size());
    for (size_t n = 0; n < types.size(); n++) {
        const Type* argument = arguments[n]->type;
        // A result is converted from the parameter's type to the argument's.
        Conversion fit = modes[n] == ParameterMode::Out ? conversion(types[n], argument, language)
                                                        : conversion(argument, types[n], language);
        if (modes[n] == ParameterMode::InOut && argument != types[n]) fit = {Conversion::None};
        if (fit.rank == Conversion::None) return {};
        ranks.push_back(fit);
    }
    return ranks;
}

bool is_exact(const std::vector<Conversion>& ranks) {
    for (const Conversion conversion : ranks)
        if (conversion.rank != Conversion::Exact) return false;
    return true;
}

// Better in one argument and worse in none.
bool is_better(const std::vector<Conversion>& a, const std::vector<Conversion>& b) {
    bool better = false;
    for (size_t n = 0; n < a.size(); n++) {
        if (is_better(b[n], a[n])) return false;
        better |= is_better(a[n], b[n]);
    }
    return better;
}

}  // namespace

std::string Checker::call_text(std::string_view name, const std::vector<Expression*>& arguments) const {
    std::string text(name);
    text += '(';
    for (size_t n = 0; n < arguments.size(); n++) text += (n ? ", " : "") + to_string(arguments[n]->type);
    return text + ')';
}

// Whether the language has the integers of 8 or 16 bits that a function is for.
bool Checker::has_small_types(const Candidate& candidate) const {
    const int bits = candidate.families.bits;
    return !bits || context_.in_text() || find_type(bits == 8 ? "int8_t" : "int16_t", context_.language());
}

const std::vector<const Candidate*>& Checker::candidates(std::string_view name) {
    const auto [entry, is_new] = candidates_.try_emplace(name);
    if (!is_new) return entry->second;
    constexpr std::string_view letters = "vcegfk";
    const char stage = letters[static_cast<size_t>(context_.stage())];
    for (const FunctionRow& row : functions_named(name)) {
        if (row.stages != "*" && row.stages.find(stage) == std::string_view::npos) continue;
        if (!context_.in_text() && !holds(row.where, context_.language())) continue;
        if (!has_arrays(row)) {
            for (const Candidate& candidate : kept_candidates(row, context_.shader().types))
                if (has_small_types(candidate)) entry->second.push_back(&candidate);
            continue;
        }
        const auto [own, is_first] = own_candidates_.try_emplace(&row);
        if (is_first) expand_signatures(row, context_.shader().types, own->second);
        for (const Candidate& candidate : own->second) entry->second.push_back(&candidate);
    }
    return entry->second;
}

// packPtr() and unpackPtr(): their types are none that tables of functions name. Null: it is neither.
Expression* Checker::pack_pointer(std::string_view name, const std::vector<Expression*>& arguments, Location where) {
    if (!has_pointers(context_) || arguments.size() != 1) return nullptr;
    const Type* pair = basic_type(Scalar::Uint, 2);
    // The functions that the numbers have, whatever enables those.
    const auto call_text = [&](std::string_view function, Expression* argument) {
        context_.enter_text();
        Expression* result = call(function, {argument}, where);
        context_.leave_text();
        return result;
    };
    if (name == "packPtr" && arguments[0]->type == pair)
        return convert(context_, call_text("packUint2x32", arguments[0]), pointer_to(context_, void_type, where));
    if (name == "unpackPtr" && arguments[0]->type->is_pointer())
        return call_text("unpackUint2x32", convert(context_, arguments[0], address_type()));
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
    struct Choice {
        Function* function = nullptr;
        const Candidate* builtin = nullptr;
        std::vector<Conversion> ranks;
    };
    std::vector<Choice> choices;
    if (symbol && !context_.in_text())
        for (Function* function : symbol->overloads->functions) {
            const auto& parameters = function->parameters;
            if (parameters.size() != arguments.size()) continue;
            if (!parameters.empty() && parameters[0]->mode == ParameterMode::In &&
                !converts(arguments[0]->type, parameters[0]->type, context_.language()))
                continue;
            std::vector<const Type*> types;
            std::vector<ParameterMode> modes;
            for (const Variable* parameter : parameters) {
                types.push_back(parameter->type);
                modes.push_back(parameter->mode);
            }
            auto ranks = rank(types, modes, arguments, context_.language());
            if (ranks.empty() && !(types.empty() && arguments.empty())) continue;
            if (is_exact(ranks)) return call_function(function, arguments, where);
            choices.push_back({function, nullptr, std::move(ranks)});
        }
    // On the desktop a function of the shader hides all built-in ones of its name.
    static const std::vector<const Candidate*> none;
    const bool hidden = symbol && !context_.in_text() && !context_.language().is_es();
    const std::vector<const Candidate*>& builtins = hidden ? none : candidates(name);
    for (const Candidate* candidate : builtins) {
        auto ranks = rank(candidate->parameters, candidate->modes, arguments, context_.language());
        if (ranks.empty() && !(candidate->parameters.empty() && arguments.empty())) continue;
        if (is_exact(ranks)) return call_builtin(*candidate, arguments, where);
        choices.push_back({nullptr, candidate, std::move(ranks)});
    }
    if (choices.empty()) {
        if (!symbol && builtins.empty())
            context_.error(where, "there is no function " + std::string(name));
        else
            context_.error(where,
                           "no " + std::string(name) + "() takes these arguments: " + call_text(name, arguments));
        return context_.wrong(where);
    }
    const Choice* best = &choices[0];
    for (const Choice& choice : choices)
        if (is_better(choice.ranks, best->ranks)) best = &choice;
    const bool ranked = holds("400 ARB_gpu_shader5 NV_gpu_shader5 MESA_shader_integer_functions", context_.language());
    for (const Choice& choice : choices)
        if (&choice != best && (!ranked || !is_better(best->ranks, choice.ranks)) && best->function) {
            context_.error(where, "several functions fit " + call_text(name, arguments),
                           "convert the arguments explicitly");
            return context_.wrong(where);
        }
    return best->function ? call_function(best->function, arguments, where)
                          : call_builtin(*best->builtin, arguments, where);
}

// Whether an image may be passed as such a parameter: what it is qualified with, the parameter has to be, too.
bool Checker::check_memory_argument(const Expression* argument, const Qualifiers& parameter, Location where) {
    if (!argument->type->is_image() && !(argument->type->is_array() && argument->type->element->is_image()))
        return true;
    const Variable* variable = root_of(argument);
    if (!variable) return true;
    const Qualifiers& own = variable->qualifiers;
    const char* missing = own.coherent && !parameter.coherent         ? "coherent"
                          : own.is_volatile && !parameter.is_volatile ? "volatile"
                          : own.readonly && !parameter.readonly       ? "readonly"
                          : own.writeonly && !parameter.writeonly     ? "writeonly"
                          : own.restrict_ && !parameter.restrict_     ? "restrict"
                                                                      : nullptr;
    if (!missing) return true;
    context_.error(where, std::string(variable->name) + " is " + missing + ", but the function's parameter is not");
    return false;
}

// beginInvocationInterlockARB() and its end: once each in main, outside of branches.
// What all invocations reach, and once.
void Checker::check_in_main(std::string_view name, Location where) {
    const std::string word(name);
    if (!function_ || function_->name != "main") context_.error(where, word + "() is called in main() only");
    if (branches_ || loops_) context_.error(where, word + "() can't stand in a branch or loop");
    if (returned_) context_.error(where, word + "() can't stand behind a return");
}

void Checker::check_interlock(std::string_view name, Location where) {
    const bool begins = name.starts_with("begin");
    if (!begins && !name.starts_with("end")) return;
    const std::string word(name);
    check_in_main(name, where);
    if (interlock_ != (begins ? 0 : 1)) context_.error(where, word + "() is called once, the begin before the end");
    interlock_ = begins ? 1 : 2;
}

// Texel offsets that are known when the shader runs, but for lookups with gradients; which component is gathered is no
// offset (NV_gpu_shader5).
bool Checker::may_vary(const Candidate& chosen, size_t parameter) const {
    const std::string_view name = chosen.row->name;
    // From SPIR-V 1.5 on, whose invocation is asked is only the same for all.
    if (context_.shader().is_spirv && name.starts_with("subgroup")) return true;
    const bool component = name.find("Gather") != std::string_view::npos && chosen.parameters[parameter]->is_scalar();
    return holds("NV_gpu_shader5", context_.language()) && name.find("Offset") != std::string_view::npos &&
           name.find("Grad") == std::string_view::npos && !component;
}

// What the signatures ask of arguments beside their types.
bool Checker::check_builtin_arguments(const Candidate& chosen, const std::vector<Expression*>& arguments,
                                      Location where) {
    if (context_.in_text()) return true;
    const std::string name(chosen.row->name);
    if (name.find("InvocationInterlock") != std::string::npos) check_interlock(name, where);
    if (name == "barrier" && context_.stage() == arbasm::Stage::TessControl) check_in_main(name, where);
    for (size_t n = 0; n < arguments.size(); n++) {
        const auto* reference = as<Reference>(arguments[n]);
        const bool known = as<Constant>(arguments[n]) || (reference && reference->variable->value);
        if (chosen.constant[n] && !known && !may_vary(chosen, n)) {
            context_.error(arguments[n]->where, name + "() wants a constant here");
            return false;
        }
        Qualifiers parameter;
        parameter.coherent = parameter.is_volatile = parameter.restrict_ = true;
        parameter.readonly = chosen.readonly[n];
        parameter.writeonly = chosen.writeonly[n];
        if (!check_memory_argument(arguments[n], parameter, where)) return false;
    }
    if (name.starts_with("atomic") && !name.starts_with("atomicCounter") && !arguments.empty()) {
        const Variable* memory = root_of(arguments[0]);
        const bool fits =
            memory ? memory->qualifiers.storage == Storage::Buffer || memory->qualifiers.storage == Storage::Shared
                   : is_pointed(arguments[0]);
        if (!fits) {
            context_.error(where, name + "() works on a member of a storage block or a shared variable");
            return false;
        }
    }
    if (name.starts_with("imageAtomic") && !arguments.empty()) {
        const Variable* image = root_of(arguments[0]);
        const std::string_view format = image ? image->qualifiers.layout.image_format : std::string_view();
        if (format.starts_with("size") && format != "size1x32") {
            context_.error(where, name + "() wants an image of the format size1x32, not " + std::string(format));
            return false;
        }
    }
    if (!name.starts_with("interpolateAt") || arguments.empty()) return true;
    const Expression* path = arguments[0];
    const bool swizzled = path->kind == ExpressionKind::Swizzle;
    const Variable* variable = root_of(path);
    const bool input = variable && variable->qualifiers.storage == Storage::In &&
                       !(context_.language().is_es() && is_structure_member(path));
    if (input && (!swizzled || holds("440", context_.language()))) return true;
    context_.error(path->where, name + "() wants an input",
                   !input                        ? ""
                   : context_.language().is_es() ? "without components"
                                                 : "without components before version 440");
    return false;
}

bool Checker::pass_arguments(std::span<const Type* const> types, std::span<const ParameterMode> modes,
                             std::vector<Expression*>& arguments) {
    bool right = true;
    for (size_t n = 0; n < types.size(); n++) {
        Expression*& argument = arguments[n];
        if (modes[n] == ParameterMode::In) {
            argument = convert(context_, argument, types[n]);
            continue;
        }
        right &= check_writable(context_, argument, argument->where, "an out parameter");
        note_written(argument);
    }
    return right;
}

Expression* Checker::call_function(Function* function, std::vector<Expression*>& arguments, Location where) {
    std::vector<const Type*> types;
    std::vector<ParameterMode> modes;
    for (const Variable* parameter : function->parameters) {
        types.push_back(parameter->type);
        modes.push_back(parameter->mode);
    }
    if (!pass_arguments(types, modes, arguments)) return context_.wrong(where);
    for (size_t n = 0; n < arguments.size(); n++)
        if (!check_memory_argument(arguments[n], function->parameters[n]->qualifiers, where))
            return context_.wrong(where);
    Call* result = context_.node<Call>(function->type, where);
    result->function = function;
    result->arguments = context_.arena().copy(arguments);
    if (function_) calls_[function_].push_back(function);
    return result;
}

Expression* Checker::call_builtin(const Candidate& candidate, std::vector<Expression*>& arguments, Location where) {
    // Copied: reading a text may add candidates of other names.
    const Candidate chosen = candidate;
    if (!check_builtin_arguments(chosen, arguments, where)) return context_.wrong(where);
    if (!pass_arguments(chosen.parameters, chosen.modes, arguments)) return context_.wrong(where);
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

Function* Checker::text_function(const Candidate& candidate) {
    std::string key(candidate.row->name);
    for (const Type* type : candidate.parameters) key += ' ' + to_string(type);
    const auto [entry, is_new] = texts_.try_emplace(key);
    if (!is_new) return entry->second;
    Function* function = context_.arena().make<Function>();
    entry->second = function;
    function->name = candidate.row->name;
    function->type = candidate.type;
    function->builtin = true;
    std::vector<Variable*> parameters;
    constexpr std::string_view names = "abcdefgh";
    for (size_t n = 0; n < candidate.parameters.size(); n++) {
        Qualifiers qualifiers;
        qualifiers.storage = Storage::Parameter;
        Variable* parameter = context_.variable(names.substr(n, 1), candidate.parameters[n], qualifiers, {});
        parameter->mode = candidate.modes[n];
        parameters.push_back(parameter);
    }
    function->parameters = context_.arena().copy(parameters);
    // The text sees built-ins only, not what the shader declares.
    context_.enter_text();
    Scopes outside = std::exchange(scopes_, Scopes());
    for (const std::string_view family :
         {"T", "I", "U", "B", "D", "L", "UL", "M", "DM", "g", "gvec2", "gvec3", "gvec4", "H", "HM", "SI", "SU"})
        scopes_.add(family).type = family_type(family, candidate.families);
    std::unordered_map<std::string_view, std::vector<const Candidate*>> candidates;
    candidates.swap(candidates_);
    Function* const caller = function_;
    const int loops = std::exchange(loops_, 0);
    const bool returned = returned_;
    read_text_(*this, function, candidate.row->meaning.text);
    returned_ = returned;
    loops_ = loops;
    function_ = caller;
    candidates.swap(candidates_);
    scopes_ = std::move(outside);
    context_.leave_text();
    return function;
}

}  // namespace glsl
