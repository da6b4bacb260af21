// Explicit locations of what goes from stage to stage: no two of one interface share one, but by components and where
// they are alike otherwise.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

void check_locations(LinkContext& context);

}  // namespace glsl
