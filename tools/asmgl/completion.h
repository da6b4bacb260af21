// Completion of the command line in bash, made from what the command line knows of itself.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tool {

// What bash reads: commands, their options, and the words that options take; file names elsewhere, programs behind
// `run`.
std::string bash_completion(const CLI::App& app);

}  // namespace tool
