// Locations of vertex attributes: those that the application or the shader chose, and where there is room.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

void assign_attributes(LinkContext& context);

}  // namespace glsl
