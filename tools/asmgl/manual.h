// The manual pages, made from what the command line knows of itself.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tool {

// The commands that --help shows; others are for the project itself.
std::vector<const CLI::App*> shown_commands(const CLI::App& app);

// asmgl(1) in troff's man macros: every command and option of `app`, and the environment variables.
std::string manual_page(const CLI::App& app);

// asmgl-COMMAND(1). `more`: text that stands behind the rest as it is; empty: none.
std::string manual_page(const CLI::App& app, const CLI::App& command, const std::string& more);

}  // namespace tool
