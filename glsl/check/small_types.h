// Numbers of 8 and 16 bits that only blocks have (EXT_shader_8bit_storage, EXT_shader_16bit_storage): they are loaded,
// stored, and converted from and to 32 bits by constructors, and nothing else.
#pragma once

#include <vector>

#include "glsl/check/context.h"

namespace glsl {

bool is_stored_only(const CheckContext& context, const Type* type);
// True after a message, which begins with `what`.
bool refuse_stored_only(CheckContext& context, const Type* type, const std::string& what, Location where);
// Checks a variable that is so qualified.
void check_stored_only(CheckContext& context, const Qualifiers& own, const Type* type, const std::string& name,
                       Location where);
// Between a number of so few bits and one of 32 of its kind, as many components as there are.
bool check_stored_construction(CheckContext& context, const Type* type, const std::vector<Expression*>& arguments,
                               Location where);
// What a unary operator works on: see operator_scalar().
Expression* operand_of_unary(CheckContext& context, Expression* operand);

}  // namespace glsl
