// Texture accesses: where coordinates, levels of detail, gradients and offsets lie for the sampler.
#pragma once

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

void decode_texture(DecodeContext& context, const Instruction& instruction, SampleOperation operation);

}  // namespace runtime::decoded
