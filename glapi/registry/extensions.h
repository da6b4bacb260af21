// What GetString and GetStringi report.
#pragma once

#include <span>
#include <string>

namespace glapi {

std::span<const char* const> extension_names();  // sorted
const std::string& extension_string();           // separated by spaces
const std::string& version_string();

}  // namespace glapi
