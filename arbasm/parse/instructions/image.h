// Image accesses.
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

bool parse_image_unit(ParseContext& context, Instruction& instruction);
bool parse_image_target(ParseContext& context, Instruction& instruction);

}  // namespace arbasm
