// What interpolation in a triangle needs, from positions on a grid of `one` steps per pixel.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "rasterizer/scene/tile_primitive.h"
#include "rasterizer/setup/polygon_faces.h"

namespace rasterizer {

template <class Position>
DepthSlopes depth_slopes(const ShadedVertex* const vertices[3], const Position p[3], int64_t area, double one) {
    const double z0 = vertices[0][window_slot * 4 + 2];
    const double dz1 = vertices[1][window_slot * 4 + 2] - z0, dz2 = vertices[2][window_slot * 4 + 2] - z0;
    const double scale = one / static_cast<double>(area);
    return {(dz1 * static_cast<double>(p[2].y - p[0].y) - dz2 * static_cast<double>(p[1].y - p[0].y)) * scale,
            (dz2 * static_cast<double>(p[1].x - p[0].x) - dz1 * static_cast<double>(p[2].x - p[0].x)) * scale};
}

// Barycentric weights; the corners come counter-clockwise.
template <class Position>
void set_planes(TilePrimitive& primitive, const Position p[3], int64_t area, double one) {
    const double scale = one / static_cast<double>(std::llabs(area));
    primitive.x0 = static_cast<float>(p[0].x) / static_cast<float>(one);
    primitive.y0 = static_cast<float>(p[0].y) / static_cast<float>(one);
    primitive.b1_dx = static_cast<float>(static_cast<double>(p[2].y - p[0].y) * scale);
    primitive.b1_dy = static_cast<float>(static_cast<double>(p[0].x - p[2].x) * scale);
    primitive.b2_dx = static_cast<float>(static_cast<double>(p[0].y - p[1].y) * scale);
    primitive.b2_dy = static_cast<float>(static_cast<double>(p[1].x - p[0].x) * scale);
}

// The primitive's vertices, counter-clockwise, and weights of a triangle.
template <class Position>
void set_corners(TilePrimitive& primitive, const ShadedVertex* const vertices[3], const Position positions[3],
                 int64_t area, double one) {
    const int second = area > 0 ? 1 : 2, third = 3 - second;
    primitive.vertex[0] = vertices[0];
    primitive.vertex[1] = vertices[second];
    primitive.vertex[2] = vertices[third];
    const Position p[3] = {positions[0], positions[second], positions[third]};
    set_planes(primitive, p, area, one);
}

// Depth and perspective of a triangle whose vertices the primitive has.
inline void set_depths(TilePrimitive& primitive, const DepthSlopes& slopes, float offset) {
    const float* const w0 = primitive.vertex[0] + window_slot * 4;
    const float* const w1 = primitive.vertex[1] + window_slot * 4;
    const float* const w2 = primitive.vertex[2] + window_slot * 4;
    primitive.z0 = w0[2];
    primitive.z_offset = offset;
    primitive.z_dx = static_cast<float>(slopes.x);
    primitive.z_dy = static_cast<float>(slopes.y);
    primitive.z_min = std::min({w0[2], w1[2], w2[2]}) + offset;
    primitive.z_max = std::max({w0[2], w1[2], w2[2]}) + offset;
    primitive.affine = w0[3] == w1[3] && w0[3] == w2[3];
}

// Depth leaves the range of the corners in what the primitive's box has beside the triangle.
inline void widen_depths_to_box(TilePrimitive& primitive) {
    // Samples lie up to a pixel beyond the box that holds all of the pixels.
    for (const double x : {primitive.min_x - 1, primitive.max_x + 2})
        for (const double y : {primitive.min_y - 1, primitive.max_y + 2}) {
            const auto z = static_cast<float>(primitive.z0 + primitive.z_offset +
                                              (x - primitive.x0) * static_cast<double>(primitive.z_dx) +
                                              (y - primitive.y0) * static_cast<double>(primitive.z_dy));
            primitive.z_min = std::min(primitive.z_min, z);
            primitive.z_max = std::max(primitive.z_max, z);
        }
}

}  // namespace rasterizer
