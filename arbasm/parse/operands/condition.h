// Condition tests: "(GT.x)", "NE1".
#pragma once

#include <string_view>

#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

bool is_condition_rule(std::string_view word);
bool parse_condition_mask(TokenCursor& cursor, const Program& program, ConditionMask& mask, bool parentheses_optional);

}  // namespace arbasm
