// Counts the vertices and primitives of a draw without running it.
#pragma once

#include "rasterizer/draw/draw.h"

namespace rasterizer {

// Counts the draw's vertices and primitives of all instances (GL 4.6, 10.10): quads and polygons as one each, a
// primitive's vertices with the adjacent ones, vertices of incomplete primitives, too.
void count_submission(const Draw& draw, PipelineStatistics& statistics);

}  // namespace rasterizer
