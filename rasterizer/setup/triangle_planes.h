// What interpolation in a triangle needs, from positions on a grid of `one` steps per pixel.
#pragma once

#include <cmath>

#include "rasterizer/setup/primitive_setup.h"

namespace rasterizer {

// Depth per pixel.
template <class Position>
void PrimitiveSetup::depth_slopes(const float* const vertices[3], const Position p[3], int64_t area, double one,
                                  double& slope_x, double& slope_y) {
    const double z0 = vertices[0][window_slot * 4 + 2];
    const double dz1 = vertices[1][window_slot * 4 + 2] - z0, dz2 = vertices[2][window_slot * 4 + 2] - z0;
    const double scale = one / static_cast<double>(area);
    slope_x = (dz1 * static_cast<double>(p[2].y - p[0].y) - dz2 * static_cast<double>(p[1].y - p[0].y)) * scale;
    slope_y = (dz2 * static_cast<double>(p[1].x - p[0].x) - dz1 * static_cast<double>(p[2].x - p[0].x)) * scale;
}

// Barycentric weights; the corners come counter-clockwise.
template <class Position>
void PrimitiveSetup::set_planes(TilePrimitive& primitive, const Position p[3], int64_t area, double one) {
    const double scale = one / static_cast<double>(std::llabs(area));
    primitive.x0 = static_cast<float>(p[0].x) / static_cast<float>(one);
    primitive.y0 = static_cast<float>(p[0].y) / static_cast<float>(one);
    primitive.b1_dx = static_cast<float>(static_cast<double>(p[2].y - p[0].y) * scale);
    primitive.b1_dy = static_cast<float>(static_cast<double>(p[0].x - p[2].x) * scale);
    primitive.b2_dx = static_cast<float>(static_cast<double>(p[0].y - p[1].y) * scale);
    primitive.b2_dy = static_cast<float>(static_cast<double>(p[1].x - p[0].x) * scale);
}

}  // namespace rasterizer
