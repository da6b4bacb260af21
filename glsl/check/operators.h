// Operators that write nothing: chapter 5 of the GLSL specifications. Each checks its operands, converts them, and
// gives a node; a constant where all operands are; a node of the type error after a message.
#pragma once

#include "glsl/check/context.h"

namespace glsl {

Expression* make_literal(CheckContext& context, const Token& token);
Expression* make_plus(CheckContext& context, Expression* operand, Location where);
Expression* make_unary(CheckContext& context, UnaryOperator operation, Expression* operand, Location where);
Expression* make_binary(CheckContext& context, BinaryOperator operation, Expression* left, Expression* right,
                        Location where);
Expression* make_conditional(CheckContext& context, Expression* condition, Expression* yes, Expression* no,
                             Location where);
Expression* make_comma(CheckContext& context, Expression* left, Expression* right, Location where);

// Checks the condition of if, loops and ?: : a bool.
Expression* check_condition(CheckContext& context, Expression* expression);

// As messages write it.
std::string_view spelling(BinaryOperator operation);
// The type of + - * / % << >> & | ^; null where the operands don't fit. Operands are converted.
const Type* arithmetic_type(CheckContext& context, BinaryOperator operation, Expression*& left, Expression*& right,
                            Location where);
// Nothing that can be compared, chosen or assigned.
bool has_no_values(const Type* type);

}  // namespace glsl
