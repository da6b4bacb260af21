// Which function a call means: the one whose parameters its arguments fit best (6.1 of the GLSL specifications).
#pragma once

#include <span>
#include <vector>

#include "glsl/check/conversions.h"
#include "glsl/check/signatures.h"
#include "glsl/tree/tree.h"

namespace glsl {

class OverloadResolution {
  public:
    // A function of the shader, or a built-in one.
    struct Choice {
        Function* function = nullptr;
        const Candidate* builtin = nullptr;
        std::vector<Conversion> ranks;  // of the conversion of each argument
    };

    OverloadResolution(const std::vector<Expression*>& arguments, const Language& language)
        : arguments_(arguments), language_(language) {}

    // True: it fits exactly, so it is the one.
    bool consider(Function* function);
    bool consider(const Candidate& builtin);

    // Null: none fits.
    const Choice* best() const;
    // Whether the best one is the shader's, and another may be meant as well.
    bool is_ambiguous(const Choice& best) const;

  private:
    bool add(Choice choice);

    const std::vector<Expression*>& arguments_;
    const Language& language_;
    std::vector<Choice> choices_;
};

// name(type, type), for messages.
std::string call_text(std::string_view name, const std::vector<Expression*>& arguments);

}  // namespace glsl
