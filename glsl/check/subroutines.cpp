#include "glsl/check/subroutines.h"

#include <algorithm>
#include <string>

#include "glsl/tree/interface.h"
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

void Subroutines::declare_type(const Type* result, std::string_view name,
                               const std::vector<ParameterDeclaration>& parameters, Location where) {
    check_identifier(context_, name, where);
    check_parameters(context_, scopes_, parameters, true);
    if (scopes_.find_here(name)) {
        context_.error(where, std::string(name) + " is declared already");
        return;
    }
    const Type* type = context_.shader().types.subroutine(name);
    scopes_.add(name).type = type;
    prototypes_[type] = new_function(context_, result, name, parameters, where);
}

void Subroutines::associate(Function* function, std::span<const LayoutItem> names, int32_t index, Location where) {
    std::vector<const Type*> types;
    for (const LayoutItem& item : names) {
        const Symbol* named = scopes_.find(item.name);
        const Type* type = named ? named->type : nullptr;
        if (!type || !type->is_subroutine()) {
            context_.error(item.where, std::string(item.name) + " is no type of subroutines");
            continue;
        }
        const Function& declared = *prototype(type);
        if (!same_signature(*function, declared))
            context_.error(where, std::string(function->name) + " is " + signature(*function) + ", but " +
                                      std::string(item.name) + " is " + signature(declared));
        types.push_back(type);
        calls_.add(&declared, function);
    }
    const Symbol* symbol = scopes_.find(function->name);
    if (symbol && symbol->overloads && symbol->overloads->functions.size() > 1)
        context_.error(where, std::string(function->name) + " is a subroutine, and can't have several forms");
    function->subroutine_types = context_.arena().copy(types);
    function->subroutine_index = index;
}

Function* Subroutines::prototype(const Type* type) const {
    const auto found = prototypes_.find(type);
    return found == prototypes_.end() ? nullptr : found->second;
}

void check_subroutine_variable(CheckContext& context, bool written, const Qualifiers& qualifiers, const Type* type,
                               Location where) {
    type = innermost(type);
    if (type->is_error() || written == type->is_subroutine()) {
        if (written && qualifiers.storage != Storage::Uniform)
            context.error(where, "variables that are subroutines are uniforms", "write subroutine uniform");
        return;
    }
    if (written)
        context.error(where, to_string(type) + " is no type of subroutines");
    else
        context.error(where, to_string(type) + " is a type of subroutines", "write subroutine uniform");
}

void CallGraph::check_recursion(CheckContext& context) {
    const Function* found =
        find_recursion(context.shader().functions, [this](const Function* function) { return callees_[function]; });
    if (found) context.error(found->where, std::string(found->name) + " calls itself", "recursion is not allowed");
}

}  // namespace glsl
