// What one stage only can do: KIL and interpolation of fragments, EMITS of geometry programs; and CLOCK, which all can.
#pragma once

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

// ---- fragments
void decode_kill(DecodeContext& context, const Instruction& instruction);
void decode_interpolation(DecodeContext& context, const Instruction& instruction, InterpolateAt where);

// ---- stages before fragments
void decode_emit_to_stream(DecodeContext& context, const Instruction& instruction);

// ---- time
void decode_clock(DecodeContext& context, const Instruction& instruction);

}  // namespace runtime::decoded
