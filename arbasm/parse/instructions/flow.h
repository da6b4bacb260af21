// Branches, loops, calls, KIL: their labels, conditions and operands.
#pragma once

#include "arbasm/parse/context/context.h"
#include "arbasm/parse/context/labels.h"

namespace arbasm {

bool parse_flow(ParseContext& context, Labels& labels, Instruction& instruction);
// KIL v;  KIL (GT.x);  KIL GT.x;
bool parse_kill(ParseContext& context, Instruction& instruction);

}  // namespace arbasm
