// Swizzles and write masks.
#pragma once

#include <cstdint>

#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

// 0…3 for x y z w, 4…7 for r g b a, -1 for anything else.
int component(char c);

// ".x" or ".xyzw" behind an operand. A scalar takes one component; `required`: it can't be left out.
bool parse_swizzle(TokenCursor& cursor, const Program& program, Swizzle& swizzle, bool scalar, bool required,
                   bool& was_single);

// The four selectors of SWZ.
bool parse_extended_swizzle(TokenCursor& cursor, const Program& program, const Instruction& instruction,
                            Operand& operand);

// All components where none is written.
bool parse_write_mask(TokenCursor& cursor, const Program& program, uint8_t& mask);

}  // namespace arbasm
