// Files as the subcommands read and write them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tool {

// "-" is the standard input; what fails is told on the standard error, in the subcommand's name.
std::optional<std::string> read_file(const char* command, const std::string& name);
// "-" and "" are the standard output.
bool write_file(const char* command, const std::string& name, const void* data, size_t size);
// A picture of 8-bit RGBA as PNG, its data stored without compression.
std::string png(uint32_t width, uint32_t height, const std::string& rgba);

}  // namespace tool
