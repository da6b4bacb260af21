#include "rasterizer/geometry/tessellator.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace rasterizer {
namespace {

using arbasm::TessMode;
using arbasm::TessSpacing;
using arbasm::TessVertexOrder;

constexpr TessSpacing spacings[] = {TessSpacing::Equal, TessSpacing::FractionalEven, TessSpacing::FractionalOdd};

Tessellation run(TessMode mode, TessSpacing spacing, std::array<float, 4> outer, std::array<float, 2> inner,
                 TessVertexOrder order = TessVertexOrder::Ccw, bool points = false) {
    Tessellation result;
    tessellate({mode, spacing, order, points}, outer, inner, result);
    return result;
}

double area(const Tessellation& t, size_t i) {
    const auto &a = t.points[t.indices[i]], &b = t.points[t.indices[i + 1]], &c = t.points[t.indices[i + 2]];
    return ((double{b[0]} - a[0]) * (double{c[1]} - a[1]) - (double{c[0]} - a[0]) * (double{b[1]} - a[1])) / 2;
}

// Every edge inside is shared by two triangles that run along it in opposite directions; the others are the border, all
// of them on the border of the domain.
void check_manifold(const Tessellation& t, TessMode mode) {
    std::map<std::pair<uint32_t, uint32_t>, int> edges;
    for (size_t i = 0; i < t.indices.size(); i += 3)
        for (size_t k = 0; k < 3; k++) edges[{t.indices[i + k], t.indices[i + (k + 1) % 3]}]++;
    for (const auto& [edge, count] : edges) {
        ASSERT_EQ(count, 1);
        if (edges.contains({edge.second, edge.first})) continue;
        const auto &a = t.points[edge.first], &b = t.points[edge.second];
        bool on_border = false;
        for (size_t c = 0; c < (mode == TessMode::Triangles ? 3 : 2); c++) {
            on_border |= a[c] == 0 && b[c] == 0;
            if (mode == TessMode::Quads) on_border |= a[c] == 1 && b[c] == 1;
        }
        EXPECT_TRUE(on_border) << a[0] << ',' << a[1] << " – " << b[0] << ',' << b[1];
    }
}

std::vector<std::array<float, 6>> many_levels() {
    std::vector<std::array<float, 6>> result;
    for (float level : {1.f, 1.5f, 2.f, 2.7f, 3.f, 4.f, 5.5f, 63.f, 64.f, 100.f})
        result.push_back({level, level, level, level, level, level});
    std::mt19937 random(7);
    std::uniform_real_distribution<float> any(0.1f, 20.f);
    for (int i = 0; i < 200; i++) {
        std::array<float, 6> levels;
        for (float& level : levels) level = random() % 4 ? any(random) : std::floor(any(random)) + 1;
        if (i % 5 == 0) levels[4] = 1;
        if (i % 7 == 0) levels[5] = 0.5f;
        result.push_back(levels);
    }
    return result;
}

// As other drivers have it: dEQP-GLES31's fill_overlap counts rings by the smallest coordinate.
TEST(Tessellator, TheCenterOfATriangleIsLessThanAThirdFromASide) {
    const Tessellation t = run(TessMode::Triangles, TessSpacing::Equal, {8, 8, 8, 8}, {8, 8});
    float nearest = 0;
    for (const auto& point : t.points) nearest = std::max(nearest, std::min({point[0], point[1], point[2]}));
    EXPECT_LT(3.0f * nearest, 1.0f);
    EXPECT_GT(3.0f * nearest, 0.999999f);
}

TEST(Tessellator, CoversTheDomainOnce) {
    for (const TessMode mode : {TessMode::Triangles, TessMode::Quads})
        for (const TessSpacing spacing : spacings)
            for (const auto& l : many_levels()) {
                const Tessellation t = run(mode, spacing, {l[0], l[1], l[2], l[3]}, {l[4], l[5]});
                ASSERT_FALSE(t.indices.empty());
                ASSERT_LE(t.points.size(), most_points({mode, spacing}, {l[0], l[1], l[2], l[3]}, {l[4], l[5]}));
                double sum = 0, least = 1;
                for (size_t i = 0; i < t.indices.size(); i += 3) {
                    sum += area(t, i);
                    least = std::min(least, area(t, i));
                }
                EXPECT_GT(least, -1e-7);
                EXPECT_NEAR(sum, mode == TessMode::Triangles ? 0.5 : 1.0, 1e-6);
                check_manifold(t, mode);
                if (mode == TessMode::Triangles) {
                    for (const auto& p : t.points) EXPECT_NEAR(p[0] + p[1] + p[2], 1, 1e-6);
                }
                if (HasFailure()) {
                    FAIL() << static_cast<int>(mode) << ' ' << static_cast<int>(spacing) << ' ' << l[0] << ' ' << l[1]
                           << ' ' << l[2] << ' ' << l[3] << ' ' << l[4] << ' ' << l[5];
                }
            }
}

// Coordinates along an edge, from one of its ends.
std::set<float> along(const Tessellation& t, size_t zero, size_t axis, float value = 0) {
    std::set<float> result;
    for (const auto& p : t.points)
        if (p[zero] == value) result.insert(p[axis]);
    return result;
}

TEST(Tessellator, SharedEdgesAreEqualToTheBit) {
    for (const TessSpacing spacing : spacings)
        for (const auto& l : many_levels()) {
            const float level = l[0];
            const Tessellation triangle =
                run(TessMode::Triangles, spacing, {level, level, level, 0}, {std::max(l[4], 1.5f), 1});
            // Inner levels of one put points on the edges that are none of theirs.
            const std::array<float, 2> inner{std::max(l[1], 1.5f), std::max(l[5], 1.5f)};
            const Tessellation quad = run(TessMode::Quads, spacing, {level, level, level, level}, inner);
            const std::set<float> edge = along(quad, 0, 1);
            std::set<float> mirrored;
            for (const float t : edge) {
                const float back = 1 - t;
                EXPECT_EQ(1 - back, t);  // nothing is lost
                mirrored.insert(back);
            }
            EXPECT_EQ(edge, mirrored);
            EXPECT_EQ(along(quad, 0, 1, 1), edge);
            EXPECT_EQ(along(quad, 1, 0), edge);
            EXPECT_EQ(along(quad, 1, 0, 1), edge);
            for (size_t zero = 0; zero < 3; zero++)
                for (const size_t other : {size_t{1}, size_t{2}})
                    EXPECT_EQ(along(triangle, zero, (zero + other) % 3), edge);
        }
}

TEST(Tessellator, Counts) {
    const auto edge_points = [](TessSpacing spacing, float level) {
        return along(run(TessMode::Quads, spacing, {level, 1, 1, 1}, {3, 3}), 0, 1).size() - 1;
    };
    EXPECT_EQ(edge_points(TessSpacing::Equal, 0.25f), 1u);
    EXPECT_EQ(edge_points(TessSpacing::Equal, 1.01f), 2u);
    EXPECT_EQ(edge_points(TessSpacing::Equal, 1000.f), 64u);
    EXPECT_EQ(edge_points(TessSpacing::FractionalEven, 0.5f), 2u);
    EXPECT_EQ(edge_points(TessSpacing::FractionalEven, 2.01f), 4u);
    EXPECT_EQ(edge_points(TessSpacing::FractionalEven, 1000.f), 64u);
    EXPECT_EQ(edge_points(TessSpacing::FractionalOdd, 0.5f), 1u);
    EXPECT_EQ(edge_points(TessSpacing::FractionalOdd, 1.01f), 3u);
    EXPECT_EQ(edge_points(TessSpacing::FractionalOdd, 1000.f), 63u);

    // One triangle; inner triangles of n·n parts; a level of one inside counts as a little more.
    EXPECT_EQ(run(TessMode::Triangles, TessSpacing::Equal, {1, 1, 1, 0}, {1, 0}).indices.size(), 3u);
    EXPECT_EQ(run(TessMode::Triangles, TessSpacing::Equal, {1, 1, 1, 0}, {2, 0}).indices.size(), 3u * 3);
    EXPECT_EQ(run(TessMode::Triangles, TessSpacing::Equal, {2, 2, 2, 0}, {1, 0}).indices.size(), 6u * 3);
    EXPECT_EQ(run(TessMode::Triangles, TessSpacing::FractionalOdd, {3, 1, 1, 0}, {1, 0}).points.size(), 5u + 3);
    EXPECT_EQ(run(TessMode::Quads, TessSpacing::Equal, {1, 1, 1, 1}, {1, 1}).indices.size(), 2u * 3);
    EXPECT_EQ(run(TessMode::Quads, TessSpacing::Equal, {4, 4, 4, 4}, {4, 4}).indices.size(), 2u * 16 * 3);
    EXPECT_EQ(run(TessMode::Quads, TessSpacing::Equal, {1, 1, 1, 1}, {4, 1}).points.size(), 4u + 3);
    const Tessellation lines = run(TessMode::Isolines, TessSpacing::Equal, {3, 5, 0, 0}, {0, 0});
    EXPECT_EQ(lines.vertices_per_primitive, 2);
    EXPECT_EQ(lines.indices.size(), 3u * 5 * 2);
    for (const auto& p : lines.points) EXPECT_LT(p[1], 1);
    // The number of lines is always equally spaced.
    EXPECT_EQ(run(TessMode::Isolines, TessSpacing::FractionalEven, {1, 2, 0, 0}, {0, 0}).indices.size(), 4u);
}

TEST(Tessellator, DiscardsPatches) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float bad : {0.f, -1.f, nan, -std::numeric_limits<float>::infinity()})
        for (size_t i = 0; i < 4; i++) {
            std::array<float, 4> outer{2, 2, 2, 2};
            outer[i] = bad;
            EXPECT_TRUE(run(TessMode::Quads, TessSpacing::Equal, outer, {2, 2}).points.empty());
            EXPECT_EQ(run(TessMode::Triangles, TessSpacing::Equal, outer, {2, 2}).points.empty(), i < 3);
            EXPECT_EQ(run(TessMode::Isolines, TessSpacing::Equal, outer, {2, 2}).points.empty(), i < 2);
        }
    // Inner levels never discard.
    EXPECT_FALSE(run(TessMode::Quads, TessSpacing::Equal, {2, 2, 2, 2}, {nan, -3}).points.empty());
}

TEST(Tessellator, OrderAndPoints) {
    for (const TessMode mode : {TessMode::Triangles, TessMode::Quads}) {
        const Tessellation ccw = run(mode, TessSpacing::Equal, {3, 4, 5, 2}, {4, 3});
        const Tessellation cw = run(mode, TessSpacing::Equal, {3, 4, 5, 2}, {4, 3}, TessVertexOrder::Cw);
        ASSERT_EQ(ccw.indices.size(), cw.indices.size());
        for (size_t i = 0; i < ccw.indices.size(); i += 3) {
            EXPECT_GT(area(ccw, i), 0);
            EXPECT_LT(area(cw, i), 0);
        }
        const Tessellation points = run(mode, TessSpacing::Equal, {3, 4, 5, 2}, {4, 3}, TessVertexOrder::Ccw, true);
        EXPECT_EQ(points.vertices_per_primitive, 1);
        EXPECT_EQ(points.indices.size(), ccw.points.size());
        std::set<std::array<float, 3>> distinct(points.points.begin(), points.points.end());
        EXPECT_EQ(distinct.size(), points.points.size());
    }
}

// Between two even levels points move, none jumps.
TEST(Tessellator, FractionalSpacingIsContinuous) {
    for (const TessSpacing spacing : {TessSpacing::FractionalEven, TessSpacing::FractionalOdd}) {
        std::set<float> before;
        for (float level = 3; level < 9; level += 1.0f / 256) {
            const std::set<float> edge = along(run(TessMode::Quads, spacing, {level, 1, 1, 1}, {3, 3}), 0, 1);
            for (const float t : before) {
                const auto above = edge.lower_bound(t);
                float nearest = 2;
                if (above != edge.end()) nearest = std::min(nearest, *above - t);
                if (above != edge.begin()) nearest = std::min(nearest, t - *std::prev(above));
                EXPECT_LT(nearest, 0.01f) << level;
            }
            before = edge;
        }
    }
}

// For triangles that have all points inside: their points, in a fixed order.
std::set<std::array<std::array<float, 3>, 3>> inner_triangles(const Tessellation& t, TessMode mode) {
    std::set<std::array<std::array<float, 3>, 3>> result;
    for (size_t i = 0; i < t.indices.size(); i += 3) {
        std::array<std::array<float, 3>, 3> triangle;
        bool inside = true;
        for (size_t k = 0; k < 3; k++) {
            triangle[k] = t.points[t.indices[i + k]];
            for (size_t c = 0; c < (mode == TessMode::Quads ? 2 : 3); c++)
                inside &= triangle[k][c] != 0 && (mode != TessMode::Quads || triangle[k][c] != 1);
        }
        std::ranges::sort(triangle);
        if (inside) result.insert(triangle);
    }
    return result;
}

// 11.2.2.4, rule 6.
TEST(Tessellator, InnerTrianglesDependOnInnerLevelsOnly) {
    for (const TessMode mode : {TessMode::Triangles, TessMode::Quads})
        for (const TessSpacing spacing : spacings)
            for (const float first : {1.f, 1.25f, 2.f, 5.f, 8.5f})
                for (const float second : {1.f, 3.5f, 14.9f}) {
                    const std::array<float, 2> inner{first, second};
                    const auto one = inner_triangles(run(mode, spacing, {1, 1, 1, 1}, inner), mode);
                    EXPECT_EQ(inner_triangles(run(mode, spacing, {3.7f, 3.4f, 2.5f, 9}, inner), mode), one);
                    EXPECT_EQ(inner_triangles(run(mode, spacing, {13.f, 1.f, 10.5f, 2}, inner), mode), one);
                }
}

// All but two segments of an edge are equal, these are shorter, and inside of the outermost ring stay both of them.
TEST(Tessellator, TwoSegmentsAreShorter) {
    for (const TessSpacing spacing : {TessSpacing::FractionalEven, TessSpacing::FractionalOdd})
        for (float level = 4.125f; level < 60; level += 0.75f) {
            const std::set<float> edge = along(run(TessMode::Quads, spacing, {level, 1, 1, 1}, {3, 3}), 0, 1);
            const int n = static_cast<int>(edge.size()) - 1;
            const std::vector<float> points(edge.begin(), edge.end());
            const double whole = points[1];
            if (std::abs(level - static_cast<float>(n)) < 1e-6) continue;
            int shorter = 0;
            for (int i = 0; i < n; i++) {
                const double length = points[static_cast<size_t>(i) + 1] - double{points[static_cast<size_t>(i)]};
                EXPECT_LT(length, whole + 1e-6);
                shorter += length < whole - 1e-5;
            }
            EXPECT_EQ(shorter, 2) << level;
            EXPECT_NEAR(points[static_cast<size_t>(n)] - double{points[static_cast<size_t>(n) - 1]}, whole, 1e-6);
        }
}

// Where rings have corners, an edge joins those of neighbouring rings.
TEST(Tessellator, CornersOfRingsAreJoined) {
    const Tessellation t = run(TessMode::Quads, TessSpacing::Equal, {9, 9, 9, 9}, {9, 9});
    std::set<std::pair<std::array<float, 3>, std::array<float, 3>>> edges;
    for (size_t i = 0; i < t.indices.size(); i += 3)
        for (size_t k = 0; k < 3; k++) edges.insert({t.points[t.indices[i + k]], t.points[t.indices[i + (k + 1) % 3]]});
    const std::set<float> row = along(t, 0, 1);
    const std::vector<float> at(row.begin(), row.end());
    ASSERT_EQ(at.size(), 10u);
    for (size_t ring = 0; ring < 4; ring++)
        for (const auto& [u, v] : {std::pair{false, false}, {false, true}, {true, false}, {true, true}}) {
            const auto corner = [&](size_t n, bool high) { return at[high ? 9 - n : n]; };
            const std::array<float, 3> outer{corner(ring, u), corner(ring, v), 0};
            const std::array<float, 3> inner{corner(ring + 1, u), corner(ring + 1, v), 0};
            EXPECT_TRUE(edges.contains({outer, inner}) || edges.contains({inner, outer})) << ring << u << v;
        }
}

// An inner level of one: the outermost triangles reach from one border to the other.
TEST(Tessellator, InnerLevelOfOneReachesTheBorders) {
    const Tessellation t = run(TessMode::Quads, TessSpacing::FractionalOdd, {3, 3, 3, 3}, {1, 3});
    int found = 0;
    for (size_t i = 0; i < t.indices.size(); i += 3) {
        int left = 0, right = 0, level = 0;
        for (size_t k = 0; k < 3; k++) {
            const auto& p = t.points[t.indices[i + k]];
            left += p[0] == 0 && p[1] != 0 && p[1] != 1;
            right += p[0] == 1 && p[1] != 0 && p[1] != 1;
            level += p[1] == 0 || p[1] == 1;
        }
        found += left == 1 && right == 1 && level == 1;
    }
    EXPECT_GE(found, 2);
}

}  // namespace
}  // namespace rasterizer
