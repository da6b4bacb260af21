// Flow of the dialects before NV_gpu_program4: jumps to labels (NV_vertex_program2), and LOOP with its counter.
#pragma once

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

// ---- labels that are jump targets: lanes wait at the steps that they jump to
void decode_branch(DecodeContext& context, const Instruction& instruction);
void decode_jump_call(DecodeContext& context, const Instruction& instruction);
void decode_jump_return(DecodeContext& context, const Instruction& instruction);
void decode_push_address(DecodeContext& context, const Instruction& instruction);
void decode_pop_address(DecodeContext& context, const Instruction& instruction);

// ---- LOOP: REP with a counter, A0.x
void decode_loop(DecodeContext& context, const Instruction& instruction);
void decode_end_of_loop(DecodeContext& context, const Instruction& instruction);

}  // namespace runtime::decoded
