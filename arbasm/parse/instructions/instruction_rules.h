// Rules that few opcodes have about their operands.
#pragma once

#include <vector>

#include "arbasm/parse/context/context.h"

namespace arbasm {

// `locations`: where the operands stand.
bool check_instruction(ParseContext& context, const Instruction& instruction,
                       const std::vector<SourceLocation>& locations);

}  // namespace arbasm
