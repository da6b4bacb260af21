// What names mean: types, variables, and the members of gl_PerVertex that a shader has declared again.
#include <algorithm>

#include "glsl/check/checker.h"
#include "glsl/check/pointers.h"

namespace glsl {

const Type* Checker::type_named(std::string_view name) {
    if (const Symbol* symbol = scopes_.find(name)) return symbol->type;
    if (name == "void") return void_type;
    if (name == "intptr_t" && has_pointers(context_)) return basic_type(Scalar::Int64);
    if (name == "uintptr_t" && has_pointers(context_)) return basic_type(Scalar::Uint64);
    // Texts of built-ins may use every type.
    if (context_.in_text()) return known_type(name);
    if (name.starts_with("gl_") && name != "gl_PerVertex") {
        const std::span<const MemberRow> members = members_of(name);
        if (!members.empty() && holds(members[0].where, context_.language())) return table_type(name, {});
    }
    return find_type(name, context_.language());
}

Expression* Checker::identifier(std::string_view name, Location where) {
    const Symbol* symbol = scopes_.find(name);
    Variable* variable = symbol ? symbol->variable : builtin_variable(name, where);
    if (!variable) {
        if (symbol)
            context_.error(where, std::string(name) + (symbol->type    ? " is a type, not a value"
                                                       : symbol->block ? " is the name of a block, not a value"
                                                                       : " is a function, not a value"));
        else
            context_.error(where, "nothing is declared as " + std::string(name));
        return context_.wrong(where);
    }
    variable->used = true;
    if (!per_vertex_.empty() && variable->builtin && !context_.in_text()) check_per_vertex(*variable, where);
    if (variable->value && !variable->type->is_array()) {
        Constant* constant = context_.arena().make<Constant>(*variable->value);
        constant->where = where;
        constant->name = name;
        return constant;
    }
    Reference* reference = context_.node<Reference>(variable->type, where);
    reference->variable = variable;
    return reference;
}

// A shader that declares gl_PerVertex again has no other outputs of it.
void Checker::check_per_vertex(const Variable& variable, Location where) {
    if (variable.qualifiers.storage != Storage::Out) return;
    const auto named = [&](const MemberRow& row) { return row.name == variable.name; };
    if (std::ranges::none_of(members_of("gl_PerVertex"), named)) return;
    if (std::ranges::find(per_vertex_, variable.name) == per_vertex_.end())
        context_.error(where, std::string(variable.name) + " is not in gl_PerVertex as the shader declares it");
}

// The same of gl_in[n].name and gl_out[n].name.
void Checker::check_vertex_member(const Expression* operand, std::string_view name, Location where) {
    const auto* element = as<Index>(operand);
    const auto* whole = element ? as<Reference>(element->operand) : nullptr;
    if (!whole || !whole->variable->builtin) return;
    const bool in = whole->variable->name == "gl_in";
    if (!in && whole->variable->name != "gl_out") return;
    const std::vector<std::string_view>& declared = in ? per_vertex_in_ : per_vertex_;
    if (!declared.empty() && std::ranges::find(declared, name) == declared.end())
        context_.error(where, std::string(name) + " is not in gl_PerVertex as the shader declares it");
}

}  // namespace glsl
