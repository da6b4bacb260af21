#pragma once

#include "glapi/draw/draw.h"

namespace glapi {

// Draws, or compiles the draw into the display list that is being made, or both.
void draw_or_compile(Context& context, const ArrayDraw& call);

}  // namespace glapi
