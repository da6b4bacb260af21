#include "glsl/check/overload_resolution.h"

#include <utility>

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

bool OverloadResolution::add(Choice choice) {
    if (choice.ranks.empty() && !arguments_.empty()) return false;
    const bool exact = is_exact(choice.ranks);
    choices_.push_back(std::move(choice));
    return exact;
}

bool OverloadResolution::consider(Function* function) {
    const auto& parameters = function->parameters;
    if (parameters.size() != arguments_.size()) return false;
    if (!parameters.empty() && parameters[0]->mode == ParameterMode::In &&
        !converts(arguments_[0]->type, parameters[0]->type, language_))
        return false;
    std::vector<const Type*> types;
    std::vector<ParameterMode> modes;
    for (const Variable* parameter : parameters) {
        types.push_back(parameter->type);
        modes.push_back(parameter->mode);
    }
    return add({function, nullptr, rank(types, modes, arguments_, language_)});
}

bool OverloadResolution::consider(const Candidate& builtin) {
    if (builtin.parameters.size() != arguments_.size()) return false;
    return add({nullptr, &builtin, rank(builtin.parameters, builtin.modes, arguments_, language_)});
}

const OverloadResolution::Choice* OverloadResolution::best() const {
    const Choice* best = nullptr;
    for (const Choice& choice : choices_)
        if (!best || is_better(choice.ranks, best->ranks)) best = &choice;
    return best;
}

bool OverloadResolution::is_ambiguous(const Choice& best) const {
    if (!best.function) return false;
    // Before ranks there were, one that fits had to be the only one.
    const bool ranked = holds("400 ARB_gpu_shader5 NV_gpu_shader5 MESA_shader_integer_functions", language_);
    for (const Choice& choice : choices_)
        if (&choice != &best && (!ranked || !is_better(best.ranks, choice.ranks))) return true;
    return false;
}

std::string call_text(std::string_view name, const std::vector<Expression*>& arguments) {
    std::string text(name);
    text += '(';
    for (size_t n = 0; n < arguments.size(); n++) text += (n ? ", " : "") + to_string(arguments[n]->type);
    return text + ')';
}

}  // namespace glsl
