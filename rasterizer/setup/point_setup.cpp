// Points: GL 4.6 compatibility profile, 14.4.
#include <algorithm>
#include <cmath>

#include "rasterizer/setup/primitive_setup.h"

namespace rasterizer {

void PrimitiveSetup::point(const float* vertex, uint32_t id, const FixedPoint* beyond) {
    if (!beyond) return point_with(vertex, vertex, id, false, 0);
    const float asked = layout_.point_size_slot >= 0 ? vertex[layout_.point_size_slot * 4] : raster_.point_size;
    if (asked != point_form_.asked) point_form_ = point_form(asked);
    const PixelBounds& centers = point_form_.centers;
    if (beyond->x < centers.min_x || beyond->x > centers.max_x || beyond->y < centers.min_y ||
        beyond->y > centers.max_y)
        return;
    const PixelBounds usual = bounds_;
    bounds_ = polygon_bounds_;
    point_with(vertex, vertex, id, false, 0);
    bounds_ = usual;
}

PrimitiveSetup::PointForm PrimitiveSetup::point_form(float asked) const {
    PointForm form{.asked = asked};
    float size = std::clamp(asked, std::max(raster_.point_size_min, 0.0f), std::max(raster_.point_size_max, 0.0f));
    if (multisample_ && size < raster_.point_fade_threshold) {
        const float part = size / raster_.point_fade_threshold;
        form.fade = part * part;
        size = raster_.point_fade_threshold;
    }
    size = std::isfinite(size) ? std::clamp(size, 0.125f, 2048.0f) : 1.0f;
    form.half = static_cast<int32_t>(std::lrintf(size * sub_pixel_one / 2));
    // 14.4.1: the size is rounded, and the square is centred on a pixel or between pixels.
    form.whole = std::max(1, static_cast<int32_t>(std::lrintf(size)));
    form.size = sprites_ || discs_ || raster_.conservative ? size : static_cast<float>(form.whole);
    form.step = 1 / form.size;
    // Two pixels more: squares are moved to the grid of pixels. Bounds without pixels may lie anywhere.
    const auto grid = [](int32_t pixel) { return std::clamp(pixel, -3, max_framebuffer_size + 3) * sub_pixel_one; };
    const PixelBounds& within = polygon_bounds_;
    form.centers = {grid(within.min_x - 2) - form.half, grid(within.min_y - 2) - form.half,
                    grid(within.max_x + 3) + form.half, grid(within.max_y + 3) + form.half};
    return form;
}

bool PrimitiveSetup::point_box(FixedPoint center, const PointForm& form, PixelBounds& box) const {
    if (sprites_) {
        // The centres inside, as set_edge() has it: on the left edge and the horizontal owner they are.
        constexpr int32_t half_pixel = sub_pixel_one / 2;
        const int32_t up = owner_ == HorizontalOwner::Upper;
        box = {(center.x - form.half + half_pixel - 1) >> sub_pixel_bits,
               (center.y - form.half + half_pixel - 1 + up) >> sub_pixel_bits,
               (center.x + form.half - half_pixel - 1) >> sub_pixel_bits,
               (center.y + form.half - half_pixel - 1 + up) >> sub_pixel_bits};
    } else {
        const int32_t shift = form.whole % 2 ? 0 : sub_pixel_one / 2;
        const int32_t x = ((center.x + shift) >> sub_pixel_bits) - form.whole / 2;
        const int32_t y = ((center.y + shift) >> sub_pixel_bits) - form.whole / 2;
        box = {x, y, x + form.whole - 1, y + form.whole - 1};
    }
    box = {std::max(box.min_x, bounds_.min_x), std::max(box.min_y, bounds_.min_y), std::min(box.max_x, bounds_.max_x),
           std::min(box.max_y, bounds_.max_y)};
    return box.min_x <= box.max_x && box.min_y <= box.max_y;
}

void PrimitiveSetup::point_with(const float* vertex, const float* flat, uint32_t id, bool back, float offset) {
    const float asked = layout_.point_size_slot >= 0 ? vertex[layout_.point_size_slot * 4] : raster_.point_size;
    if (asked != point_form_.asked) point_form_ = point_form(asked);
    const PointForm& form = point_form_;
    const FixedPoint center = fixed(vertex);
    PixelBounds box{};
    const bool boxed = !discs_ && !multisample_ && !raster_.conservative;
    if (boxed && !point_box(center, form, box)) return;
    alignas(runtime::line_bytes) TilePrimitive copied;  // later
    TilePrimitive& primitive = raster_.conservative || boxed ? copied : make();
    primitive.draw = record_;
    primitive.vertex[0] = primitive.vertex[1] = primitive.vertex[2] = vertex;
    primitive.flat = flat;
    primitive.primitive_id = id;
    primitive.fade = form.fade;
    primitive.back_facing = back;
    primitive.is_point = true;
    primitive.smooth = form.fade < 1;
    primitive.polygon = false;
    primitive.affine = true;
    primitive.shape = Shape::Edges;
    primitive.edge_count = 0;
    set_depth_constant(primitive, vertex[window_slot * 4 + 2] + offset);
    // The weights of a point are its sprite coordinates.
    const float px = static_cast<float>(center.x) / sub_pixel_one, py = static_cast<float>(center.y) / sub_pixel_one;
    primitive.x0 = px - form.size / 2;
    primitive.y0 = raster_.point_sprite_upper_left ? py + form.size / 2 : py - form.size / 2;
    primitive.b1_dx = form.step;
    primitive.b1_dy = primitive.b2_dx = 0;
    primitive.b2_dy = raster_.point_sprite_upper_left ? -form.step : form.step;
    place(primitive);
    if (boxed) {
        primitive.min_x = box.min_x;
        primitive.min_y = box.min_y;
        primitive.max_x = box.max_x;
        primitive.max_y = box.max_y;
        keep_vertices(primitive);
        put_streamed(primitive, may_be_small_ ? small_primitive_bytes : triangle_bytes);
        return;
    }
    if (raster_.conservative) {
        conservative_point(primitive, vertex, form.size, !discs_);
        return;
    }
    const int32_t half = form.half;
    if (discs_) {
        primitive.shape = Shape::Disc;
        primitive.smooth |= raster_.point_smooth && !multisample_;
        primitive.smooth_shape = SmoothShape{px, py, 0, 0, 0, form.size / 2, false, 0, 0};
        const int32_t reach = half + (primitive.smooth && !multisample_ ? sub_pixel_one / 2 : 0) + 1;
        if (set_bounds(primitive, center.x - reach, center.y - reach, center.x + reach, center.y + reach, bounds_))
            put(primitive);
        return;
    }
    primitive.edge_count = 4;
    const FixedPoint corner[4] = {{center.x - half, center.y - half},
                                  {center.x + half, center.y - half},
                                  {center.x + half, center.y + half},
                                  {center.x - half, center.y + half}};
    for (int i = 0; i < 4; ++i) set_edge(primitive.edges[i], corner[i], corner[(i + 1) & 3], owner_);
    if (set_bounds(primitive, center.x - half, center.y - half, center.x + half, center.y + half, bounds_))
        put(primitive);
}

}  // namespace rasterizer
