#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::is_one_of(std::initializer_list<InstructionSet> sets) const {
    return std::find(sets.begin(), sets.end(), program_.instruction_set) != sets.end();
}

}  // namespace arbasm
