// Atomic counters: the buffers at their bindings, and the counters as uniforms.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

void assign_counters(LinkContext& context, StageUnit& own);
// Counters of different names share nothing, in whichever stages they are.
void check_counters(LinkContext& context);

}  // namespace glsl
