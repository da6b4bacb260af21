// Where libasmgl.so is, and what of it the tool uses. The tool is not linked with it: programs are read and compiled
// without a driver.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "driver/tool_interface.h"

namespace tool {

std::filesystem::path own_folder();

// The folder of libasmgl.so and its faces: in the build tree beside bin/, installed in a folder of its own. Empty where
// it is in neither.
std::filesystem::path find_library_folder();
// The same, with a message where there is none; `command` is who asks.
std::filesystem::path library_folder(std::string_view command);

// The folder of the libraries for programs of the other size (32 bits beside 64), installed beside those of
// library_folder(). Empty where there are none.
std::filesystem::path other_library_folder(const std::filesystem::path& own);

// The portable archive has libraries that systems may lack, each in a folder of its own: those folders whose libraries
// the linker does not find. The libraries are open then, so that libasmgl.so can be.
std::vector<std::filesystem::path> open_fallbacks(const std::filesystem::path& libraries);

// Opens libasmgl.so; null, after a message, where that fails. Never closed.
void* open_library(std::string_view command);
// What an open libasmgl.so tells the tool; null: it is another version's, or none of ours.
const driver::ToolInterface* tool_interface(void* library);

}  // namespace tool
