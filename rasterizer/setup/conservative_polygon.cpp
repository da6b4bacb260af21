#include "rasterizer/setup/conservative_polygon.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rasterizer/setup/pixel_bounds.h"
#include "rasterizer/setup/triangle_planes.h"

namespace rasterizer {

ConservativePolygon::ConservativePolygon(const RasterState& raster, const ShadedVertex* const* vertices, int count)
    : raster_(raster),
      vertices_(vertices),
      count_(count),
      grid_(raster, vertices, count, 0),
      reach_(touching_reach(raster, true)) {
    for (int i = 0; i < count; ++i) positions_[static_cast<size_t>(i)] = grid_.position(vertices[i]);
    for (size_t i = 1; i + 1 < static_cast<size_t>(count); ++i) area_ += twice_area(i, i + 1);
}

void ConservativePolygon::put_fan(PrimitiveAttributes attributes, bool back, const PolygonOffset& offset,
                                  PrimitiveBinning& binning) const {
    const auto& p = positions_;
    const EdgeFunction* const edges = outline(binning.arena());
    size_t drawn = 0;  // the corner at which the triangles so far end; 0: there is none
    for (size_t i = 1; i + 1 < static_cast<size_t>(count_); ++i) {
        const int64_t area = twice_area(i, i + 1);
        if (area == 0) continue;
        const size_t before = std::exchange(drawn, i + 1);
        const FinePoint positions[3] = {p[0], p[i], p[i + 1]};
        const ShadedVertex* const corners[3] = {vertices_[0], vertices_[i], vertices_[i + 1]};
        TilePrimitive primitive;
        const auto [left, right] = std::minmax({p[0].x, p[i].x, p[i + 1].x});
        const auto [bottom, top] = std::minmax({p[0].y, p[i].y, p[i + 1].y});
        if (!set_box(primitive, grid_.touched({left, bottom}, {right, top}, reach_), binning.bounds().polygons))
            continue;
        binning.start(primitive, attributes, back);
        set_triangle(primitive, corners, positions, area, offset);
        if (edges) primitive.part = part(edges, before, binning.arena());
        binning.add(primitive);
    }
}

const EdgeFunction* ConservativePolygon::outline(Arena& arena) const {
    if (count_ <= 3) return nullptr;
    const auto count = static_cast<size_t>(count_);
    auto* const edges = arena.array<EdgeFunction>(count);
    for (size_t i = 0; i < count; ++i) {
        const size_t next = i + 1 == count ? 0 : i + 1;
        grid_.set_touching_edge(edges[i], positions_[area_ > 0 ? i : next], positions_[area_ > 0 ? next : i], reach_);
    }
    return edges;
}

// Makes the part of one triangle. `before`: the corner at which those before it end; 0: it is the first.
PolygonPart* ConservativePolygon::part(const EdgeFunction* outline, size_t before, Arena& arena) const {
    const FinePoint from = positions_[0], to = positions_[before];
    auto* const part = arena.make<PolygonPart>();
    part->outline = outline;
    part->outline_count = count_;
    part->follows = before != 0;
    grid_.set_touching_edge(part->sides[0], from, to, reach_);
    grid_.set_touching_edge(part->sides[1], to, from, reach_);
    const PixelBounds touched = grid_.touched({std::min(from.x, to.x), std::min(from.y, to.y)},
                                              {std::max(from.x, to.x), std::max(from.y, to.y)}, reach_);
    part->min_x = touched.min_x;
    part->min_y = touched.min_y;
    part->max_x = touched.max_x;
    part->max_y = touched.max_y;
    return part;
}

void ConservativePolygon::put_box(PrimitiveAttributes attributes, bool back, const PolygonOffset& offset,
                                  PrimitiveBinning& binning) const {
    const auto [left, right] = std::minmax({positions_[0].x, positions_[1].x, positions_[2].x});
    const auto [bottom, top] = std::minmax({positions_[0].y, positions_[1].y, positions_[2].y});
    TilePrimitive primitive;
    if (!set_box(primitive, grid_.touched({left, bottom}, {right, top}, reach_), binning.bounds().polygons)) return;
    binning.start(primitive, attributes, back);
    set_triangle(primitive, vertices_, positions_.data(), area_, offset);
    widen_depths_to_box(primitive);
    const FinePoint corners[4] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    grid_.set_touching_edges(primitive, corners, reach_);
    binning.add(primitive);
}

void ConservativePolygon::put_segment(PrimitiveAttributes attributes, bool back, const PolygonOffset& offset,
                                      PrimitiveBinning& binning) const {
    const double one = grid_.one();
    int from = 0, to = 0;
    double square = 0;
    for (int i = 0; i < count_; ++i)
        for (int j = 0; j < i; ++j) {
            const double dx = static_cast<double>(positions_[i].x - positions_[j].x) / one,
                         dy = static_cast<double>(positions_[i].y - positions_[j].y) / one;
            if (dx * dx + dy * dy <= square) continue;
            square = dx * dx + dy * dy;
            from = j;
            to = i;
        }
    const FinePoint a = positions_[from], b = positions_[to];
    TilePrimitive primitive;
    const PixelBounds touched =
        grid_.touched({std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}, reach_);
    if (!set_box(primitive, touched, binning.bounds().polygons)) return;
    binning.start(primitive, attributes, back);
    primitive.vertex[0] = vertices_[from];
    primitive.vertex[1] = primitive.vertex[2] = vertices_[to];
    primitive.is_point = primitive.smooth = false;
    primitive.polygon = true;
    primitive.shape = Shape::Edges;
    primitive.edge_count = 2;
    grid_.set_touching_edge(primitive.edges[0], a, b, reach_);
    grid_.set_touching_edge(primitive.edges[1], b, a, reach_);
    const float* const wa = vertices_[from] + window_slot * 4;
    const float* const wb = vertices_[to] + window_slot * 4;
    primitive.x0 = static_cast<float>(static_cast<double>(a.x) / one);
    primitive.y0 = static_cast<float>(static_cast<double>(a.y) / one);
    const double along = square > 0 ? 1 / square : 0;
    primitive.b1_dx = static_cast<float>(static_cast<double>(b.x - a.x) / one * along);
    primitive.b1_dy = static_cast<float>(static_cast<double>(b.y - a.y) / one * along);
    primitive.b2_dx = primitive.b2_dy = 0;
    const float depth_offset = offset.is_on(PolygonMode::Fill) ? offset.of(vertices_, {0, 0}) : 0.0f;
    primitive.z0 = wa[2];
    primitive.z_offset = depth_offset;
    primitive.z_dx = (wb[2] - wa[2]) * primitive.b1_dx;
    primitive.z_dy = (wb[2] - wa[2]) * primitive.b1_dy;
    const float beyond = (std::fabs(primitive.z_dx) + std::fabs(primitive.z_dy)) * (1 + raster_.dilation);
    primitive.z_min = std::min(wa[2], wb[2]) + depth_offset - beyond;
    primitive.z_max = std::max(wa[2], wb[2]) + depth_offset + beyond;
    primitive.affine = wa[3] == wb[3];
    binning.add(primitive);
}

// Shape and planes of a triangle on the grid.
void ConservativePolygon::set_triangle(TilePrimitive& primitive, const ShadedVertex* const vertices[3],
                                       const FinePoint positions[3], int64_t area, const PolygonOffset& offset) const {
    primitive.shape = Shape::Edges;
    primitive.edge_count = 3;
    primitive.is_point = primitive.smooth = false;
    primitive.polygon = true;
    const FinePoint p[3] = {positions[0], positions[area > 0 ? 1 : 2],
                            positions[area > 0 ? 2 : 1]};  // counter-clockwise
    for (int i = 0; i < 3; ++i) grid_.set_touching_edge(primitive.edges[i], p[i], p[(i + 1) % 3], reach_);
    const DepthSlopes slopes = depth_slopes(vertices, positions, area, grid_.one());
    set_corners(primitive, vertices, positions, area, grid_.one());
    set_depths(primitive, slopes, offset.is_on(PolygonMode::Fill) ? offset.of(vertices, slopes) : 0.0f);
    // Centres of touched pixels lie outside of the triangle by half a pixel, or what else touches.
    const float beyond = (std::fabs(primitive.z_dx) + std::fabs(primitive.z_dy)) * (1 + raster_.dilation);
    primitive.z_min -= beyond;
    primitive.z_max += beyond;
}

}  // namespace rasterizer
