// NV_fill_rectangle: the box around a triangle, aligned with the window, which goes on with what the triangle
// interpolates.
#include <algorithm>

#include "rasterizer/setup/primitive_setup.h"
#include "rasterizer/setup/triangle_planes.h"

namespace rasterizer {

// Depth leaves the range of the corners in what the box has beside the triangle. In pixels.
void PrimitiveSetup::widen_depths(TilePrimitive& primitive, double left, double bottom, double right, double top) {
    for (const double x : {left, right})
        for (const double y : {bottom, top}) {
            const auto z = static_cast<float>(primitive.z0 + primitive.z_offset +
                                              (x - primitive.x0) * static_cast<double>(primitive.z_dx) +
                                              (y - primitive.y0) * static_cast<double>(primitive.z_dy));
            primitive.z_min = std::min(primitive.z_min, z);
            primitive.z_max = std::max(primitive.z_max, z);
        }
}

void PrimitiveSetup::filled_rectangle(const float* const vertices[3], const FixedPoint places[3], const Face& face,
                                      const float* flat, uint32_t id) {
    const auto [left, right] = std::minmax({places[0].x, places[1].x, places[2].x});
    const auto [bottom, top] = std::minmax({places[0].y, places[1].y, places[2].y});
    TilePrimitive primitive;
    if (!set_bounds(primitive, left, bottom, right, top, polygon_bounds_)) return;
    double slope_x = 0, slope_y = 0;
    depth_slopes(vertices, places, face.area, sub_pixel_one, slope_x, slope_y);
    const float offset = raster_.polygon_offset[static_cast<int>(PolygonMode::FillRectangle)]
                             ? polygon_offset(vertices, slope_x, slope_y)
                             : 0.0f;
    const int order[3] = {0, face.area > 0 ? 1 : 2, face.area > 0 ? 2 : 1};  // counter-clockwise
    FixedPoint p[3];
    for (int i = 0; i < 3; ++i) {
        p[i] = places[order[i]];
        primitive.vertex[i] = vertices[order[i]];
    }
    set_planes(primitive, p, face.area, sub_pixel_one);
    const float z[3] = {vertices[0][window_slot * 4 + 2], vertices[1][window_slot * 4 + 2],
                        vertices[2][window_slot * 4 + 2]};
    primitive.z0 = z[0];
    primitive.z_offset = offset;
    primitive.z_dx = static_cast<float>(slope_x);
    primitive.z_dy = static_cast<float>(slope_y);
    primitive.z_min = std::min({z[0], z[1], z[2]}) + offset;
    primitive.z_max = std::max({z[0], z[1], z[2]}) + offset;
    // Samples lie up to a pixel beyond the box that holds all of the pixels.
    widen_depths(primitive, primitive.min_x - 1, primitive.min_y - 1, primitive.max_x + 2, primitive.max_y + 2);
    primitive.draw = record_;
    primitive.flat = flat;
    primitive.primitive_id = id;
    primitive.shape = Shape::Edges;
    primitive.edge_count = 4;
    const FixedPoint corners[4] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    for (int i = 0; i < 4; ++i) set_edge(primitive.edges[i], corners[i], corners[(i + 1) % 4], owner_);
    primitive.back_facing = face.back;
    primitive.is_point = primitive.smooth = false;
    primitive.polygon = true;
    const float q = vertices[0][window_slot * 4 + 3];
    primitive.affine = q == vertices[1][window_slot * 4 + 3] && q == vertices[2][window_slot * 4 + 3];
    add(primitive);
}

void PrimitiveSetup::conservative_rectangle(const float* const* vertices, const FinePoint* places, int64_t area,
                                            int bias, bool back, const float* flat, uint32_t id) {
    const auto [left, right] = std::minmax({places[0].x, places[1].x, places[2].x});
    const auto [bottom, top] = std::minmax({places[0].y, places[1].y, places[2].y});
    const int32_t reach = touching_reach(raster_, true);
    TilePrimitive primitive;
    if (!set_touched_bounds(primitive, {left, bottom}, {right, top}, bias, reach, polygon_bounds_)) return;
    conservative_triangle(primitive, vertices, places, area, bias);
    widen_depths(primitive, primitive.min_x - 1, primitive.min_y - 1, primitive.max_x + 2, primitive.max_y + 2);
    primitive.edge_count = 4;
    const FinePoint corners[4] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    for (int i = 0; i < 4; ++i) set_touching_edge(primitive.edges[i], corners[i], corners[(i + 1) % 4], bias, reach);
    primitive.draw = record_;
    primitive.flat = flat;
    primitive.primitive_id = id;
    primitive.back_facing = back;
    add(primitive);
}

}  // namespace rasterizer
