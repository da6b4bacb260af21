// Indices of variables: numbers, and registers that give one at run time.
#pragma once

#include <cstdint>

#include "arbasm/parse/context/context.h"

namespace arbasm {

// "A0.x", or any integer register from NV_gpu_program4 on.
bool parse_relative_register(ParseContext& context, RelativeIndex& relative);

// The index of a variable, if it has or needs one.
bool parse_variable_use(ParseContext& context, Operand& operand, int32_t index, const Token& name);

// At '[': the index of a variable whose declaration failed, which nothing is known of.
void skip_index(TokenCursor& cursor);

// "", "+n" or "-n" behind the component of an address register, and the bracket.
bool parse_offset(TokenCursor& cursor, int64_t least, int64_t most, int32_t& offset);

}  // namespace arbasm
