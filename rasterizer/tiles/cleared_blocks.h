// Blocks of a tile that a clear has filled and nothing has changed since: stored row by row, without having been in the
// tile's memory.
#pragma once

#include <array>
#include <cstdint>

#include "rasterizer/draw/framebuffer.h"
#include "runtime/formats/format.h"

namespace rasterizer {

// A tile, and what of it the framebuffer has.
struct ClearedArea {
    int32_t x, y;           // of the tile's first pixel
    int32_t width, height;  // of the framebuffer
    int32_t samples;
};

// `blocks`: a bit for each. `words`: the clear value in the tile's layout, by plane; Packed8 surfaces have one. False:
// nothing was stored; this kind of surface is not supported.
bool store_cleared_colors(const SurfaceView& surface, runtime::Format format, const ClearedArea& area, uint64_t blocks,
                          const std::array<uint32_t, 4>& words);
// `depth`: as the tile holds it (DepthStorage). `stencil`: of formats that have both.
bool store_cleared_depths(const SurfaceView& surface, const ClearedArea& area, uint64_t blocks, uint32_t depth,
                          uint32_t stencil);

}  // namespace rasterizer
