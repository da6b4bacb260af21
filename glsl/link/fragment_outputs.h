// Draw buffers of the outputs of fragment shaders.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

void assign_outputs(LinkContext& context);

}  // namespace glsl
