// Pointers to buffer memory (NV_shader_buffer_load). They are 64-bit numbers, and what operators do with them is said
// by conversions and arithmetic of those; a dereference alone is a node of its own.
#pragma once

#include "glsl/check/context.h"

namespace glsl {

bool has_pointers(const CheckContext& context);
const Type* pointer_to(CheckContext& context, const Type* type, Location where);
const Type* address_type();

Expression* make_dereference(CheckContext& context, Expression* pointer, Location where);
// (type) expression
Expression* make_cast(CheckContext& context, const Type* type, Expression* operand, Location where);
// The pointer, `number` elements further, or back.
Expression* offset_pointer(CheckContext& context, Expression* pointer, Expression* number, bool back, Location where);
// An operator with a pointer among its operands; null: there is none that takes these.
Expression* pointer_operation(CheckContext& context, BinaryOperator operation, Expression* left, Expression* right,
                              Location where);
// pointer += number, pointer -= number
Expression* move_pointer(CheckContext& context, BinaryOperator operation, Expression* target, Expression* number,
                         Location where);
Expression* step_pointer(CheckContext& context, bool decrement, bool postfix, Expression* operand, Location where);

}  // namespace glsl
