// Data types of variables (2.X.3.1 of NV_gpu_program4).
#pragma once

#include <string_view>

#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

// A variable with a type is read and written as that type only, unless NTC is given. `verb`: for the message.
bool check_type(TokenCursor& cursor, const Instruction& instruction, const Variable& variable, DataType wanted,
                SourceLocation where, std::string_view verb);

}  // namespace arbasm
