// LOADIM, STOREIM, ATOMIM, and the sizes of images.
#pragma once

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

// The texture or image that an instruction means: a unit, one of an array or a handle.
UnitAccess unit_access(DecodeContext& context, const TextureAccess& texture);

void decode_image(DecodeContext& context, const Instruction& instruction, AccessImageStep::Action action);
void decode_image_query(DecodeContext& context, const Instruction& instruction, QueryImageStep::Question question);

}  // namespace runtime::decoded
