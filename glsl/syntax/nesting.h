// How deep rules of the grammar, and expressions, may contain each other: what is deeper would run out of stack.
#pragma once

#include "glsl/check/checker.h"
#include "glsl/tree/operands.h"

namespace glsl {

class Nesting {
  public:
    static constexpr int limit = 400;

    explicit Nesting(int& depth) : depth_(depth) { depth_++; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { depth_--; }

    bool too_deep() const { return depth_ > limit; }
    // Says so once.
    Expression* refuse(Checker& checker, Location where, bool& said) const {
        if (!said) checker.error(where, "the shader nests more than " + std::to_string(limit) + " levels deep");
        said = true;
        return checker.wrong(where);
    }

    // An expression to which a chain of operators has added one: the same, or an error where the chain is too long. Of
    // indices, members and swizzles behind each other no type has so many.
    static constexpr int longest_chain = 1000, longest_path = 150;
    static Expression* bounded(Checker& checker, Expression* expression, Location where, bool& said) {
        if (depth_of(expression) <= longest_chain) return expression;
        return refuse_chain(checker, longest_chain, where, said);
    }
    static Expression* refuse_chain(Checker& checker, int longest, Location where, bool& said) {
        if (!said)
            checker.error(where, "an expression has more than " + std::to_string(longest) + " operators in each other");
        said = true;
        return checker.wrong(where);
    }

  private:
    int& depth_;
};

}  // namespace glsl
