// What GetString and GetStringi report.
#pragma once

#include <span>
#include <string>

#include "glapi/driver_interface.h"

namespace glapi {

std::span<const char* const> extension_names(Api api);  // sorted
const std::string& extension_string(Api api);           // separated by spaces
const std::string& version_string(Api api);

}  // namespace glapi
