// Results of programs that name registers: R0, H0, o[], RC.
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

// Where the opcode says no precision (`has_precision`), the register's is used.
bool parse_register_result(ParseContext& context, Instruction& instruction, bool has_precision);

}  // namespace arbasm
