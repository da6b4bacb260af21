// Access to variables and parts of them, wherever they are: elements and members of a place, loads and stores.
#pragma once

#include "glsl/lower/lowering_context.h"
#include "glsl/lower/place.h"

namespace glsl {

Place element(Assembly& assembly, const Place& place, int64_t number);
Place element(Assembly& assembly, const Place& place, const Operand& number);
Place member(Assembly& assembly, const Place& place, int number);
// A place whose run-time indices are in registers of their own.
Place keep(Assembly& assembly, Place place);

Value load(LoweringContext& context, const Place& place);
void store(LoweringContext& context, const Place& place, const Value& given);
// The same value in registers of its own.
Value copy(LoweringContext& context, const Value& value);

// ---- registers
// Element `index` of a leaf's array, or one `more` registers behind; the register itself where it is no array.
Register element_of(Assembly& assembly, const Register& at, const Leaf& leaf, int64_t index, const Operand& relative,
                    int64_t more = 0);
// The mask of components that begin at one of a register. Modules of SPIR-V may say any.
uint8_t placed_mask(LoweringContext& context, uint8_t mask, uint8_t component);

}  // namespace glsl
