// Conservative rasterization (NV_conservative_raster): a primitive draws every pixel that it touches, edges and corners
// of the pixel included.
//
// The square of a pixel touches a convex polygon when the polygon's box touches it and no edge has all of it outside.
// An edge's function is largest over the square at one of its corners, where it is that of the centre and half of
// |a| + |b| pixels more: with this in the constant, the usual test at centres answers, exactly. The pixel is inside
// whole when the smallest is not negative: a whole |a| + |b| less. Primitives that grow (dilation, and the half
// sub-pixel that the grid may have taken from them) touch the pixels whose squares, grown in their place, touch them:
// a larger half (touching_reach()).
#include <algorithm>
#include <cmath>
#include <utility>

#include "rasterizer/geometry/clip.h"
#include "rasterizer/setup/triangle_planes.h"

namespace rasterizer {

// How many more bits positions get. "If the combination of viewport size and total subpixel precision exceed" what
// there is, "less precision may be used": edges must stay below 2^23 (guard_band_low).
int PrimitiveSetup::bias_for(const float* const* vertices, int count, float margin) const {
    int bias = std::max(raster_.sub_pixel_bias_x, raster_.sub_pixel_bias_y);
    if (bias == 0) return 0;
    float low[2] = {guard_band_high, guard_band_high}, high[2] = {guard_band_low, guard_band_low};
    for (int i = 0; i < count; ++i)
        for (int c = 0; c < 2; ++c) {
            low[c] = std::min(low[c], vertices[i][window_slot * 4 + c]);
            high[c] = std::max(high[c], vertices[i][window_slot * 4 + c]);
        }
    const float extent = std::max(high[0] - low[0], high[1] - low[1]) + margin;
    while (bias > 0 && !(extent * static_cast<float>(1 << bias) < 32000)) --bias;
    return bias;
}

PrimitiveSetup::FinePoint PrimitiveSetup::fine(const float* record, int bias) const {
    const float* window = record + window_slot * 4;
    auto snap = [bias](float v, int own_bias) {
        const float inside = v > guard_band_low ? (v < guard_band_high ? v : guard_band_high) : guard_band_low;
        const int used = std::min(own_bias, bias);
        return int64_t{std::llrint(std::ldexp(static_cast<double>(inside), sub_pixel_bits + used))} << (bias - used);
    };
    return {snap(window[0], raster_.sub_pixel_bias_x), snap(window[1], raster_.sub_pixel_bias_y)};
}

// >= 0 at the centres of the pixels that touch the left side of the edge; `reach`: touching_reach().
void PrimitiveSetup::set_touching_edge(EdgeFunction& edge, FinePoint from, FinePoint to, int bias, int32_t reach) {
    static_assert(sub_pixel_bits == 8, "reach is in half sub-pixels");
    edge.a = static_cast<int32_t>(from.y - to.y);
    edge.b = static_cast<int32_t>(to.x - from.x);
    // Twice the constant, in fine units. At centres the rest is a multiple of 2^(bias + 1), so rounding down changes no
    // sign.
    const int64_t more = (std::llabs(edge.a) + std::llabs(edge.b)) * reach << bias;
    edge.c = (more - 2 * (edge.a * from.x + edge.b * from.y)) >> (bias + 1);
}

PixelBounds PrimitiveSetup::touched_bounds(FinePoint low, FinePoint high, int bias, int32_t reach) {
    const int bits = sub_pixel_bits + bias + 1;
    const int64_t more = int64_t{reach - sub_pixel_one} << bias;
    const auto first = [&](int64_t place) { return static_cast<int32_t>((2 * place - more - 1) >> bits); };
    const auto last = [&](int64_t place) { return static_cast<int32_t>((2 * place + more) >> bits); };
    return {first(low.x), first(low.y), last(high.x), last(high.y)};
}

// False: no pixel is touched.
bool PrimitiveSetup::set_touched_bounds(TilePrimitive& primitive, FinePoint low, FinePoint high, int bias,
                                        int32_t reach, const PixelBounds& within) {
    const PixelBounds touched = touched_bounds(low, high, bias, reach);
    primitive.min_x = std::max(touched.min_x, within.min_x);
    primitive.min_y = std::max(touched.min_y, within.min_y);
    primitive.max_x = std::min(touched.max_x, within.max_x);
    primitive.max_y = std::min(touched.max_y, within.max_y);
    return primitive.min_x <= primitive.max_x && primitive.min_y <= primitive.max_y;
}

// The polygon as a fan of triangles around its first corner. A pixel that touches a triangle and one before it touches
// the edge between the triangle and those before, and only such pixels do.
void PrimitiveSetup::conservative_polygon(const float* const* vertices, int count, const bool* boundary,
                                          const float* flat, uint32_t id) {
    const int bias = bias_for(vertices, count, 0);
    std::array<FinePoint, max_clipped_vertices> p;
    for (int i = 0; i < count; ++i) p[static_cast<size_t>(i)] = fine(vertices[i], bias);
    const auto twice_area = [&](size_t b, size_t c) {
        return (p[b].x - p[0].x) * (p[c].y - p[0].y) - (p[c].x - p[0].x) * (p[b].y - p[0].y);
    };
    int64_t total = 0;
    for (size_t i = 1; i + 1 < static_cast<size_t>(count); ++i) total += twice_area(i, i + 1);
    if (total == 0) {
        // "Polygons with an area of zero generate no fragments", unless they may have had one before the grid.
        const Side& face = sides_[0];
        if (snap_error(raster_, true) && !face.culled && raster_.polygon_mode[face.back] == PolygonMode::Fill)
            conservative_segment(vertices, p.data(), count, bias, flat, id);
        return;
    }
    const bool clockwise = (total < 0) != raster_.clip_origin_upper_left;
    const bool back = clockwise != raster_.front_face_clockwise;
    if (culled(back)) return;
    if (raster_.polygon_mode[back] == PolygonMode::FillRectangle)
        return conservative_rectangle(vertices, p.data(), total, bias, back, flat, id);
    if (raster_.polygon_mode[back] != PolygonMode::Fill) {
        for (int i = 1; i + 1 < count; ++i) {
            const float* const fan[3] = {vertices[0], vertices[i], vertices[i + 1]};
            const int edges =
                (i == 1 && boundary[0] ? 1 : 0) | (boundary[i] ? 2 : 0) | (i + 2 == count && boundary[i + 1] ? 4 : 0);
            triangle(fan, flat, id, static_cast<uint8_t>(edges));
        }
        return;
    }

    const int32_t reach = touching_reach(raster_, true);
    EdgeFunction* outline = nullptr;
    if (count > 3) {
        outline = target_.arena->array<EdgeFunction>(static_cast<size_t>(count));
        for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
            const size_t next = i + 1 == static_cast<size_t>(count) ? 0 : i + 1;
            set_touching_edge(outline[i], p[total > 0 ? i : next], p[total > 0 ? next : i], bias, reach);
        }
    }
    size_t drawn = 0;  // the corner at which the triangles so far end; 0: there is none
    for (size_t i = 1; i + 1 < static_cast<size_t>(count); ++i) {
        const int64_t area = twice_area(i, i + 1);
        if (area == 0) continue;
        const size_t before = std::exchange(drawn, i + 1);
        const FinePoint position[3] = {p[0], p[i], p[i + 1]};
        const float* const corners[3] = {vertices[0], vertices[i], vertices[i + 1]};
        TilePrimitive primitive;
        const auto [left, right] = std::minmax({p[0].x, p[i].x, p[i + 1].x});
        const auto [bottom, top] = std::minmax({p[0].y, p[i].y, p[i + 1].y});
        if (!set_touched_bounds(primitive, {left, bottom}, {right, top}, bias, reach, polygon_bounds_)) continue;
        conservative_triangle(primitive, corners, position, area, bias);
        primitive.draw = record_;
        primitive.flat = flat;
        primitive.primitive_id = id;
        primitive.back_facing = back;
        if (outline) {
            auto* const part = target_.arena->make<PolygonPart>();
            part->outline = outline;
            part->outline_count = count;
            part->follows = before != 0;
            set_touching_edge(part->sides[0], p[0], p[before], bias, reach);
            set_touching_edge(part->sides[1], p[before], p[0], bias, reach);
            const PixelBounds touched =
                touched_bounds({std::min(p[0].x, p[before].x), std::min(p[0].y, p[before].y)},
                               {std::max(p[0].x, p[before].x), std::max(p[0].y, p[before].y)}, bias, reach);
            part->min_x = touched.min_x;
            part->min_y = touched.min_y;
            part->max_x = touched.max_x;
            part->max_y = touched.max_y;
            primitive.part = part;
        }
        add(primitive);
    }
}

// What the grid has made of a polygon that has no area there: the segment between the two corners that lie furthest
// apart, or a point. What fragments interpolate is that of the place beside them on it.
void PrimitiveSetup::conservative_segment(const float* const* vertices, const FinePoint* places, int count, int bias,
                                          const float* flat, uint32_t id) {
    const double one = sub_pixel_one << bias;
    int from = 0, to = 0;
    double square = 0;
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < i; ++j) {
            const double dx = static_cast<double>(places[i].x - places[j].x) / one,
                         dy = static_cast<double>(places[i].y - places[j].y) / one;
            if (dx * dx + dy * dy <= square) continue;
            square = dx * dx + dy * dy;
            from = j;
            to = i;
        }
    const FinePoint a = places[from], b = places[to];
    const int32_t reach = touching_reach(raster_, true);
    TilePrimitive primitive;
    if (!set_touched_bounds(primitive, {std::min(a.x, b.x), std::min(a.y, b.y)},
                            {std::max(a.x, b.x), std::max(a.y, b.y)}, bias, reach, polygon_bounds_))
        return;
    primitive.draw = record_;
    primitive.vertex[0] = vertices[from];
    primitive.vertex[1] = primitive.vertex[2] = vertices[to];
    primitive.flat = flat;
    primitive.primitive_id = id;
    primitive.back_facing = sides_[0].back;
    primitive.is_point = primitive.smooth = false;
    primitive.polygon = true;
    primitive.shape = Shape::Edges;
    primitive.edge_count = 2;
    set_touching_edge(primitive.edges[0], a, b, bias, reach);
    set_touching_edge(primitive.edges[1], b, a, bias, reach);
    const float* const wa = vertices[from] + window_slot * 4;
    const float* const wb = vertices[to] + window_slot * 4;
    primitive.x0 = static_cast<float>(static_cast<double>(a.x) / one);
    primitive.y0 = static_cast<float>(static_cast<double>(a.y) / one);
    const double along = square > 0 ? 1 / square : 0;
    primitive.b1_dx = static_cast<float>(static_cast<double>(b.x - a.x) / one * along);
    primitive.b1_dy = static_cast<float>(static_cast<double>(b.y - a.y) / one * along);
    primitive.b2_dx = primitive.b2_dy = 0;
    const float offset =
        raster_.polygon_offset[static_cast<int>(PolygonMode::Fill)] ? polygon_offset(vertices, 0, 0) : 0.0f;
    primitive.z0 = wa[2];
    primitive.z_offset = offset;
    primitive.z_dx = (wb[2] - wa[2]) * primitive.b1_dx;
    primitive.z_dy = (wb[2] - wa[2]) * primitive.b1_dy;
    const float beyond = (std::fabs(primitive.z_dx) + std::fabs(primitive.z_dy)) * (1 + raster_.dilation);
    primitive.z_min = std::min(wa[2], wb[2]) + offset - beyond;
    primitive.z_max = std::max(wa[2], wb[2]) + offset + beyond;
    primitive.affine = wa[3] == wb[3];
    add(primitive);
}

void PrimitiveSetup::conservative_triangle(TilePrimitive& primitive, const float* const vertices[3],
                                           const FinePoint position[3], int64_t area, int bias) const {
    const double one = sub_pixel_one << bias;
    double slope_x = 0, slope_y = 0;
    depth_slopes(vertices, position, area, one, slope_x, slope_y);
    const float offset =
        raster_.polygon_offset[static_cast<int>(PolygonMode::Fill)] ? polygon_offset(vertices, slope_x, slope_y) : 0.0f;
    const int order[3] = {0, area > 0 ? 1 : 2, area > 0 ? 2 : 1};  // counter-clockwise
    FinePoint p[3];
    for (int i = 0; i < 3; ++i) {
        p[i] = position[order[i]];
        primitive.vertex[i] = vertices[order[i]];
    }
    primitive.shape = Shape::Edges;
    primitive.edge_count = 3;
    primitive.is_point = primitive.smooth = false;
    primitive.polygon = true;
    for (int i = 0; i < 3; ++i)
        set_touching_edge(primitive.edges[i], p[i], p[(i + 1) % 3], bias, touching_reach(raster_, true));
    set_planes(primitive, p, area, one);
    const float* w0 = primitive.vertex[0] + window_slot * 4;
    const float* w1 = primitive.vertex[1] + window_slot * 4;
    const float* w2 = primitive.vertex[2] + window_slot * 4;
    primitive.z0 = w0[2];
    primitive.z_offset = offset;
    primitive.z_dx = static_cast<float>(slope_x);
    primitive.z_dy = static_cast<float>(slope_y);
    // Centres of touched pixels lie outside of the triangle by half a pixel, or what else touches.
    const float beyond = (std::fabs(primitive.z_dx) + std::fabs(primitive.z_dy)) * (1 + raster_.dilation);
    primitive.z_min = std::min({w0[2], w1[2], w2[2]}) + offset - beyond;
    primitive.z_max = std::max({w0[2], w1[2], w2[2]}) + offset + beyond;
    primitive.affine = w0[3] == w1[3] && w0[3] == w2[3];
}

// A rectangle of the line's width around it; a parallelogram where multisampling counts and is not enabled.
void PrimitiveSetup::conservative_line(TilePrimitive& primitive, const float* a, const float* b, float width) {
    const float* const ends[2] = {a, b};
    const int bias = bias_for(ends, 2, width);
    const FinePoint p = fine(a, bias), q = fine(b, bias);
    const double dx = static_cast<double>(q.x - p.x), dy = static_cast<double>(q.y - p.y);
    const double length = std::sqrt(dx * dx + dy * dy), one = sub_pixel_one << bias;
    const bool before_grid = snap_error(raster_, false) != 0;
    if (length == 0 && !before_grid) return;
    int64_t nx = 0, ny = 0;
    if (length > 0 && multisample_) {
        nx = std::llrint(-dy / length * width * one / 2);
        ny = std::llrint(dx / length * width * one / 2);
    } else if (length > 0) {
        // 14.5.2.1: a line of whole pixels' width is wide along its minor axis.
        const double half = std::max(1.0, std::rint(static_cast<double>(width))) * one / 2;
        (std::fabs(dy) > std::fabs(dx) ? nx : ny) = std::llrint(half);
        // Counter-clockwise, as the others are.
        if (std::fabs(dy) > std::fabs(dx) ? dy > 0 : dx < 0) nx = -nx, ny = -ny;
    }
    const int32_t reach = touching_reach(raster_, false);
    const FinePoint corner[4] = {
        {p.x - nx, p.y - ny}, {q.x - nx, q.y - ny}, {q.x + nx, q.y + ny}, {p.x + nx, p.y + ny}};
    primitive.shape = Shape::Edges;
    primitive.edge_count = 4;
    for (int i = 0; i < 4; ++i) set_touching_edge(primitive.edges[i], corner[i], corner[(i + 1) & 3], bias, reach);
    const auto [left, right] = std::minmax({corner[0].x, corner[1].x, corner[2].x, corner[3].x});
    const auto [bottom, top] = std::minmax({corner[0].y, corner[1].y, corner[2].y, corner[3].y});
    if (set_touched_bounds(primitive, {left, bottom}, {right, top}, bias, reach, bounds_)) add(primitive);
}

// A point sprite's square, or a disc.
void PrimitiveSetup::conservative_point(TilePrimitive& primitive, const float* vertex, float size, bool square) {
    const int bias = bias_for(&vertex, 1, size);
    const FinePoint center = fine(vertex, bias);
    const double one = sub_pixel_one << bias;
    const int64_t half = std::llrint(size * one / 2);
    const FinePoint low{center.x - half, center.y - half}, high{center.x + half, center.y + half};
    const int32_t reach = touching_reach(raster_, false);
    if (!set_touched_bounds(primitive, low, high, bias, reach, bounds_)) return;
    if (square) {
        primitive.shape = Shape::Edges;
        primitive.edge_count = 4;
        const FinePoint corner[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
        for (int i = 0; i < 4; ++i) set_touching_edge(primitive.edges[i], corner[i], corner[(i + 1) & 3], bias, reach);
    } else {
        primitive.shape = Shape::Disc;
        primitive.smooth_shape = SmoothShape{static_cast<float>(static_cast<double>(center.x) / one),
                                             static_cast<float>(static_cast<double>(center.y) / one),
                                             static_cast<float>(touching_reach(raster_, false)) / 512,
                                             static_cast<float>(covering_reach(raster_, false)) / 512,
                                             0,
                                             size / 2,
                                             false,
                                             0,
                                             0};
    }
    add(primitive);
}

}  // namespace rasterizer
