// Looking up commands by name, for glXGetProcAddress and the GLVND vendor library.
#pragma once

#include <string_view>

namespace driver::glx {

// Address of a GLX or GL command; null for names that don't exist.
void* procedure(std::string_view name);

}  // namespace driver::glx
