// Parts of values that need no look at the rest of the shader: components, and elements at indices that fit.
#pragma once

#include "glsl/check/context.h"

namespace glsl {

// A part of a constant; messages name it by the whole's name.
Expression* part_of_constant(CheckContext& context, const Constant* part, std::string_view name, Expression* otherwise);
// .xyz and the like of a vector or scalar.
Expression* make_swizzle(CheckContext& context, Expression* operand, std::string_view name, Location where);
// An element, column or component, which has the type `part`; the index is an int or uint, and a constant one lies
// within.
Expression* make_element(CheckContext& context, Expression* operand, Expression* index, const Type* part,
                         Location where);

}  // namespace glsl
