// The state of a draw that is neither programs, vertices, textures nor framebuffer.
#pragma once

#include "rasterizer/draw/draw.h"

namespace glapi {

class Context;

// Fills raster, depth_stencil, fragment_state, viewports and scissors. Expects draw.framebuffer, vertex and fragment
// programs to be in place.
void resolve_raster_state(Context& context, rasterizer::Draw& draw);

}  // namespace glapi
