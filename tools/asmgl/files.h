// Files as the subcommands read and write them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tool {

inline constexpr size_t most_bytes = 64u << 20;  // of a file, where no more can be meant

// "-" is the standard input; what fails, or is longer, is told on the standard error, in the subcommand's name.
std::optional<std::string> read_file(const char* command, const std::string& name, size_t most = most_bytes);
// "-" and "" are the standard output.
bool write_file(const char* command, const std::string& name, const void* data, size_t size);

// Tells on the standard error what is wrong with what, in the subcommand's name. The exit code.
int complain(const char* command, std::string_view subject, std::string_view what, int exit_code);

}  // namespace tool
