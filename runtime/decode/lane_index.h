// Indices of arrays: a number that an instruction gives, plus one that each lane has in a register.
#pragma once

#include <cstdint>

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

LaneIndex lane_index(DecodeContext& context, int32_t constant, const RelativeIndex& index);

}  // namespace runtime::decoded
