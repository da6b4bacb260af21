// Points: GL 4.6 compatibility profile, 14.4.
#include <algorithm>
#include <cmath>

#include "rasterizer/setup/primitive_setup.h"

namespace rasterizer {

void PrimitiveSetup::point(const float* vertex, uint32_t id) { point_with(vertex, vertex, id, false, 0); }

void PrimitiveSetup::point_with(const float* vertex, const float* flat, uint32_t id, bool back, float offset) {
    const float* window = vertex + window_slot * 4;
    float size = layout_.point_size_slot >= 0 ? vertex[layout_.point_size_slot * 4] : raster_.point_size;
    size = std::clamp(size, std::max(raster_.point_size_min, 0.0f), std::max(raster_.point_size_max, 0.0f));
    TilePrimitive primitive;
    if (multisample_ && size < raster_.point_fade_threshold) {
        const float part = size / raster_.point_fade_threshold;
        primitive.fade = part * part;
        size = raster_.point_fade_threshold;
    }
    size = std::isfinite(size) ? std::clamp(size, 0.125f, 2048.0f) : 1.0f;

    primitive.draw = record_;
    primitive.vertex[0] = primitive.vertex[1] = primitive.vertex[2] = vertex;
    primitive.flat = flat;
    primitive.primitive_id = id;
    primitive.back_facing = back;
    primitive.is_point = true;
    primitive.smooth = primitive.fade < 1;
    primitive.polygon = false;
    primitive.affine = true;
    primitive.edge_count = 0;
    set_depth_constant(primitive, window[2] + offset);

    const FixedPoint center = fixed(vertex);
    const bool sprite = raster_.point_sprite;
    const bool round = !sprite && (raster_.point_smooth || multisample_);
    if (!sprite && !round) {
        // 14.4.1: the size is rounded, and the square is centred on a pixel or between pixels.
        const int32_t whole = std::max(1, static_cast<int32_t>(std::lrintf(size)));
        const int32_t low = -(whole / 2);
        const int32_t shift = whole % 2 ? 0 : sub_pixel_one / 2;
        const int32_t x = ((center.x + shift) >> sub_pixel_bits) + low;
        const int32_t y = ((center.y + shift) >> sub_pixel_bits) + low;
        primitive.min_x = std::max(x, bounds_.min_x);
        primitive.min_y = std::max(y, bounds_.min_y);
        primitive.max_x = std::min(x + whole - 1, bounds_.max_x);
        primitive.max_y = std::min(y + whole - 1, bounds_.max_y);
        primitive.shape = Shape::Edges;
        size = static_cast<float>(whole);
    }
    // The weights of a point are its sprite coordinates.
    const float px = static_cast<float>(center.x) / sub_pixel_one, py = static_cast<float>(center.y) / sub_pixel_one;
    primitive.x0 = px - size / 2;
    primitive.y0 = raster_.point_sprite_upper_left ? py + size / 2 : py - size / 2;
    primitive.b1_dx = 1 / size;
    primitive.b1_dy = primitive.b2_dx = 0;
    primitive.b2_dy = raster_.point_sprite_upper_left ? -1 / size : 1 / size;
    if (!sprite && !round) {
        if (primitive.min_x <= primitive.max_x && primitive.min_y <= primitive.max_y) add(primitive);
        return;
    }
    if (raster_.conservative) {
        conservative_point(primitive, vertex, size, sprite);
        return;
    }
    const auto half = static_cast<int32_t>(std::lrintf(size * sub_pixel_one / 2));
    if (round) {
        primitive.shape = Shape::Disc;
        primitive.smooth |= raster_.point_smooth && !multisample_;
        primitive.smooth_shape = SmoothShape{px, py, 0, 0, 0, size / 2, false, 0, 0};
        const int32_t reach = half + (primitive.smooth && !multisample_ ? sub_pixel_one / 2 : 0) + 1;
        if (set_bounds(primitive, center.x - reach, center.y - reach, center.x + reach, center.y + reach, bounds_))
            add(primitive);
        return;
    }
    primitive.shape = Shape::Edges;
    primitive.edge_count = 4;
    const FixedPoint corner[4] = {{center.x - half, center.y - half},
                                  {center.x + half, center.y - half},
                                  {center.x + half, center.y + half},
                                  {center.x - half, center.y + half}};
    for (int i = 0; i < 4; ++i) set_edge(primitive.edges[i], corner[i], corner[(i + 1) & 3]);
    if (set_bounds(primitive, center.x - half, center.y - half, center.x + half, center.y + half, bounds_))
        add(primitive);
}

}  // namespace rasterizer
