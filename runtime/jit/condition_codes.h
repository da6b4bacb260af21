// The condition codes of a program while it is recorded.
#pragma once

#include <vector>

#include "runtime/jit/code_form.h"
#include "runtime/jit/piece.h"

namespace runtime::jit {

using namespace decoded;

// The flags of one component.
struct Flags {
    Mask sign, zero, carry, overflow;
};
// Those of `lanes` from `after`, the others from `before`.
Flags blend(Mask lanes, const Flags& after, const Flags& before);

// Variables in the structured form, else the machine's words.
class ConditionCodes {
  public:
    // `sets_carry`: see RegisterUse.
    ConditionCodes(CodeForm form, const Piece& piece, bool sets_carry);

    Flags flags(int code_register, int component) const;
    void set_flags(int code_register, int component, const Flags& flags) const;
    // Whether a condition's test of a component passes, in lanes that run and in others.
    Mask passes(const Condition& condition, int c) const;
    // "passes if and only if any of the four components passes". Not of conditions that are always true.
    Mask any_passes(const Condition& condition) const;

  private:
    struct FlagVariables {
        Variable<Mask> sign, zero, carry, overflow;
    };
    const Piece& piece_;
    const bool sets_carry_;
    std::vector<FlagVariables> variables_;  // 4 · register + component; Dispatched: none
};

}  // namespace runtime::jit
