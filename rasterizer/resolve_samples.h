// The averages of samples, outside of scenes.
#pragma once

#include "rasterizer/draw/framebuffer.h"

namespace rasterizer {

// A part of a surface, and where it goes in another one.
struct ResolvedArea {
    int32_t from_x, from_y, to_x, to_y, width, height;
};

// Nobody draws to either. The area lies within both. Integers, depth and stencil take the first sample.
void resolve_samples(const SurfaceView& source, const SurfaceView& destination, const ResolvedArea& area);

}  // namespace rasterizer
