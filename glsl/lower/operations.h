// Built-in functions that are one operation of ir/semantics/operations.def.
#pragma once

#include "glsl/lower/value.h"

namespace glsl {

Value apply_operation(Assembly& assembly, arbasm::Opcode opcode, const Type* type, std::vector<Value> arguments);

}  // namespace glsl
