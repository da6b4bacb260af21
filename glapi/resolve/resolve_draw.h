// State → rasterizer::Draw.
#pragma once

#include "glapi/resolve/effective_program.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

class Context;

// Fills a stage: program, routine, parameters, textures.
void resolve_stage(Context& context, const EffectiveProgram& program, rasterizer::StageProgram& stage);

// Fills everything but the vertex input and the arguments of the call. Call after validate_draw(). False: nothing is to
// be drawn (conditional rendering, no framebuffer).
bool resolve_draw(Context& context, rasterizer::Draw& draw);
// For the next draw of a sequence: resolves parameters of programs and textures of fragments again, after commands that
// have changed nothing else. False: resolve the whole draw.
bool renew_draw(Context& context, rasterizer::Draw& draw, bool parameters, bool textures);
// As resolve_draw(), for fragments that don't come from vertices (glDrawPixels, glBitmap): no vertex program.
bool resolve_fragment_draw(Context& context, rasterizer::Draw& draw);

}  // namespace glapi
