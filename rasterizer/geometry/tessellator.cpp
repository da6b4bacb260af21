#include "rasterizer/geometry/tessellator.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

namespace rasterizer {
namespace {

using arbasm::TessMode;
using arbasm::TessSpacing;

// A level after clamping, and the segments it is rounded up to.
struct Level {
    double value = 1;
    int segments = 1;
};

// "clamped to the range…" and "rounded up to the nearest…" (11.2.2). NaN of an inner level becomes the smallest.
Level clamped_level(float level, TessSpacing spacing) {
    const auto within = [&](double low, double high) {
        const double value = level;
        return value > low ? std::min(value, high) : low;
    };
    Level result;
    switch (spacing) {
        case TessSpacing::Equal:
            result.segments = static_cast<int>(std::ceil(within(1, max_tessellation_level)));
            result.value = result.segments;
            break;
        case TessSpacing::FractionalEven:
            result.value = within(2, max_tessellation_level);
            result.segments = 2 * static_cast<int>(std::ceil(result.value / 2));
            break;
        case TessSpacing::FractionalOdd:
            result.value = within(1, max_tessellation_level - 1);
            result.segments = 2 * static_cast<int>(std::ceil((result.value + 1) / 2)) - 1;
            break;
    }
    return result;
}

// An inner level of one beside levels that are not: "treated as though it were originally specified as 1 + epsilon".
// The added segments are so short that their ends are one point, as other drivers have it.
Level more_than_one(TessSpacing spacing) {
    Level level = clamped_level(1.5f, spacing);
    if (spacing != TessSpacing::Equal) level.value = 1 + 0x1p-30;
    return level;
}

// Where the ends of an edge's segments are: segments + 1 numbers from 0 to 1. With fractional spacing they are on the
// way from where the next smaller number of segments has them to where the next larger one has them, so that two
// segments are shorter than the others. Which two is left open; they are those of Direct3D's tessellator, as other
// drivers have it: the one behind the first 2b + 1, where b is what remains of half the smaller number without its
// highest bit.
std::vector<double> positions(const Level& level) {
    const int n = level.segments, odd = n % 2;
    std::vector<double> result(static_cast<size_t>(n) + 1, 0.0);
    result[static_cast<size_t>(n)] = 1;
    const int fewer = n - 2;
    const double part = (level.value - fewer) / 2;  // 1: all segments are equal
    const int half = (fewer + odd) / 2 - odd;
    int split = 0;
    if (fewer > 1)
        split = 2 * (half - (half > 0 ? static_cast<int>(std::bit_floor(static_cast<unsigned>(half))) : 0)) + 1;
    for (int i = 1; 2 * i <= n; i++) {
        const double few = fewer > 0 ? double{i > split ? i - 1.0 : i} / fewer : 0;
        const double exact = 2 * i == n ? 0.5 : part >= 1 ? double(i) / n : few * (1 - part) + part * i / n;
        const double rounded = std::nearbyint(exact * 0x1p24) * 0x1p-24;
        result[static_cast<size_t>(i)] = rounded;
        result[static_cast<size_t>(n - i)] = 1 - rounded;
    }
    return result;
}

struct Builder {
    Tessellation& to;
    bool reversed;
    bool points_only;

    uint32_t point(double u, double v, double w) {
        to.points.push_back({static_cast<float>(u), static_cast<float>(v), static_cast<float>(w)});
        return static_cast<uint32_t>(to.points.size()) - 1;
    }
    // Counter-clockwise in (u, v).
    void triangle(uint32_t a, uint32_t b, uint32_t c) {
        if (points_only) return;
        if (reversed) std::swap(b, c);
        to.indices.insert(to.indices.end(), {a, b, c});
    }
    // Fills the band between a side and the inner side that faces it; both run counter-clockwise around the domain.
    void stitch(std::span<const uint32_t> outside, std::span<const uint32_t> inside) {
        size_t o = 0, i = 0;
        const size_t last_o = outside.size() - 1, last_i = inside.size() - 1;
        while (o < last_o || i < last_i) {
            // The side whose next segment has the nearer middle goes on.
            const bool outer_first = i == last_i || (o < last_o && (2 * o + 1) * last_i <= (2 * i + 1) * last_o);
            if (outer_first) {
                triangle(outside[o], outside[o + 1], inside[i]);
                o++;
            } else {
                triangle(outside[o], inside[i + 1], inside[i]);
                i++;
            }
        }
    }
};

// The sides of a closed ring; each ends with the point that the next begins with.
template <size_t sides>
struct Ring {
    std::array<std::vector<uint32_t>, sides> side;
};

template <size_t sides>
void stitch_rings(Builder& builder, const Ring<sides>& outside, const Ring<sides>& inside) {
    for (size_t s = 0; s < sides; s++) builder.stitch(outside.side[s], inside.side[s]);
}

// `at(side, i)` makes point i of a side of `segments[side]` segments. Corners belong to the side that they begin.
// `first`: the side whose points come first. No text orders points, but where those of one patch lie on one pixel
// programs see the last, which is that at U of a triangle's ring in other drivers, as in Direct3D's reference.
template <size_t sides, class MakePoint>
Ring<sides> make_ring(const std::array<int, sides>& segments, size_t first, MakePoint at) {
    Ring<sides> ring;
    for (size_t n = 0; n < sides; n++) {
        const size_t s = (first + n) % sides;
        for (int i = 0; i < segments[s]; i++) ring.side[s].push_back(at(s, i));
    }
    for (size_t s = 0; s < sides; s++) {
        std::vector<uint32_t>& next = ring.side[(s + 1) % sides];
        ring.side[s].push_back(next.front());
    }
    return ring;
}

void triangles(Builder& builder, TessSpacing spacing, const std::array<float, 4>& outer,
               const std::array<float, 2>& inner) {
    // Sides from W to U, U to V and V to W: the edges where v, w and u are zero.
    const std::array<Level, 3> edge{clamped_level(outer[1], spacing), clamped_level(outer[2], spacing),
                                    clamped_level(outer[0], spacing)};
    Level inside = clamped_level(inner[0], spacing);
    const bool plain = std::all_of(edge.begin(), edge.end(), [](const Level& level) { return level.segments == 1; });
    // Point (along, beside) of side s: from its first corner towards its second, towards the third.
    const auto corner_order = [&](size_t s, double first, double second, double third) {
        switch (s) {
            case 0: return builder.point(second, third, first);
            case 1: return builder.point(first, second, third);
            default: return builder.point(third, first, second);
        }
    };
    std::array<std::vector<double>, 3> outer_positions;
    for (size_t s = 0; s < 3; s++) outer_positions[s] = positions(edge[s]);
    const auto outer_point = [&](size_t s, int i) {
        const double t = outer_positions[s][static_cast<size_t>(i)];
        return corner_order(s, 1 - t, t, 0);
    };
    Ring<3> ring = make_ring<3>({edge[0].segments, edge[1].segments, edge[2].segments}, 2, outer_point);
    if (inside.segments == 1 && plain) {
        builder.triangle(ring.side[0][0], ring.side[1][0], ring.side[2][0]);
        return;
    }
    if (inside.segments == 1) inside = more_than_one(spacing);
    const std::vector<double> t = positions(inside);
    const int n = inside.segments;
    for (int k = 1; 2 * k <= n; k++) {
        const double ring_t = t[static_cast<size_t>(k)];
        Ring<3> next;
        if (2 * k == n) {
            // Coordinates are multiples of 2^-24 that add up to one. So the smallest of the center is less than a
            // third, as in other drivers; programs that count rings by it see the difference.
            constexpr double third = 0x555555p-24;
            const uint32_t center = builder.point(third, third, 1 - 2 * third);
            for (auto& side : next.side) side = {center};
        } else {
            // Perpendiculars through the points of the subdivided edges meet here.
            const int segments = n - 2 * k;
            next = make_ring<3>({segments, segments, segments}, 2, [&](size_t s, int i) {
                const double along = t[static_cast<size_t>(k + i)];
                const double second = along - ring_t / 3, third = 2 * ring_t / 3;
                return corner_order(s, 1 - along - ring_t / 3, second, third);
            });
        }
        stitch_rings(builder, ring, next);
        ring = std::move(next);
        if (n - 2 * k == 1) builder.triangle(ring.side[0][0], ring.side[1][0], ring.side[2][0]);
    }
}

// What lies inside of the outermost ring: a grid of points, which are rings around each other, too, so that the
// diagonal of each corner's cell ends in the corners of both rings.
void quad_rings(Builder& builder, Ring<4> outside, const std::vector<double>& u, const std::vector<double>& v) {
    const int columns = static_cast<int>(u.size()) - 2, rows = static_cast<int>(v.size()) - 2;  // of points
    std::vector<uint32_t> grid;
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++)
            grid.push_back(builder.point(u[static_cast<size_t>(i) + 1], v[static_cast<size_t>(j) + 1], 0));
    const auto at = [&](int i, int j) { return grid[static_cast<size_t>(j * columns + i)]; };
    for (int first = 0;; first++) {
        const int right = columns - 1 - first, top = rows - 1 - first;
        Ring<4> ring;
        for (int i = first; i <= right; i++) {
            ring.side[0].push_back(at(i, first));
            ring.side[2].push_back(at(right + first - i, top));
        }
        for (int j = first; j <= top; j++) {
            ring.side[1].push_back(at(right, j));
            ring.side[3].push_back(at(first, top + first - j));
        }
        stitch_rings(builder, outside, ring);
        if (right - first <= 1 || top - first <= 1) {
            // A row of cells, or nothing.
            for (int j = first; j < top; j++)
                for (int i = first; i < right; i++) {
                    builder.triangle(at(i, j), at(i + 1, j), at(i + 1, j + 1));
                    builder.triangle(at(i, j), at(i + 1, j + 1), at(i, j + 1));
                }
            return;
        }
        outside = std::move(ring);
    }
}

void quads(Builder& builder, TessSpacing spacing, const std::array<float, 4>& outer,
           const std::array<float, 2>& inner) {
    // Counter-clockwise from (0, 0): the edges where v is 0, u is 1, v is 1, u is 0.
    const std::array<Level, 4> edge{clamped_level(outer[1], spacing), clamped_level(outer[2], spacing),
                                    clamped_level(outer[3], spacing), clamped_level(outer[0], spacing)};
    std::array<Level, 2> inside{clamped_level(inner[0], spacing), clamped_level(inner[1], spacing)};
    std::array<std::vector<double>, 4> outer_positions;
    for (size_t s = 0; s < 4; s++) outer_positions[s] = positions(edge[s]);
    const Ring<4> ring =
        make_ring<4>({edge[0].segments, edge[1].segments, edge[2].segments, edge[3].segments}, 0, [&](size_t s, int i) {
            const double t = outer_positions[s][static_cast<size_t>(i)];
            switch (s) {
                case 0: return builder.point(t, 0, 0);
                case 1: return builder.point(1, t, 0);
                case 2: return builder.point(1 - t, 1, 0);
                default: return builder.point(0, 1 - t, 0);
            }
        });
    const bool plain = inside[0].segments == 1 && inside[1].segments == 1 &&
                       std::all_of(edge.begin(), edge.end(), [](const Level& level) { return level.segments == 1; });
    if (plain) {
        const uint32_t a = ring.side[0][0], b = ring.side[1][0], c = ring.side[2][0], d = ring.side[3][0];
        builder.triangle(a, b, c);
        builder.triangle(a, c, d);
        return;
    }
    for (Level& level : inside)
        if (level.segments == 1) level = more_than_one(spacing);
    quad_rings(builder, ring, positions(inside[0]), positions(inside[1]));
}

// "the number of isolines": always equally spaced, none at v = 1.
void isolines(Builder& builder, TessSpacing spacing, const std::array<float, 4>& outer) {
    const Level lines = clamped_level(outer[0], TessSpacing::Equal), segments = clamped_level(outer[1], spacing);
    const std::vector<double> u = positions(segments), v = positions(lines);
    for (size_t line = 0; line + 1 < v.size(); line++)
        for (size_t i = 0; i < u.size(); i++) {
            const uint32_t point = builder.point(u[i], v[line], 0);
            if (i > 0 && !builder.points_only) builder.to.indices.insert(builder.to.indices.end(), {point - 1, point});
        }
}

bool is_discarded(TessMode mode, const std::array<float, 4>& outer) {
    const size_t relevant = mode == TessMode::Quads ? 4 : mode == TessMode::Triangles ? 3 : 2;
    for (size_t i = 0; i < relevant; i++)
        if (!(outer[i] > 0)) return true;
    return false;
}

}  // namespace

size_t most_points(const TessellationDomain& domain, const std::array<float, 4>& outer,
                   const std::array<float, 2>& inner) {
    if (is_discarded(domain.mode, outer)) return 0;
    const auto ends = [&](float level) {
        return static_cast<size_t>(std::max(clamped_level(level, domain.spacing).segments, 3)) + 1;
    };
    switch (domain.mode) {
        case TessMode::Isolines:
            return static_cast<size_t>(clamped_level(outer[0], TessSpacing::Equal).segments) * ends(outer[1]);
        case TessMode::Quads:
            return ends(outer[0]) + ends(outer[1]) + ends(outer[2]) + ends(outer[3]) + ends(inner[0]) * ends(inner[1]);
        case TessMode::None:
        case TessMode::Triangles: break;
    }
    return ends(outer[0]) + ends(outer[1]) + ends(outer[2]) + ends(inner[0]) * ends(inner[0]);
}

void tessellate(const TessellationDomain& domain, const std::array<float, 4>& outer, const std::array<float, 2>& inner,
                Tessellation& result) {
    result.clear();
    result.vertices_per_primitive = domain.point_mode ? 1 : domain.mode == TessMode::Isolines ? 2 : 3;
    if (is_discarded(domain.mode, outer)) return;
    Builder builder{result, domain.order == arbasm::TessVertexOrder::Cw, domain.point_mode};
    switch (domain.mode) {
        case TessMode::Quads: quads(builder, domain.spacing, outer, inner); break;
        case TessMode::Isolines: isolines(builder, domain.spacing, outer); break;
        case TessMode::None:
        case TessMode::Triangles: triangles(builder, domain.spacing, outer, inner); break;
    }
    if (domain.point_mode) {
        result.indices.resize(result.points.size());
        for (size_t i = 0; i < result.indices.size(); i++) result.indices[i] = static_cast<uint32_t>(i);
    }
}

}  // namespace rasterizer
