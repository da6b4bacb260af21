// Subroutine uniforms: where their numbers are, their locations, and what they may choose.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

void assign_subroutines(LinkContext& context, StageUnit& own);

}  // namespace glsl
