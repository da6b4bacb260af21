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
        if (!members.empty() && holds(members[0].where, context_.language())) return builtins_.type(name);
    }
    return find_type(name, context_.language());
}

Expression* Checker::identifier(std::string_view name, Location where) {
    const Symbol* symbol = scopes_.find(name);
    Variable* variable = symbol ? symbol->variable : builtins_.find(name, where);
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
    if (variable->builtin && !context_.in_text()) per_vertex_.check_variable(*variable, where);
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

}  // namespace glsl
