#include "glsl/language/keywords.h"

#include <algorithm>
#include <array>

namespace glsl {
namespace {

constexpr WordRow written[] = {
#define GLSL_KEYWORD(name, word, where, reserved) {word, Keyword::name, where, reserved},
#define GLSL_RESERVED(word, type_where, reserved) {word, Keyword::Count, type_where, reserved},
#include "glsl/language/keywords.def"
#undef GLSL_RESERVED
#undef GLSL_KEYWORD
};

constexpr auto sort_rows() {
    std::array<WordRow, std::size(written)> rows{};
    std::ranges::copy(written, rows.begin());
    std::ranges::sort(rows, {}, &WordRow::word);
    return rows;
}

constexpr auto rows = sort_rows();
static_assert(std::ranges::adjacent_find(rows, {}, &WordRow::word) == rows.end(), "a word has one row");

constexpr std::string_view spellings[] = {
#define GLSL_KEYWORD(name, word, where, reserved) word,
#define GLSL_RESERVED(word, type_where, reserved)
#include "glsl/language/keywords.def"
#undef GLSL_RESERVED
#undef GLSL_KEYWORD
};

}  // namespace

const WordRow* find_word(std::string_view word) {
    const auto found = std::ranges::lower_bound(rows, word, {}, &WordRow::word);
    return found != rows.end() && found->word == word ? &*found : nullptr;
}

std::string_view spelling(Keyword keyword) { return spellings[static_cast<size_t>(keyword)]; }

}  // namespace glsl
