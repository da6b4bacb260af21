// Numbers and vectors of them, of 32 and 64 bits.
#pragma once

#include <cstdint>

#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

// A number as a register of the type holds it.
bool parse_constant_scalar(TokenCursor& cursor, DataType type, bool sign_allowed, uint32_t& bits);

// "{x}", "{x, y}", …: what is missing is 0, 0, 1.
bool parse_constant_vector(TokenCursor& cursor, DataType type, Binding& out);

// A number or a vector of 64-bit components, where an instruction works on them: the lower and the upper halves.
bool parse_wide_constant_vector(TokenCursor& cursor, DataType type, Binding& low, Binding& high);

}  // namespace arbasm
