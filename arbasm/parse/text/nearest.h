// What a misspelled word was meant to be, for hints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arbasm {

// Returns the candidate that is nearest to the word; empty if none is near.
std::string nearest_of(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace arbasm
