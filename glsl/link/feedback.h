// Transform feedback: which results of the last stage before rasterization go where, by names that the application gave
// or by layout(xfb_…).
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

void assign_feedback(LinkContext& context);
// What could be captured (NV_transform_feedback).
void list_active_varyings(LinkContext& context);
// What the programs, which are made by now, call the results; those that a program never writes have no binding.
void bind_captures(LinkedProgram& linked);

}  // namespace glsl
