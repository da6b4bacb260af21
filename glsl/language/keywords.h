// Keywords and reserved words of all versions, from keywords.def. Names of types are no keywords here: types.def has
// them.
#pragma once

#include <cstdint>
#include <string_view>

namespace glsl {

enum class Keyword : uint8_t {
#define GLSL_KEYWORD(name, word, where, reserved) name,
#define GLSL_RESERVED(word, type_where, reserved)
#include "glsl/language/keywords.def"
#undef GLSL_RESERVED
#undef GLSL_KEYWORD
    Count
};

struct WordRow {
    std::string_view word;
    // Count: never a keyword; `where` then says where the word is the name of a type.
    Keyword keyword;
    std::string_view where;
    std::string_view reserved;
};

// Null for words that never mean more than an identifier.
const WordRow* find_word(std::string_view word);

std::string_view spelling(Keyword keyword);

}  // namespace glsl
