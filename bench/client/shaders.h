// Programs of shaders.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "gl.h"

namespace bench {

// Links a program from `header` and what each stage's shader has behind it. Throws Skip where the driver refuses them.
GLuint link_shaders(const char* header, std::initializer_list<std::pair<GLenum, std::string>> shaders);

}  // namespace bench
