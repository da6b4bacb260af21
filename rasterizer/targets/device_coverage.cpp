#include "rasterizer/targets/device_coverage.h"

#include <algorithm>
#include <cmath>

#include "rasterizer/scene/edge_function.h"

namespace rasterizer {
namespace {

using machines::tegra::CoverageVertex;
using machines::tegra::PixelRectangle;
using machines::tegra::QuadSink;

// Pixels from the origin that edge functions take without overflow: |a|, |b| <= 2^30, |c| < 2^61.
constexpr double band = 1 << 21;

struct Polygon {
    std::array<CoverageVertex, 8> corners;
    size_t count = 0;
    void add(const CoverageVertex& corner) { corners[count++] = corner; }
};

// What of the polygon lies within the band on one side. Cuts are computed from the inside outwards, whichever way the
// edge runs, so that neighbours get the same corners.
Polygon clipped(const Polygon& polygon, double CoverageVertex::*axis, double sign) {
    Polygon kept;
    const auto distance = [&](const CoverageVertex& v) { return band - sign * v.*axis; };
    for (size_t i = 0; i < polygon.count; i++) {
        const CoverageVertex &here = polygon.corners[i], &next = polygon.corners[(i + 1) % polygon.count];
        const double d0 = distance(here), d1 = distance(next);
        if (d0 >= 0) kept.add(here);
        if ((d0 >= 0) == (d1 >= 0)) continue;
        const CoverageVertex &in = d0 >= 0 ? here : next, &out = d0 >= 0 ? next : here;
        const double t = distance(in) / (distance(in) - distance(out));
        CoverageVertex cut{in.x + t * (out.x - in.x), in.y + t * (out.y - in.y)};
        cut.*axis = sign * band;
        kept.add(cut);
    }
    return kept;
}

FixedPoint fixed(const CoverageVertex& v) {
    return {static_cast<int32_t>(std::lrint(v.x * sub_pixel_one)),
            static_cast<int32_t>(std::lrint(v.y * sub_pixel_one))};
}

double cross(const CoverageVertex& a, const CoverageVertex& b, const CoverageVertex& c) {
    return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

int64_t at_center(const EdgeFunction& edge, int x, int y) {
    return edge.c + int64_t{edge.a} * (int64_t{x} * sub_pixel_one + sub_pixel_one / 2) +
           int64_t{edge.b} * (int64_t{y} * sub_pixel_one + sub_pixel_one / 2);
}

}  // namespace

void DeviceCoverage::triangle(const std::array<CoverageVertex, 3>& vertices, const PixelRectangle& within,
                              QuadSink& sink) {
    Polygon polygon;
    bool reaches_out = false;
    for (const CoverageVertex& v : vertices) {
        if (!std::isfinite(v.x) || !std::isfinite(v.y)) return;
        reaches_out |= std::fabs(v.x) > band || std::fabs(v.y) > band;
        polygon.add(v);
    }
    if (reaches_out)
        for (const auto axis : {&CoverageVertex::x, &CoverageVertex::y})
            for (const double sign : {-1.0, 1.0}) polygon = clipped(polygon, axis, sign);
    if (polygon.count < 3) return;

    std::array<FixedPoint, 8> corners{};
    int64_t area = 0;
    for (size_t i = 0; i < polygon.count; i++) corners[i] = fixed(polygon.corners[i]);
    for (size_t i = 0; i < polygon.count; i++) {
        const FixedPoint &p = corners[i], &q = corners[(i + 1) % polygon.count];
        area += int64_t{p.x} * q.y - int64_t{q.x} * p.y;
    }
    if (area == 0) return;
    std::array<EdgeFunction, 8> edges{};
    size_t edge_count = 0;
    int32_t min_x = corners[0].x, max_x = min_x, min_y = corners[0].y, max_y = min_y;
    for (size_t i = 0; i < polygon.count; i++) {
        const FixedPoint &p = corners[i], &q = corners[(i + 1) % polygon.count];
        min_x = std::min(min_x, p.x), max_x = std::max(max_x, p.x);
        min_y = std::min(min_y, p.y), max_y = std::max(max_y, p.y);
        if (p.x == q.x && p.y == q.y) continue;  // a corner that was cut off
        if (area > 0)
            set_edge(edges[edge_count++], p, q);
        else
            set_edge(edges[edge_count++], q, p);
    }

    // Weights are those of the grid's positions, as coverage is.
    std::array<CoverageVertex, 3> positions = vertices;
    if (!reaches_out)
        for (size_t i = 0; i < 3; i++)
            positions[i] = {static_cast<double>(corners[i].x) / sub_pixel_one,
                            static_cast<double>(corners[i].y) / sub_pixel_one};
    const double whole = cross(positions[0], positions[1], positions[2]);

    const int left = std::max(within.left, min_x >> sub_pixel_bits) & ~1;
    const int right = std::min(within.right, (max_x >> sub_pixel_bits) + 1);
    const int top = std::max(within.top, min_y >> sub_pixel_bits) & ~1;
    const int bottom = std::min(within.bottom, (max_y >> sub_pixel_bits) + 1);
    // Quads go row by row; blocks of a row that an edge has wholly on its outer side are passed over.
    for (int y = top; y < bottom; y += 2)
        for (int x = left; x < right;) {
            bool outside = false;
            for (size_t e = 0; e < edge_count && !outside; e++) {
                const int best_x = edges[e].a > 0 ? x + block_size - 1 : x, best_y = edges[e].b > 0 ? y + 1 : y;
                outside = at_center(edges[e], best_x, best_y) < 0;
            }
            if (outside) {
                x += block_size;
                continue;
            }
            for (int end = std::min(x + block_size, right); x < end; x += 2) {
                std::array<bool, 4> covered{};
                std::array<std::array<double, 3>, 4> weights{};
                for (size_t p = 0; p < 4; p++) {
                    const int px = x + static_cast<int>(p & 1), py = y + static_cast<int>(p >> 1);
                    covered[p] = px >= within.left && px < within.right && py >= within.top && py < within.bottom;
                    for (size_t e = 0; e < edge_count; e++) covered[p] = covered[p] && at_center(edges[e], px, py) >= 0;
                    const CoverageVertex center{px + 0.5, py + 0.5};
                    weights[p][1] = cross(positions[0], center, positions[2]) / whole;
                    weights[p][2] = cross(positions[0], positions[1], center) / whole;
                    weights[p][0] = 1 - weights[p][1] - weights[p][2];
                }
                if (covered[0] || covered[1] || covered[2] || covered[3]) sink.quad(x, y, covered, weights);
            }
        }
}

}  // namespace rasterizer
