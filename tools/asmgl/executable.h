// What kind of program a file is, as far as it decides whether the dynamic linker will lead it to this driver.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tool {

// The file that execvp() would start: `name` itself where it holds a slash, else the first executable of that name in
// PATH. Nothing where there is none.
std::optional<std::filesystem::path> find_program(const std::string& name);

// x86 has programs of 32 and of 64 bits, which load libraries of their own size: the sizes there are libraries for.
enum class Sizes { Own, Both };

// Why a program can't be led to this driver: one sentence's end ("is a 32-bit program, …"), for a message that begins
// with its path. Empty where nothing is in the way. A script is judged by its interpreter. What cannot be read is
// nothing to complain of: execvp() says it.
std::string why_out_of_reach(const std::filesystem::path& program, Sizes sizes);

}  // namespace tool
