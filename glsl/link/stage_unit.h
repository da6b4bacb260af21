// The shaders of one stage as one: what they declare in common, and what main reaches.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "glsl/lower/lowering.h"
#include "glsl/tree/shader.h"

namespace glsl {

struct StageUnit {
    arbasm::Stage stage{};
    std::vector<const Shader*> shaders;
    StageInput input;
    // In the order of declaration: what is reached from main and the initialisers.
    std::vector<const Variable*> active;

    // The variable that stands for all declarations of this one.
    const Variable* canonical(const Variable* variable) const {
        const auto found = input.same.find(variable);
        return found == input.same.end() ? variable : found->second;
    }

    // Joins the shaders; adds messages to the log.
    bool join(std::string& log);

  private:
    void reach(const Function* function);
    void reach(const Expression* expression);
    void reach(const Statement* statement);
    std::unordered_set<const Variable*> reached_;
    std::unordered_set<const Function*> functions_;
};

}  // namespace glsl
