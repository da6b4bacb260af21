// Conversions as nodes: 4.1.10 of the GLSL specifications. Constants are folded.
#pragma once

#include "glsl/check/context.h"

namespace glsl {

// The constant, as what the parser may put into other nodes; null: `otherwise`.
Expression* folded(const Constant* constant, Expression* otherwise);

// Explicit or implicit; same shape.
Expression* convert(CheckContext& context, Expression* expression, const Type* type);
// Reports that there is no such conversion.
Expression* convert_implicitly(CheckContext& context, Expression* expression, const Type* type, Location where,
                               std::string_view what);
// Makes the scalar types of two basic operands one, by implicit conversions; null: they have none.
const Type* common_type(CheckContext& context, Expression*& left, Expression*& right);
// The same value, and nothing that can be written.
Expression* plain_value(CheckContext& context, Expression* operand);

}  // namespace glsl
