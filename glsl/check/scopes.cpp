#include "glsl/check/checker.h"

namespace glsl {

Checker::Checker(Shader& shader) : shader_(shader) { scopes_.emplace_back(); }

void Checker::error(Location where, std::string text, std::string hint) {
    shader_.messages.error(where, std::move(text), std::move(hint));
}

void Checker::warning(Location where, std::string text, std::string hint) {
    shader_.messages.warning(where, std::move(text), std::move(hint));
}

void Checker::enter_scope() { scopes_.emplace_back(); }
void Checker::leave_scope() { scopes_.pop_back(); }

const Symbol* Checker::find(std::string_view name) const {
    for (size_t n = scopes_.size(); n-- > 0;) {
        const auto found = scopes_[n].symbols.find(name);
        if (found != scopes_[n].symbols.end()) return &found->second;
    }
    return nullptr;
}

// The functions that a name means here. In 1.10 variables don't hide them.
const Symbol* Checker::find_function(std::string_view name) const {
    if (language().version != 110) return find(name);
    for (size_t n = scopes_.size(); n-- > 0;) {
        const auto found = scopes_[n].symbols.find(name);
        if (found != scopes_[n].symbols.end() && (found->second.overloads || found->second.type)) return &found->second;
    }
    return nullptr;
}

const Type* Checker::type_named(std::string_view name) {
    if (const Symbol* symbol = find(name)) return symbol->type;
    if (name == "void") return void_type;
    if (name == "intptr_t" && has_pointers()) return basic_type(Scalar::Int64);
    if (name == "uintptr_t" && has_pointers()) return basic_type(Scalar::Uint64);
    // Texts of built-ins may use every type.
    if (text_depth_) return known_type(name);
    if (name.starts_with("gl_") && name != "gl_PerVertex") {
        const std::span<const MemberRow> members = members_of(name);
        if (!members.empty() && holds(members[0].where, language())) return table_type(name, {});
    }
    return find_type(name, language());
}

bool Checker::check_identifier(std::string_view name, Location where) {
    if (text_depth_) return true;
    if (name.starts_with("gl_")) {
        error(where, "names that begin with \"gl_\" are the language's own: " + std::string(name));
        return false;
    }
    if (name == "void" || find_type(name, language())) {
        error(where, std::string(name) + " is the name of a type");
        return false;
    }
    if (name.find("__") != std::string_view::npos) {
        // Refused by the older texts, "reserved" without being an error in 4.x and in practice.
        warning(where, "names with two underscores are reserved: " + std::string(name));
    }
    if (name.size() > 1024 && language().is_es()) error(where, "a name has more than 1024 characters");
    return true;
}

Symbol* Checker::add_symbol(std::string_view name) { return &scopes_.back().symbols[name]; }

Variable* Checker::new_variable(std::string_view name, const Type* type, const Qualifiers& qualifiers, Location where) {
    Variable* variable = arena().make<Variable>();
    variable->name = name;
    variable->type = type;
    variable->qualifiers = qualifiers;
    variable->where = where;
    return variable;
}

}  // namespace glsl
