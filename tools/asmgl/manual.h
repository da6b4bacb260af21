// The manual page, made from what the command line knows of itself.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tool {

// asmgl(1) in troff's man macros: every command and option of `app`, and the environment variables.
std::string manual_page(const CLI::App& app);

}  // namespace tool
