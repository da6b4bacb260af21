// What the interface between two separable programs of OpenGL ES is compared by: 7.4.1 of OpenGL ES 3.2, and 9.2.2 of
// GLSL ES 3.20 for the qualifiers.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

// Does nothing for other programs.
void describe_interfaces(LinkContext& context);

}  // namespace glsl
