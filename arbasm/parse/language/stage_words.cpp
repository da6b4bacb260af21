#include "arbasm/parse/language/stage_words.h"

#include <algorithm>

#include "arbasm/parse/language/dialect.h"

namespace arbasm {

bool is_stage_declaration(const Program& program, std::string_view word) {
    if (!is_nv4(program)) return false;
    return std::any_of(std::begin(stage_words), std::end(stage_words),
                       [word](const StageWord& row) { return row.word == word; });
}

}  // namespace arbasm
