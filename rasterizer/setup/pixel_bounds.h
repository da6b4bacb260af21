// Which pixels setup's shapes may cover, and how they cover samples.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rasterizer/draw/draw.h"
#include "rasterizer/scene/tile_primitive.h"
#include "rasterizer/setup/triangle_lanes.h"

namespace rasterizer {

// In a viewport. It confines polygons, but not wide lines and points.
struct DrawBounds {
    PixelBounds polygons, others;
};

struct CoverageRules {
    explicit CoverageRules(const Draw& draw);

    bool one_sample;   // the centre is the pixel's only sample
    bool multisample;  // shapes are those of multisampling
    HorizontalOwner owner;
    int32_t reach = 0;  // how far samples lie from the pixel's centre, in 1/256 pixel
};

// A box of extremes, on the sub-pixel grid.
struct GridBox {
    int64_t min_x, min_y, max_x, max_y;
};

inline FixedPoint grid_point(const ShadedVertex* vertex) {
    const float* const window = vertex + window_slot * 4;
    return {sub_pixels(window[0]), sub_pixels(window[1])};
}

// An edge that an integer can be; what is no number is before all pixels, so that nothing lies within.
inline double pixel_edge(double edge) { return edge > -1e9 ? std::min(edge, 1e9) : -1e9; }

// The primitive's box becomes what the two have in common. False: that is nothing.
inline bool set_box(TilePrimitive& primitive, const PixelBounds& box, const PixelBounds& within) {
    primitive.min_x = std::max(box.min_x, within.min_x);
    primitive.min_y = std::max(box.min_y, within.min_y);
    primitive.max_x = std::min(box.max_x, within.max_x);
    primitive.max_y = std::min(box.max_y, within.max_y);
    return primitive.min_x <= primitive.max_x && primitive.min_y <= primitive.max_y;
}
// The same of the pixels whose samples may be inside; `reach`: CoverageRules'.
bool set_box(TilePrimitive& primitive, const GridBox& box, int32_t reach, const PixelBounds& within);

// Four edges, from each corner to the next.
inline void set_edges(TilePrimitive& primitive, const FixedPoint corners[4], HorizontalOwner owner) {
    primitive.edge_count = 4;
    for (int i = 0; i < 4; ++i) set_edge(primitive.edges[i], corners[i], corners[(i + 1) & 3], owner);
}

inline void set_constant_depth(TilePrimitive& primitive, float z) {
    primitive.z0 = primitive.z_min = primitive.z_max = z;
    primitive.z_dx = primitive.z_dy = 0;
}

}  // namespace rasterizer
