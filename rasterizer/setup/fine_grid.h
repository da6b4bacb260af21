// Conservative rasterization (NV_conservative_raster): a primitive draws every pixel that it touches, edges and corners
// of the pixel included.
//
// The square of a pixel touches a convex polygon when the polygon's box touches it and no edge has all of it outside.
// An edge's function is largest over the square at one of its corners, where it is that of the centre and half of
// |a| + |b| pixels more: with this in the constant, the usual test at centres answers, exactly. The pixel is inside
// whole when the smallest is not negative: a whole |a| + |b| less. Primitives that grow (dilation, and the half
// sub-pixel that the grid may have taken from them) touch the pixels whose squares, grown in their place, touch them:
// a larger half, `reach` (touching_reach()).
#pragma once

#include <cstdint>

#include "rasterizer/draw/raster_state.h"
#include "rasterizer/scene/tile_primitive.h"
#include "rasterizer/setup/triangle_lanes.h"

namespace rasterizer {

struct FinePoint {
    int64_t x, y;
};

// A grid of a primitive, which may have more bits than sub_pixel_bits.
class FineGrid {
  public:
    // As many as the primitive with these vertices allows, and `margin` pixels more.
    FineGrid(const RasterState& raster, const ShadedVertex* const* vertices, int count, float margin);

    // Steps per pixel.
    double one() const { return sub_pixel_one << bias_; }
    FinePoint position(const ShadedVertex* vertex) const;

    // >= 0 at the centres of the pixels that touch the left side of the edge.
    void set_touching_edge(EdgeFunction& edge, FinePoint from, FinePoint to, int32_t reach) const;
    // Four of them, from each corner to the next.
    void set_touching_edges(TilePrimitive& primitive, const FinePoint corners[4], int32_t reach) const;
    // The pixels that touch the box.
    PixelBounds touched(FinePoint low, FinePoint high, int32_t reach) const;

  private:
    const RasterState& raster_;
    int bias_;  // bits more
};

}  // namespace rasterizer
