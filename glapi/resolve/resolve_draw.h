// State → rasterizer::Draw.
#pragma once

#include "glapi/resolve/effective_program.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

class Context;

// Fills a stage: program, routine, parameters, textures.
void resolve_stage(Context& context, const EffectiveProgram& program, rasterizer::StageProgram& stage);

// Fills everything but the vertex input and what the call gives. Call after validate_draw(). False: nothing is to be
// drawn (conditional rendering, no framebuffer).
bool resolve_draw(Context& context, rasterizer::Draw& draw);
// As resolve_draw(), for fragments that don't come from vertices (glDrawPixels, glBitmap): no vertex program.
bool resolve_fragment_draw(Context& context, rasterizer::Draw& draw);

}  // namespace glapi
