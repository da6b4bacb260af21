// gl_PerVertex as shaders declare it again: all on both sides of two stages that use it, and alike (7.1 of GLSL 4.10).
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

void check_vertex_blocks(LinkContext& context);

}  // namespace glsl
