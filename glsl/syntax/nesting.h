// How deep rules of the grammar may contain each other: what is deeper would run out of stack.
#pragma once

#include "glsl/check/checker.h"

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

  private:
    int& depth_;
};

}  // namespace glsl
