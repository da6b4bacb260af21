// The words of programs that name registers: VP1.0 to FP2.0.
#pragma once

#include <string_view>

#include "ir/program.h"

namespace arbasm {

// OPTION NV_position_invariant.
bool is_position_invariant(const Program& program);

// "R12" with letter R and count 16: 12.
bool parse_register_number(std::string_view name, char letter, int count, int& number);

// Words that can't be the name of a constant or of a parameter.
bool is_register_keyword(const Program& program, std::string_view name);

}  // namespace arbasm
