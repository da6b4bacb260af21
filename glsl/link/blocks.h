// What lies in memory: uniform and storage blocks, matched by name and numbered for each stage, their members as the
// application sees them; and shared variables.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

// Atomic counters (counters.h) as well, whose buffers are numbered behind the blocks.
void assign_blocks(LinkContext& context);

}  // namespace glsl
