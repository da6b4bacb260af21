// How deep rules of the grammar, and expressions, may contain each other: what is deeper would run out of stack.
#pragma once

#include "glsl/check/context.h"
#include "glsl/tree/operands.h"

namespace glsl {

class Nesting {
  public:
    static constexpr int limit = 400;

    // A parser's state: how deep it is now, and whether it has said that something is too deep, which it does once.
    struct State {
        int depth = 0;
        bool said = false;
    };

    explicit Nesting(State& state) : state_(state) { state_.depth++; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { state_.depth--; }

    bool too_deep() const { return state_.depth > limit; }
    Expression* refuse(CheckContext& context, Location where) const {
        if (!state_.said) context.error(where, "the shader nests more than " + std::to_string(limit) + " levels deep");
        state_.said = true;
        return context.wrong(where);
    }

    // An expression to which a chain of operators has added one: the same, or an error where the chain is too long. Of
    // indices, members and swizzles behind each other no type has so many.
    static constexpr int longest_chain = 1000, longest_path = 150;
    static Expression* bounded(State& state, CheckContext& context, Expression* expression, Location where) {
        if (depth_of(expression) <= longest_chain) return expression;
        return refuse_chain(state, context, longest_chain, where);
    }
    static Expression* refuse_chain(State& state, CheckContext& context, int longest, Location where) {
        if (!state.said)
            context.error(where, "an expression has more than " + std::to_string(longest) + " operators in each other");
        state.said = true;
        return context.wrong(where);
    }

  private:
    State& state_;
};

}  // namespace glsl
