// Constants of programs that name registers.
#pragma once

#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

// A number, "{x, y}" or the name of a constant.
bool parse_register_constant(TokenCursor& cursor, const Symbols& symbols, Binding& out, bool& is_scalar);

}  // namespace arbasm
