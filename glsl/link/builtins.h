// Built-in variables that the shaders of a program treat alike; a link error otherwise.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

void check_builtins(LinkContext& context);

}  // namespace glsl
