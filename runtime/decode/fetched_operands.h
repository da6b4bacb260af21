// Operands that no register holds where an instruction could read them: in buffers, in arrays by index, of other
// vertices and of the output patch. A step brings each to a scratch register first.
#pragma once

#include <cstdint>

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

// ---- registers by index
// An element of the operand's variable, by its index; 64-bit registers as they are.
RegisterAddress fetch_element(DecodeContext& context, const Operand& operand);
// A parameter of 64 bits (a literal) as a pair of registers.
RegisterAddress fetch_wide_parameter(DecodeContext& context, const Operand& operand);

// ---- buffers
BufferElement buffer_element(DecodeContext& context, const Operand& operand);
// components: in memory, up to the last that anything takes.
RegisterAddress fetch_from_buffer(DecodeContext& context, const Operand& operand, DataType storage, uint8_t components);

// ---- inputs per vertex, outputs of the patch
bool is_stage_input(const Program& program, const Operand& operand);
RegisterAddress fetch_stage_input(DecodeContext& context, const Operand& operand);

}  // namespace runtime::decoded
