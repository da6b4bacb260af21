// Address registers where instructions read or write them.
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

// The operand of ARA and PUSHA: a register without swizzle.
bool parse_address_operand(ParseContext& context, Instruction& instruction, Operand& operand);

// What ARL, ARR, ARA, POPA … write.
bool parse_address_result(ParseContext& context, Instruction& instruction);

}  // namespace arbasm
