// Which functions are expanded where they are called, and which are called as subroutines.
#pragma once

#include <unordered_map>

#include "glsl/lower/stage_input.h"

namespace glsl {

// Whether a statement contains one of a kind that leaves it: Return anywhere, Continue outside of inner loops.
bool contains_jump(const Statement* statement, StatementKind kind);
// Whether the only return is the last statement of the body: then the body can stand where the call is.
bool ends_only_at_end(const Function& function);

class Expansion {
  public:
    explicit Expansion(const StageInput& input) : input_(input) {}

    // The declaration with the body, in whichever shader of the stage it is; null: there is none.
    const Function* body_of(const Function* function) const;
    // Small functions are, and those that are called once.
    bool is_expanded(const Function& function);

  private:
    int cost(const Function& function);

    // Nodes of a function beyond which it is called, not expanded: what calls twice what calls twice … would have no
    // end.
    static constexpr int most_cost = 600;
    const StageInput& input_;
    std::unordered_map<const Function*, int> costs_, call_sites_;
};

}  // namespace glsl
