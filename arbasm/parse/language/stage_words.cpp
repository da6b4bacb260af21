#include "arbasm/parse/language/stage_words.h"

#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::is_stage_declaration(std::string_view word) const {
    if (!is_nv4()) return false;
    return std::any_of(std::begin(stage_words), std::end(stage_words),
                       [word](const StageWord& row) { return row.word == word; });
}

}  // namespace arbasm
