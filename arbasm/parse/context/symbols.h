// The variables of a program while it is read: their names, what they are bound to, where they were declared.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "arbasm/parse/text/cursor.h"
#include "ir/checks/check_program.h"
#include "ir/program.h"
#include "ir/registers.h"

namespace arbasm {

// A name whose declaration failed stands for such a number: using it is not a second error.
inline bool is_poisoned(int32_t variable) { return variable < 0; }

class Symbols {
  public:
    Symbols(Program& program, ProgramLocations& locations) : program_(program), locations_(locations) {}

    // ---- names
    // The variable's number, or a poisoned one; null: the name is not declared.
    const int32_t* find(std::string_view name) const {
        const auto found = names_.find(name);
        return found == names_.end() ? nullptr : &found->second;
    }
    bool contains(std::string_view name) const { return names_.contains(name); }
    void declare(std::string_view name, int32_t variable) { names_.emplace(name, variable); }
    void declare(const Token& name, Variable variable, std::vector<Binding> bindings) {
        declare(name.text, add(std::move(variable), std::move(bindings), name.where));
    }
    void poison(std::string_view name) { names_.emplace(name, -1); }
    // A declared name, or the beginning of a binding, that the word is like; empty: none is.
    std::string nearest(std::string_view word) const;

    // ---- variables
    int32_t add(Variable variable, std::vector<Binding> bindings, SourceLocation where);
    // The variable without a name that stands for a binding used in place; `high`: the upper halves of 64-bit
    // constants.
    int32_t inline_variable(RegisterFile file, const Binding& binding, SourceLocation where,
                            const Binding* high = nullptr);
    // A register that the language has and no statement declares; `where` it is used first.
    int32_t implicit_variable(RegisterFile file, std::string_view name, SourceLocation where, int32_t size = 1);

    Variable& variable(int32_t index) { return program_.variables[static_cast<size_t>(index)]; }
    const Variable& variable(int32_t index) const { return program_.variables[static_cast<size_t>(index)]; }
    std::vector<Binding>& bindings(int32_t index) { return bindings_[static_cast<size_t>(index)]; }
    const std::vector<Binding>& bindings(int32_t index) const { return bindings_[static_cast<size_t>(index)]; }
    VariableBindings& all_bindings() { return bindings_; }

    void note_run_time_index(int32_t variable);
    // DEFINE name = number.
    void note_scalar_constant(int32_t variable) { scalar_constants_.insert(variable); }
    bool is_scalar_constant(int32_t variable) const { return scalar_constants_.contains(variable); }

  private:
    Program& program_;
    ProgramLocations& locations_;
    VariableBindings bindings_;
    std::unordered_map<std::string_view, int32_t> names_;
    std::unordered_map<std::string, int32_t> inline_variables_;
    std::unordered_set<int32_t> scalar_constants_;
};

// "NAME is not declared".
bool unknown_name(TokenCursor& cursor, const Symbols& symbols, const Token& name);

}  // namespace arbasm
