// What the declarations of all kinds of variables begin with.
#pragma once

#include <cstdint>
#include <string_view>

#include "arbasm/parse/context/context.h"

namespace arbasm {

// A name that is neither reserved nor declared.
bool parse_new_name(ParseContext& context, Token& name);

// A new name and what stands behind it, which read(name) reads and declares. Where that fails the name is known all the
// same, so that using it is no second error.
template <class Read>
bool parse_new_variable(ParseContext& context, Read read) {
    Token name;
    if (!parse_new_name(context, name)) return false;
    if (read(name)) return true;
    context.symbols.poison(name.text);
    return false;
}

// "[4]" sets size, "[]" leaves it at -1; neither is there: array is false.
bool parse_array_size(TokenCursor& cursor, bool& array, int64_t& size, int64_t most = 65536);

// Whether as much is bound as an array is declared with (-1: without a size) at `where`.
bool check_array_size(TokenCursor& cursor, SourceLocation where, int64_t size, int64_t bound,
                      std::string_view what = "elements");

}  // namespace arbasm
