// The texts of built-in functions (language/functions), read when a shader first calls them.
#pragma once

#include <string_view>

#include "glsl/check/checker.h"

namespace glsl {

// A Checker::ReadText.
void read_builtin_text(Checker& checker, Function* function, std::string_view text);

}  // namespace glsl
