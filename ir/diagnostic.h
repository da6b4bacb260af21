// A mistake in a text, with its position.
#pragma once

#include <string>
#include <string_view>

#include "ir/program.h"

namespace arbasm {

struct Diagnostic {
    SourceLocation where;
    std::string message;  // one sentence, names the rule in the user's words
    std::string hint;     // empty, or one sentence
};

// "3:14: error: message" + source line + caret (+ "hint: …"), each on its line; as GL and the tools show it.
std::string format(const Diagnostic& diagnostic, std::string_view source, std::string_view file_name = {},
                   std::string_view severity = "error");

}  // namespace arbasm
