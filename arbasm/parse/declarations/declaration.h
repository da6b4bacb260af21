// Declarations: which kind a statement is of.
#pragma once

#include "arbasm/parse/context/context.h"
#include "arbasm/parse/declarations/stages.h"
#include "arbasm/parse/declarations/subroutines.h"

namespace arbasm {

// Without the semicolon.
bool parse_declaration(ParseContext& context, StageDeclarations& declared, Subroutines& subroutines);

}  // namespace arbasm
