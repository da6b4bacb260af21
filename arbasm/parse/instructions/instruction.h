// Instructions: opcode, modifiers, result, operands.
#pragma once

#include "arbasm/parse/context/context.h"
#include "arbasm/parse/context/labels.h"

namespace arbasm {

// Adds it to the program.
bool parse_instruction(ParseContext& context, Labels& labels);

}  // namespace arbasm
