// Which pixels of a block a primitive covers, as bits in the order of quads. Compiled per SIMD level
// (fragment/lanes.h).
#pragma once

#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/draw/raster_state.h"
#include "rasterizer/fragment/lanes.h"

namespace rasterizer::ASMGL_ISA {

// By sample.
template <int samples>
struct CoverageMasks {
    uint64_t of[samples];
    RASTERIZER_INLINE uint64_t any() const {
        uint64_t result = of[0];
        for (int s = 1; s < samples; ++s) result |= of[s];
        return result;
    }
};

// The pixels of a block with coordinates low_x … high_x, low_y … high_y relative to it.
inline uint64_t box_mask(int32_t low_x, int32_t low_y, int32_t high_x, int32_t high_y) {
    if (high_x < 0 || high_y < 0 || low_x > 7 || low_y > 7) return 0;
    return block_offsets.from_x[low_x < 0 ? 0 : low_x] & block_offsets.to_x[high_x > 7 ? 7 : high_x] &
           block_offsets.from_y[low_y < 0 ? 0 : low_y] & block_offsets.to_y[high_y > 7 ? 7 : high_y];
}

// The pixels of a block at (x, y) that are in a rectangle.
inline uint64_t rectangle_mask(const Rectangle& rectangle, int32_t x, int32_t y) {
    const auto near = [](int64_t v) { return static_cast<int32_t>(v < -1 ? -1 : v > 8 ? 8 : v); };
    if (rectangle.width <= 0 || rectangle.height <= 0) return 0;
    return box_mask(near(int64_t{rectangle.x} - x), near(int64_t{rectangle.y} - y),
                    near(int64_t{rectangle.x} + rectangle.width - 1 - x),
                    near(int64_t{rectangle.y} + rectangle.height - 1 - y));
}

// The pixels of a block at (x, y) that draws to a viewport may touch.
inline uint64_t area_mask(const PixelAreas& areas, int32_t viewport, int32_t x, int32_t y) {
    uint64_t inside = 0;
    for (const Rectangle& rectangle : areas.window) inside |= rectangle_mask(rectangle, x, y);
    const bool known = viewport >= 0 && viewport < max_viewports;
    return (areas.inside_window ? inside : ~inside) &
           ~rectangle_mask(areas.excluded.data()[known ? viewport : 0], x, y);
}

// Shapes that name single pixels collect them by block first.
struct PixelSet {
    uint64_t of[blocks_per_tile];
    uint64_t touched = 0;
    RASTERIZER_INLINE void add(int32_t x, int32_t y) {
        const int block = (y >> 3) * 8 + (x >> 3);
        const uint64_t bit = uint64_t{1} << block;
        if (!(touched & bit)) of[block] = 0;
        touched |= bit;
        of[block] |= uint64_t{1} << block_pixel(x & 7, y & 7);
    }
};

RASTERIZER_INLINE float absolute(float value) { return value < 0 ? -value : value; }

}  // namespace rasterizer::ASMGL_ISA
