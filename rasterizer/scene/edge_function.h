// Edges on the sub-pixel grid, and the tie-breaking rule for pixel centres on an edge.
//
// Positions are fixed point with 8 sub-pixel bits, y upwards; the centre of pixel (x, y) is (256x + 128, 256y + 128).
#pragma once

#include <cmath>
#include <cstdint>

#include "rasterizer/draw/pixel_grid.h"

namespace rasterizer {

struct FixedPoint {
    int32_t x, y;
};

// A window coordinate on the grid. Clipping leaves nothing outside of the guard band but what is not a number, or
// became infinite on the way here.
inline int32_t sub_pixels(float window) {
    const float inside =
        window > guard_band_low ? (window < guard_band_high ? window : guard_band_high) : guard_band_low;
    return static_cast<int32_t>(std::lrintf(inside * sub_pixel_one));
}

// E(x, y) = a·x + b·y + c in fixed point; inside where E >= 0. The fill rule is folded into c.
struct EdgeFunction {
    int64_t c;
    int32_t a, b;
};

// Which horizontal edges of a polygon own what lies on them (y upwards). GL leaves it open; most drivers say the lower
// ones, and the upper ones where the clip volume's y has been turned (ARB_clip_control).
enum class HorizontalOwner : uint8_t { Lower, Upper };

// E(p) = cross(to - from, p - from): positive to the left. A pixel with its centre on an edge belongs to the side for
// which the edge is a left or an owning horizontal edge, so to exactly one of two triangles that share it.
inline void set_edge(EdgeFunction& edge, FixedPoint from, FixedPoint to,
                     HorizontalOwner owner = HorizontalOwner::Lower) {
    edge.a = from.y - to.y;
    edge.b = to.x - from.x;
    edge.c = -(int64_t{edge.a} * from.x + int64_t{edge.b} * from.y);
    const bool owns = edge.a > 0 || (edge.a == 0 && (edge.b > 0) == (owner == HorizontalOwner::Lower));
    if (!owns) edge.c -= 1;
}

}  // namespace rasterizer
