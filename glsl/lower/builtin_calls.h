// Built-ins whose meaning is code: what is neither an operation nor GLSL. Their arguments are evaluated by the
// Lowering.
#pragma once

#include "glsl/lower/lowering.h"

namespace glsl {

// special.cpp: any of them.
Value special_call(Lowering& lowering, const BuiltinCall& call);
// special.cpp: interpolation of inputs at other positions in the pixel.
Value interpolation_call(Lowering& lowering, const BuiltinCall& call);
// stage_calls.cpp: what only some stages have.
Value stage_call(Lowering& lowering, const BuiltinCall& call);
// group_calls.cpp: groups of invocations.
Value group_call(Lowering& lowering, const BuiltinCall& call);

// textures.cpp
Value texture_call(Lowering& lowering, const BuiltinCall& call);
Value texture_query(Lowering& lowering, const BuiltinCall& call);
// The sampler or image that an expression names: a unit, or a handle where they are handles.
arbasm::TextureAccess sampler_access(Lowering& lowering, const Expression* expression);
// What a sparse function has read goes to its argument; the code is 1 where all of it had memory.
Value sparse_result(LoweringContext& context, const BuiltinCall& call, const LValue& texel, const Value& read);

// images.cpp
Value image_call(Lowering& lowering, const BuiltinCall& call);
Value image_query(Lowering& lowering, const BuiltinCall& call);

// atomics.cpp
Value memory_atomic(Lowering& lowering, const BuiltinCall& call);
Value counter_call(Lowering& lowering, const BuiltinCall& call);
// The data of an atomic operation: a value; or two, the first to compare with, the second to store if equal.
Operand atomic_data(Assembly& assembly, const std::vector<Operand>& data, Scalar scalar, int rows = 1);
// length() of what a buffer sizes.
Value length_of(Lowering& lowering, const Length& length);

}  // namespace glsl
