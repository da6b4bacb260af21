// Results of instructions: what is written, its mask and its condition.
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

// `has_precision`: the opcode has a suffix R, H or X.
bool parse_result(ParseContext& context, Instruction& instruction, OperandShape shape, bool has_precision);

}  // namespace arbasm
