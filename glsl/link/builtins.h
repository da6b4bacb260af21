// Built-in variables that the shaders of a program must treat alike.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

void check_builtins(LinkContext& context);

}  // namespace glsl
