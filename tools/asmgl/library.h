// Where libasmgl.so is, and what of it the tool uses. The tool is not linked with it: programs are read and compiled
// without a driver.
#pragma once

#include <filesystem>
#include <string_view>

namespace tool {

std::filesystem::path own_folder();

// The folder of libasmgl.so and its faces: in the build tree beside bin/, installed in a folder of its own. Empty,
// after a message, where it is in neither; `command` is who asks.
std::filesystem::path library_folder(std::string_view command);

// Opens libasmgl.so; null, after a message, where that fails. Never closed.
void* open_library(std::string_view command);

}  // namespace tool
