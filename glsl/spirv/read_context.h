// What all of the reading of a module needs: the module, the checker that makes the nodes, and where messages go.
#pragma once

#include <string>
#include <string_view>

#include "glsl/check/checker.h"
#include "glsl/spirv/module.h"

namespace glsl::spirv {

// The location of a word of the module.
inline Location location_of(uint32_t at) { return {0, at, 1, 0}; }

class ReadContext {
  public:
    ReadContext(Checker& checker, const Module& module, const EntryPoint& entry)
        : checker_(checker), module_(module), entry_(entry) {}

    Checker& checker() const { return checker_; }
    CheckContext& nodes() const { return checker_.context(); }
    const Module& module() const { return module_; }
    const EntryPoint& entry() const { return entry_; }
    Shader& shader() const { return nodes().shader(); }
    Arena& arena() const { return nodes().arena(); }
    arbasm::Stage stage() const { return nodes().stage(); }

    void error(uint32_t at, std::string text) { nodes().error(location_of(at), std::move(text)); }
    bool failed() const { return shader().messages.has_errors(); }
    Expression* wrong(uint32_t at) { return nodes().wrong(location_of(at)); }

    std::string_view name(std::string_view text) { return arena().text(text); }
    Variable* new_variable(std::string_view variable_name, const Type* type, const Qualifiers& qualifiers,
                           uint32_t at) {
        return nodes().variable(name(variable_name), type, qualifiers, location_of(at));
    }

  private:
    Checker& checker_;
    const Module& module_;
    const EntryPoint& entry_;
};

}  // namespace glsl::spirv
