#include "glsl/check/scopes.h"

namespace glsl {

const Symbol* Scopes::find(std::string_view name) const {
    for (size_t n = scopes_.size(); n-- > 0;) {
        const auto found = scopes_[n].symbols.find(name);
        if (found != scopes_[n].symbols.end()) return &found->second;
    }
    return nullptr;
}

const Symbol* Scopes::find_function(std::string_view name, const Language& language) const {
    if (language.version != 110) return find(name);
    for (size_t n = scopes_.size(); n-- > 0;) {
        const auto found = scopes_[n].symbols.find(name);
        if (found != scopes_[n].symbols.end() && (found->second.overloads || found->second.type)) return &found->second;
    }
    return nullptr;
}

Precision Scopes::precision(const Type* type) const {
    for (size_t n = scopes_.size(); n-- > 0;)
        if (const auto found = scopes_[n].precisions.find(type); found != scopes_[n].precisions.end())
            return found->second;
    return Precision::None;
}

bool check_identifier(CheckContext& context, std::string_view name, Location where) {
    if (context.in_text()) return true;
    if (name.starts_with("gl_")) {
        context.error(where, "names that begin with \"gl_\" are the language's own: " + std::string(name));
        return false;
    }
    if (name == "void" || find_type(name, context.language())) {
        context.error(where, std::string(name) + " is the name of a type");
        return false;
    }
    if (name.find("__") != std::string_view::npos) {
        // Refused by the older texts, "reserved" without being an error in 4.x and in practice.
        context.warning(where, "names with two underscores are reserved: " + std::string(name));
    }
    if (name.size() > 1024 && context.language().is_es()) context.error(where, "a name has more than 1024 characters");
    return true;
}

}  // namespace glsl
