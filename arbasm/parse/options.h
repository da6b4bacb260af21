// OPTION lines.
#pragma once

#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

// From the word OPTION on.
bool parse_option(TokenCursor& cursor, Program& program);

}  // namespace arbasm
