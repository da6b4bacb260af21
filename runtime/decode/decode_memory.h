// LDC, and LOAD, STORE, ATOM and their relatives for buffers, counters and shared memory.
#pragma once

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

void decode_load_constants(DecodeContext& context, const Instruction& instruction);
void decode_memory(DecodeContext& context, const Instruction& instruction, AccessMemoryStep::Space space,
                   AccessMemoryStep::Action action);

}  // namespace runtime::decoded
