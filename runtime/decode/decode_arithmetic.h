// Instructions whose row in ir/opcodes.def has a meaning: an operation of ir/semantics/operations.def.
#pragma once

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

void decode_arithmetic(DecodeContext& context, const Instruction& instruction, Operation operation);

}  // namespace runtime::decoded
