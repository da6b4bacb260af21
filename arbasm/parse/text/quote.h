// For messages.
#pragma once

#include <string>
#include <string_view>

namespace arbasm {

inline std::string quote(std::string_view text) { return "\"" + std::string(text) + "\""; }

}  // namespace arbasm
