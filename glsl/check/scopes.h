// Which names are visible, and what they stand for: 4.2.2 of the GLSL specifications. Scopes also have the default
// precisions of OpenGL ES, which end with them.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "glsl/check/context.h"

namespace glsl {

// All functions of one name that are visible together.
struct Overloads {
    std::vector<Function*> functions;
};

// What a name stands for; one of these, but that variables and functions have names of their own in 1.10.
struct Symbol {
    Variable* variable = nullptr;
    const Type* type = nullptr;  // a structure
    Overloads* overloads = nullptr;
    const Block* block = nullptr;  // no other symbol has its name
};

class Scopes {
  public:
    Scopes() { enter(); }  // the global scope

    void enter() { scopes_.emplace_back(); }
    void leave() { scopes_.pop_back(); }
    bool is_global() const { return scopes_.size() == 1; }

    // What the name means here, in the innermost scope alone, in the global scope alone; null: nothing.
    const Symbol* find(std::string_view name) const;
    const Symbol* find_here(std::string_view name) const { return find_in(scopes_.back(), name); }
    const Symbol* find_global(std::string_view name) const { return find_in(scopes_.front(), name); }
    // What a call of the name means. In 1.10 variables don't hide functions.
    const Symbol* find_function(std::string_view name, const Language& language) const;
    // Adds a symbol to the innermost scope; a new one stands for nothing yet.
    Symbol& add(std::string_view name) { return scopes_.back().symbols[name]; }

    // `type`: float, int, or an opaque type. None: no scope has a default for it.
    Precision precision(const Type* type) const;
    void set_precision(const Type* type, Precision precision) { scopes_.back().precisions[type] = precision; }

  private:
    struct Scope {
        std::unordered_map<std::string_view, Symbol> symbols;
        std::unordered_map<const Type*, Precision> precisions;
    };
    static const Symbol* find_in(const Scope& scope, std::string_view name) {
        const auto found = scope.symbols.find(name);
        return found == scope.symbols.end() ? nullptr : &found->second;
    }
    std::vector<Scope> scopes_;
};

// Whether a shader may declare something of this name, apart from what is declared already. False after a message.
bool check_identifier(CheckContext& context, std::string_view name, Location where);

}  // namespace glsl
