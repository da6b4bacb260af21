// The program's inputs and outputs as applications ask for them (GL 4.6 §7.3.1.1): those of its first and its last
// stage.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

void list_interface(LinkContext& context);

}  // namespace glsl
