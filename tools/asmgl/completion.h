// Completion of the command line in bash, zsh and fish, made from what the command line knows of itself.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tool {

// What the shells read: commands, their options, and the words that options take; file names elsewhere, programs behind
// `run` and `doctor`. zsh and fish show what each is for.
std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace tool
