// Operands of programs that name registers: v[], f[], c[], p[], R0, H0, constants.
//
// A register becomes a variable where it is first used: temporaries, address registers and the array c by their names,
// v[], f[], o[] and single parameters as inline bindings.
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

// "[WORD]" behind v, f and o.
bool parse_bracketed_word(TokenCursor& cursor, Token& word);

// c[n] and c[A0.x+n] of vertex programs, p[n] of fragment programs.
bool parse_program_parameter(ParseContext& context, Operand& operand);

// Without sign and swizzle.
bool parse_register_operand(ParseContext& context, Operand& operand, bool& is_scalar_constant);

}  // namespace arbasm
