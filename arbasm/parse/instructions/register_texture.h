// Texture accesses of programs that name registers: "TEX0, 2D".
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

bool parse_register_texture(ParseContext& context, Instruction& instruction);

}  // namespace arbasm
