// Structured flow: blocks, calls of subroutines.
#pragma once

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

void decode_if(DecodeContext& context, const Instruction& instruction);
void decode_else(DecodeContext& context, const Instruction& instruction);
void decode_endif(DecodeContext& context, const Instruction& instruction);
void decode_repeat(DecodeContext& context, const Instruction& instruction);
void decode_end_of_repeat(DecodeContext& context, const Instruction& instruction);
void decode_break(DecodeContext& context, const Instruction& instruction);
void decode_continue(DecodeContext& context, const Instruction& instruction);

// For all dialects: a jump in NV_vertex_program2 and its like, see decode_jumps.h.
void decode_call(DecodeContext& context, const Instruction& instruction);
void decode_return(DecodeContext& context, const Instruction& instruction);
// CALI: the API chose the label by its number, for each subroutine parameter.
void decode_indirect_call(DecodeContext& context, const Instruction& instruction);

}  // namespace runtime::decoded
