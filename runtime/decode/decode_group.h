// Threads of a group together: votes, quads, shuffles. Their values meet in a step that does nothing else; its result
// is then moved as any other.
#pragma once

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

void decode_vote(DecodeContext& context, const Instruction& instruction, VoteStep::Vote vote);
void decode_quad_sum(DecodeContext& context, const Instruction& instruction, QuadSumStep::From from);
void decode_shuffle(DecodeContext& context, const Instruction& instruction, ShuffleStep::From from);

}  // namespace runtime::decoded
