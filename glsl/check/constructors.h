// Constructors (5.4 of the GLSL specifications) and initialisers in braces (4.1.14 of 4.20).
#pragma once

#include <vector>

#include "glsl/check/context.h"

namespace glsl {

// The elements of { … } before their type is known.
struct Initialiser {
    Expression* expression = nullptr;  // null: a list
    std::vector<Initialiser> list;
    Location where;
};

Expression* make_construction(CheckContext& context, const Type* type, std::vector<Expression*> arguments,
                              Location where);
// The value of a variable of this type, which may leave sizes of arrays open.
Expression* initialise(CheckContext& context, const Type* type, const Initialiser& initialiser);

}  // namespace glsl
