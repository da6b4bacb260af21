// What memory instructions read and write.
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

// The variable that LDC, LDB, STB … name. What LDC loads may be swizzled and negated like any operand.
bool parse_memory_operand(ParseContext& context, Instruction& instruction, Operand& operand);

}  // namespace arbasm
