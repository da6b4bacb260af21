#include "rasterizer/setup/line_setup.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "ir/wide_integer.h"
#include "rasterizer/setup/fine_grid.h"

namespace rasterizer {

using arbasm::WideInteger;

// Ends, weights, depths: all but the shape. `p`, `q`: where the ends are on the grid.
inline void LineSetup::start(TilePrimitive& primitive, const ShadedVertex* a, const ShadedVertex* b, FixedPoint p,
                             FixedPoint q, float offset) const {
    primitive.vertex[0] = a;
    primitive.vertex[1] = primitive.vertex[2] = b;
    primitive.is_point = primitive.smooth = primitive.polygon = false;
    primitive.edge_count = 0;

    const float* wa = a + window_slot * 4;
    const float* wb = b + window_slot * 4;
    // The weight of b is the projection of a pixel's centre on the line (equation 14.5).
    const double dx = q.x - p.x, dy = q.y - p.y, square = dx * dx + dy * dy;
    primitive.x0 = static_cast<float>(p.x) / sub_pixel_one;
    primitive.y0 = static_cast<float>(p.y) / sub_pixel_one;
    primitive.b1_dx = square > 0 ? static_cast<float>(dx * sub_pixel_one / square) : 0;
    primitive.b1_dy = square > 0 ? static_cast<float>(dy * sub_pixel_one / square) : 0;
    primitive.b2_dx = primitive.b2_dy = 0;
    const double dz = static_cast<double>(wb[2]) - wa[2];
    primitive.z0 = wa[2];
    primitive.z_offset = offset;
    primitive.z_dx = static_cast<float>(dz * (square > 0 ? dx * sub_pixel_one / square : 0));
    primitive.z_dy = static_cast<float>(dz * (square > 0 ? dy * sub_pixel_one / square : 0));
    // Fragments of a wide line lie beyond its ends a little.
    const float beyond =
        (std::fabs(primitive.z_dx) + std::fabs(primitive.z_dy)) * (raster_.line_width + 1 + raster_.dilation);
    primitive.z_min = std::min(wa[2], wb[2]) + offset - beyond;
    primitive.z_max = std::max(wa[2], wb[2]) + offset + beyond;
    primitive.affine = wa[3] == wb[3];
}

void LineSetup::put(const ShadedVertex* a, const ShadedVertex* b, PrimitiveAttributes attributes, Outline outline,
                    PrimitiveBinning& binning) {
    TilePrimitive primitive;
    binning.start(primitive, attributes, outline.back);
    const FixedPoint p = grid_point(a), q = grid_point(b);
    start(primitive, a, b, p, q, outline.depth_offset);
    const float width = std::clamp(raster_.line_width, 0.125f, 256.0f);
    if (raster_.conservative)
        put_conservative(primitive, a, b, width, binning);
    else if (coverage_.multisample)
        put_rectangle(primitive, p, q, width, binning);
    else if (raster_.line_smooth)
        put_smooth(primitive, a, b, width, binning);
    else
        put_aliased(primitive, p, q, width, binning);
}

// The diamond-exit rule. Where something lies exactly on a boundary the specification leaves a choice; this is the one
// that others make. A line from (20, 20.5) to (30, 20.5) has the pixels 20 … 29: a diamond is without its corners and
// edges, and an end above or below the centre of its diamond is not past it. Which of two pixels a line has that
// crosses between them is decided as if it were moved by (-ε, -ε²).
void LineSetup::put_aliased(TilePrimitive& primitive, FixedPoint a, FixedPoint b, float width,
                            PrimitiveBinning& binning) {
    constexpr int more_bits = 12, bits = sub_pixel_bits + more_bits;
    constexpr int64_t one = int64_t{1} << bits, half = one / 2;
    constexpr int64_t epsilon = 1 << 8, epsilon_square = 1;
    const auto scaled = [](int32_t value) { return int64_t{value} * (1 << more_bits); };
    int64_t u0 = scaled(a.x), v0 = scaled(a.y), u1 = scaled(b.x), v1 = scaled(b.y);
    int64_t move_u = epsilon, move_v = epsilon_square;
    LineSteps line;
    line.y_major = std::llabs(v1 - v0) > std::llabs(u1 - u0);
    if (line.y_major) {
        std::swap(u0, v0);
        std::swap(u1, v1);
        std::swap(move_u, move_v);
    }
    const int64_t du = u1 - u0, dv = v1 - v0;
    if (du == 0) return;  // both ends in one point: no diamond is left
    const int64_t direction = du > 0 ? 1 : -1;
    auto in_diamond = [&](int64_t u, int64_t v) {
        return std::llabs((u & (one - 1)) - half) + std::llabs((v & (one - 1)) - half) < half;
    };
    auto past_center = [&](int64_t u) { return ((u & (one - 1)) - half) * direction > 0; };
    // From the upper corner of a diamond to the left and not down.
    const bool leaves_corner =
        !line.y_major && direction < 0 && dv >= 0 && (u0 & (one - 1)) == half && (v0 & (one - 1)) == 0;
    int64_t first = u0 >> bits, last = u1 >> bits;
    if ((past_center(u0) && !in_diamond(u0, v0)) || leaves_corner) first += direction;
    if (!past_center(u1) || in_diamond(u1, v1)) last -= direction;
    if ((last - first) * direction < 0) return;

    line.reversed = direction < 0;
    line.first = static_cast<int32_t>(std::min(first, last));
    line.last = static_cast<int32_t>(std::max(first, last));
    line.width = std::max(1, static_cast<int32_t>(std::lrintf(width)));
    // Minor coordinate at the centre of the first pixel, in 32.32 pixels.
    const WideInteger at_first =
        WideInteger(v0 - move_v) * du + WideInteger(line.first * one + half - u0 + move_u) * dv;
    line.minor_start = static_cast<int64_t>((at_first << (32 - bits)) / du);
    line.minor_step = static_cast<int64_t>((WideInteger(dv) << 32) / du);
    line.minor_start -= static_cast<int64_t>(line.width - 1) << 31;
    const int32_t pixels = line.last - line.first + 1;
    line.stippled = raster_.line_stipple;
    line.stipple_start = stipple_counter_;
    stipple_counter_ += static_cast<uint32_t>(pixels);

    const int64_t end = line.minor_start + line.minor_step * (pixels - 1);
    const auto low = static_cast<int32_t>(std::min(line.minor_start, end) >> 32);
    const auto high = static_cast<int32_t>(std::max(line.minor_start, end) >> 32) + line.width - 1;
    const PixelBounds box =
        line.y_major ? PixelBounds{low, line.first, high, line.last} : PixelBounds{line.first, low, line.last, high};
    if (!set_box(primitive, box, binning.bounds().others)) return;
    primitive.shape = Shape::Line;
    primitive.line = line;
    binning.add(primitive);
}

// With multisampling a line is a rectangle of its width around it (14.5.4).
void LineSetup::put_rectangle(TilePrimitive& primitive, FixedPoint a, FixedPoint b, float width,
                              PrimitiveBinning& binning) const {
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
    if (length == 0) return;
    const auto nx = static_cast<int32_t>(std::lrint(-dy / length * width * sub_pixel_one / 2));
    const auto ny = static_cast<int32_t>(std::lrint(dx / length * width * sub_pixel_one / 2));
    const FixedPoint corner[4] = {
        {a.x - nx, a.y - ny}, {b.x - nx, b.y - ny}, {b.x + nx, b.y + ny}, {a.x + nx, a.y + ny}};
    primitive.shape = Shape::Edges;
    set_edges(primitive, corner, coverage_.owner);
    auto [left, right] = std::minmax({corner[0].x, corner[1].x, corner[2].x, corner[3].x});
    auto [bottom, top] = std::minmax({corner[0].y, corner[1].y, corner[2].y, corner[3].y});
    if (set_box(primitive, {left, bottom, right, top}, coverage_.reach, binning.bounds().others))
        binning.add(primitive);
}

void LineSetup::put_smooth(TilePrimitive& primitive, const ShadedVertex* a, const ShadedVertex* b, float width,
                           PrimitiveBinning& binning) {
    const float* wa = a + window_slot * 4;
    const float* wb = b + window_slot * 4;
    const float dx = wb[0] - wa[0], dy = wb[1] - wa[1], length = std::sqrt(dx * dx + dy * dy);
    if (!(length > 0)) return;
    SmoothShape& shape = primitive.smooth_shape;
    shape.center_x = (wa[0] + wb[0]) / 2;
    shape.center_y = (wa[1] + wb[1]) / 2;
    shape.axis_x = dx / length;
    shape.axis_y = dy / length;
    shape.half_length = length / 2;
    shape.half_width = width / 2;
    shape.stippled = raster_.line_stipple;
    shape.stipple_start = stipple_length_;
    shape.stipple_length = length;
    stipple_length_ = std::fmod(stipple_length_ + length, 16.0f * raster_.line_stipple_factor);
    const float reach = width / 2 + 1;
    primitive.shape = Shape::SmoothLine;
    primitive.smooth = true;
    auto fixed_of = [](float v) { return static_cast<int64_t>(std::lrintf(v * sub_pixel_one)); };
    const GridBox box{fixed_of(std::min(wa[0], wb[0]) - reach), fixed_of(std::min(wa[1], wb[1]) - reach),
                      fixed_of(std::max(wa[0], wb[0]) + reach), fixed_of(std::max(wa[1], wb[1]) + reach)};
    if (set_box(primitive, box, coverage_.reach, binning.bounds().others)) binning.add(primitive);
}

// A rectangle of the line's width around it; a parallelogram where multisampling counts and is not enabled.
void LineSetup::put_conservative(TilePrimitive& primitive, const ShadedVertex* a, const ShadedVertex* b, float width,
                                 PrimitiveBinning& binning) const {
    const ShadedVertex* const ends[2] = {a, b};
    const FineGrid grid(raster_, ends, 2, width);
    const FinePoint p = grid.position(a), q = grid.position(b);
    const double dx = static_cast<double>(q.x - p.x), dy = static_cast<double>(q.y - p.y);
    const double length = std::sqrt(dx * dx + dy * dy), one = grid.one();
    const bool before_grid = snap_error(raster_, false) != 0;
    if (length == 0 && !before_grid) return;
    int64_t nx = 0, ny = 0;
    if (length > 0 && coverage_.multisample) {
        nx = std::llrint(-dy / length * width * one / 2);
        ny = std::llrint(dx / length * width * one / 2);
    } else if (length > 0) {
        // 14.5.2.1: a line of whole pixels' width is wide along its minor axis.
        const double half = std::max(1.0, std::rint(static_cast<double>(width))) * one / 2;
        (std::fabs(dy) > std::fabs(dx) ? nx : ny) = std::llrint(half);
        // Counter-clockwise, as the others are.
        if (std::fabs(dy) > std::fabs(dx) ? dy > 0 : dx < 0) nx = -nx, ny = -ny;
    }
    const FinePoint corner[4] = {
        {p.x - nx, p.y - ny}, {q.x - nx, q.y - ny}, {q.x + nx, q.y + ny}, {p.x + nx, p.y + ny}};
    primitive.shape = Shape::Edges;
    const int32_t reach = touching_reach(raster_, false);
    grid.set_touching_edges(primitive, corner, reach);
    const auto [left, right] = std::minmax({corner[0].x, corner[1].x, corner[2].x, corner[3].x});
    const auto [bottom, top] = std::minmax({corner[0].y, corner[1].y, corner[2].y, corner[3].y});
    if (set_box(primitive, grid.touched({left, bottom}, {right, top}, reach), binning.bounds().others))
        binning.add(primitive);
}

}  // namespace rasterizer
