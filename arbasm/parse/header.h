// "!!ARBfp1.0": what a program begins with.
#pragma once

#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

// Sets the program's stage and instruction set. False: there is no header, and the rest of the text can't be read.
bool parse_header(TokenCursor& cursor, Program& program);

}  // namespace arbasm
