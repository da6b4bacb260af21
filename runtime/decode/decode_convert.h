// Conversions between number types, and instructions that take 64-bit registers apart.
#pragma once

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

// CVT.
void decode_convert(DecodeContext& context, const Instruction& instruction);
// I2F that reads 64 bits or writes them.
void decode_integer_to_float(DecodeContext& context, const Instruction& instruction);
void decode_pack64(DecodeContext& context, const Instruction& instruction);
void decode_unpack64(DecodeContext& context, const Instruction& instruction);

// A count of turns of 64 bits as a signed number, clamped.
Source whole_turns(DecodeContext& context, const Source& count, DataType type);

}  // namespace runtime::decoded
