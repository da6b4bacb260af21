// What writes: =, += and the like, ++ and --; and what may be written (5.8 of the GLSL specifications).
#pragma once

#include <optional>

#include "glsl/check/context.h"

namespace glsl {

// False after a message, which begins with `what`.
bool check_writable(CheckContext& context, Expression* target, Location where, std::string_view what);
void note_written(Expression* target);

Expression* make_step(CheckContext& context, bool decrement, bool postfix, Expression* operand, Location where);
// `operation`: of += and the like.
Expression* make_assignment(CheckContext& context, std::optional<BinaryOperator> operation, Expression* target,
                            Expression* value, Location where);

}  // namespace glsl
