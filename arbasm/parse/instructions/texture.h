// Texture accesses: unit, component, target, offset.
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

// What follows the operands.
bool parse_texture(ParseContext& context, Instruction& instruction);

}  // namespace arbasm
