// How many registers one instruction may read in programs that name registers.
#pragma once

#include <vector>

#include "arbasm/parse/context/context.h"

namespace arbasm {

// One attribute and one parameter; FP1.0 merges constants of up to four numbers into one. `locations`: of the operands.
bool check_register_instruction(ParseContext& context, const Instruction& instruction,
                                const std::vector<SourceLocation>& locations);

}  // namespace arbasm
