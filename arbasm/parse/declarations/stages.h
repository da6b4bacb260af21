// Declarations of single stages, PRIMITIVE_IN or GROUP_SIZE, and what the end of a program shows of them.
#pragma once

#include <string_view>
#include <unordered_map>

#include "arbasm/parse/context/context.h"

namespace arbasm {

// Where each stands, by its word.
using StageDeclarations = std::unordered_map<std::string_view, SourceLocation>;

bool parse_stage_declaration(ParseContext& context, StageDeclarations& declared);
// At the end: what is missing, and what exceeds them.
void finish_stage(ParseContext& context, StageDeclarations& declared);

}  // namespace arbasm
