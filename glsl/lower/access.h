// Access to variables and parts of them, wherever they are: elements and members of an l-value, loads and stores.
#pragma once

#include "glsl/lower/lowering_context.h"
#include "glsl/lower/variable_storage.h"

namespace glsl {

LValue element(Assembly& assembly, const LValue& lvalue, int64_t number);
LValue element(Assembly& assembly, const LValue& lvalue, const Operand& number);
LValue member(Assembly& assembly, const LValue& lvalue, int number);
// An l-value whose run-time indices are in registers of their own.
LValue keep(Assembly& assembly, LValue lvalue);

Value load(LoweringContext& context, const LValue& lvalue);
void store(LoweringContext& context, const LValue& lvalue, const Value& given);
// The same value in registers of its own.
Value copy(LoweringContext& context, const Value& value);

// ---- registers
// Element `index` of a leaf's array, or one `more` registers behind; the register itself where it is no array.
Register element_of(Assembly& assembly, const Register& at, const Leaf& leaf, int64_t index, const Operand& relative,
                    int64_t more = 0);
// The mask of components that begin at one of a register. Modules of SPIR-V may say any.
uint8_t shifted_mask(LoweringContext& context, uint8_t mask, uint8_t component);

}  // namespace glsl
