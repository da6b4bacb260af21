// Which surfaces tiles stream their lines to, past the caches (runtime/simd/streaming.h): tiles wander between threads
// from frame to frame, and nobody looks soon at most of what they leave in large surfaces.
#pragma once

#include "rasterizer/draw/framebuffer.h"

namespace rasterizer {

// Whether whole lines of a surface's rows are streamed: small ones stay in the caches until they are read.
bool streams_rows(const SurfaceView& surface);

}  // namespace rasterizer
