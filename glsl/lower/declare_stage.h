// What a stage's layout declares in its program: primitives, sizes, options.
#pragma once

#include "glsl/lower/lowering_context.h"

namespace glsl {

void declare_stage(LoweringContext& context);

}  // namespace glsl
