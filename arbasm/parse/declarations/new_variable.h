// What the declarations of all kinds of variables begin with.
#pragma once

#include <cstdint>

#include "arbasm/parse/context/context.h"

namespace arbasm {

// A name that is neither reserved nor declared.
bool parse_new_name(ParseContext& context, Token& name);

// "[4]" sets size, "[]" leaves it at -1; neither is there: array is false.
bool parse_array_size(TokenCursor& cursor, bool& array, int64_t& size, int64_t most = 65536);

}  // namespace arbasm
