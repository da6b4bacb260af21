// How many operands an instruction has.
#pragma once

#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

// The comma before another operand. A statement that is over here has too few of them.
bool expect_more(TokenCursor& cursor, const Instruction& instruction);

// "MAD takes a result and three operands": for those that have others.
bool report_operands(TokenCursor& cursor, const Instruction& instruction, SourceLocation where);

}  // namespace arbasm
