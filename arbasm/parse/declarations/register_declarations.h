// DEFINE and DECLARE of fragment programs that name registers.
#pragma once

#include <string_view>

#include "arbasm/parse/context/context.h"

namespace arbasm {

bool is_register_declaration(const Program& program, std::string_view word);
// `named_parameters`: how many DECLARE has made so far; they are numbered in that order.
bool parse_register_declaration(ParseContext& context, int& named_parameters);

}  // namespace arbasm
