// Conservative rasterization against exact geometry.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

struct GridPoint {
    int64_t x, y;  // in 2^-16 pixels
    bool operator==(const GridPoint&) const = default;
};
using Polygon = std::vector<GridPoint>;  // convex
constexpr int64_t one = 1 << 16;

int64_t side(GridPoint a, GridPoint b, GridPoint p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

int64_t twice_area(const Polygon& polygon) {
    int64_t area = 0;
    for (size_t i = 1; i + 1 < polygon.size(); ++i) area += side(polygon[0], polygon[i], polygon[i + 1]);
    return area;
}

bool contains(const Polygon& polygon, GridPoint p) {
    bool left = true, right = true;
    for (size_t i = 0; i < polygon.size(); ++i) {
        const int64_t at = side(polygon[i], polygon[(i + 1) % polygon.size()], p);
        left &= at >= 0;
        right &= at <= 0;
    }
    return left || right;
}

bool on_segment(GridPoint a, GridPoint b, GridPoint p) {
    return side(a, b, p) == 0 && p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) && p.y >= std::min(a.y, b.y) &&
           p.y <= std::max(a.y, b.y);
}

bool segments_meet(GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
    const auto sign = [](int64_t v) { return v > 0 ? 1 : v < 0 ? -1 : 0; };
    if (sign(side(a, b, c)) * sign(side(a, b, d)) < 0 && sign(side(c, d, a)) * sign(side(c, d, b)) < 0) return true;
    return on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b);
}

// By how much pixels are larger than they are.
struct Larger {
    int64_t touching = 0, covered = 0;  // those that are touched, and those that have to be inside, on each side
    bool without_area = false;          // polygons of no area are touched, too
};

// How much of a closed pixel a closed polygon covers: 0 none, 1 some, 2 all. Two convex shapes meet where a corner of
// one lies in the other or their outlines cross.
int coverage(const Polygon& polygon, int32_t px, int32_t py, const Larger& larger = {}) {
    const bool flat = twice_area(polygon) == 0;
    if (flat && !larger.without_area) return 0;
    const auto inside = [&](int64_t more) {
        const GridPoint low{px * one - more, py * one - more}, high{(px + 1) * one + more, (py + 1) * one + more};
        const GridPoint corner[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
        return flat ? 0 : std::count_if(corner, corner + 4, [&](GridPoint p) { return contains(polygon, p); });
    };
    if (inside(larger.covered) == 4) return 2;
    if (inside(larger.touching) > 0) return 1;
    const int64_t more = larger.touching;
    const GridPoint low{px * one - more, py * one - more}, high{(px + 1) * one + more, (py + 1) * one + more};
    const GridPoint corner[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    for (size_t i = 0; i < polygon.size(); ++i) {
        const GridPoint a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        if (a.x >= low.x && a.x <= high.x && a.y >= low.y && a.y <= high.y) return 1;
        for (int c = 0; c < 4; ++c)
            if (segments_meet(a, b, corner[c], corner[(c + 1) % 4])) return 1;
    }
    return 0;
}

// Counts fragments in red, those that are covered whole in green.
struct ConservativeScene : TestScene {
    ConservativeScene(int32_t width, int32_t height, int32_t samples = 1)
        : TestScene(width, height, runtime::Format::Bgra8Unorm, runtime::Format::Depth24Stencil8, samples) {
        draw.raster.conservative = true;
        draw.fragment = stage_program(
            "!!NVfp5.0\nOPTION NV_conservative_raster_underestimation;\nTEMP t;\nINT TEMP full;\n"
            "MOV.S full.x, fragment.fullycovered.x;\nMOV.F t, 0;\nMOV.F t.x, 1;\nCVT.F32.S32 t.y, full.x;\n"
            "DIV.F result.color, t, 255;\nEND\n");
        count_fragments(*this);
        clear({0, 0, 0, 0});
    }
    std::array<int, 2> at_pixel(int32_t x, int32_t y, int32_t sample = 0) {
        const auto color = color_at(x, y, sample);
        return {static_cast<int>(std::lround(color[0] * 255)), static_cast<int>(std::lround(color[1] * 255))};
    }
    void run_polygon(const Polygon& polygon) {
        std::vector<TestVertex> vertices;
        for (const GridPoint& point : polygon)
            vertices.push_back(at(static_cast<double>(point.x) / one, static_cast<double>(point.y) / one));
        run(vertices);
    }
    void expect(const Polygon& polygon, int32_t size, const std::string& what, int32_t sample = 0,
                const Larger& larger = {}) {
        rasterizer.finish();
        for (int32_t y = 0; y < size; ++y)
            for (int32_t x = 0; x < size; ++x) {
                const int covered = coverage(polygon, x, y, larger);
                ASSERT_EQ(at_pixel(x, y, sample), (std::array<int, 2>{covered > 0, covered == 2}))
                    << what << ": " << x << ' ' << y;
            }
    }
};

TEST(ConservativeRasterization, TrianglesDrawWhatTheyTouch) {
    std::mt19937 random(1);
    for (int round = 0; round < 150; ++round) {
        ConservativeScene scene(64, 64, round % 10 == 9 ? 4 : 1);
        const int64_t reach = round % 3 == 0 ? 3 : round % 3 == 1 ? 30 : 64;
        const int64_t grid = round % 5 == 0 ? one : round % 5 == 1 ? one / 2 : one / 256;
        std::uniform_int_distribution<int64_t> coordinate(-reach * one / grid, reach * one / grid);
        Polygon corners;
        for (int i = 0; i < 3; ++i)
            corners.push_back({32 * one + coordinate(random) * grid, 32 * one + coordinate(random) * grid});
        if (round % 25 == 24) corners[2] = {2 * corners[1].x - corners[0].x, 2 * corners[1].y - corners[0].y};
        scene.run_polygon(corners);
        scene.expect(corners, 64, "round " + std::to_string(round));
        if (round % 10 == 9) scene.expect(corners, 64, "last sample, round " + std::to_string(round), 3);
    }
}

// NV_conservative_raster_dilate: a pixel's square grown by the dilation touches what the grown primitive is touched by.
TEST(ConservativeRasterization, PrimitivesGrow) {
    std::mt19937 random(6);
    for (int round = 0; round < 120; ++round) {
        ConservativeScene scene(64, 64, round % 10 == 9 ? 4 : 1);
        scene.draw.raster.dilation = static_cast<uint8_t>(1 + round % 3);
        const int64_t reach = round % 4 == 0 ? 3 : 30;
        const int64_t grid = round % 5 == 0 ? one : round % 5 == 1 ? one / 4 : one / 256;
        std::uniform_int_distribution<int64_t> coordinate(-reach * one / grid, reach * one / grid);
        Polygon corners;
        for (int i = 0; i < 3; ++i)
            corners.push_back({32 * one + coordinate(random) * grid, 32 * one + coordinate(random) * grid});
        if (round % 2) {
            corners.push_back({corners[0].x + corners[2].x - corners[1].x, corners[0].y + corners[2].y - corners[1].y});
            scene.draw.primitive = Primitive::Quads;
        }
        scene.run_polygon(corners);
        scene.expect(corners, 64, "round " + std::to_string(round), 0, {scene.draw.raster.dilation * one / 4, 0});
    }
}

// Against the polygon that the grid made, and half a sub-pixel around it; and against the one before the grid.
TEST(ConservativeRasterization, PolygonsBeforeTheGrid) {
    std::mt19937 random(7);
    for (int round = 0; round < 160; ++round) {
        ConservativeScene scene(64, 64);
        scene.draw.raster.conservative_mode =
            round % 2 ? ConservativeMode::PreSnap : ConservativeMode::PreSnapTriangles;
        // Some of them smaller than the grid, some long and thin.
        const int64_t size = round % 4 == 0 ? 150 : round % 4 == 1 ? 2 * one : 40 * one;
        std::uniform_int_distribution<int64_t> coordinate(0, size), center(4 * one, 22 * one);
        const GridPoint low{center(random), center(random)};
        Polygon given, snapped;
        for (int i = 0; i < 3; ++i) {
            given.push_back({low.x + coordinate(random), low.y + coordinate(random)});
            if (round % 8 == 3 && i == 2)
                given[2] = {(given[0].x + given[1].x) / 2 + round % 3 - 1, (given[0].y + given[1].y) / 2};
            const auto snap = [](int64_t v) { return std::llrint(static_cast<double>(v) / 256) * 256; };
            snapped.push_back({snap(given.back().x), snap(given.back().y)});
        }
        scene.run_polygon(given);
        scene.expect(snapped, 64, "round " + std::to_string(round), 0, {128, 128, true});
        for (int32_t y = 0; y < 64; ++y)
            for (int32_t x = 0; x < 64; ++x) {
                const int covered = coverage(given, x, y, {0, 0, true});
                const auto counted = scene.at_pixel(x, y);
                ASSERT_GE(counted[0], covered > 0) << round << ": " << x << ' ' << y;
                ASSERT_TRUE(!counted[1] || covered == 2) << round << ": " << x << ' ' << y;
            }
    }
    // Polygons alone in the one mode, points and lines too in the other.
    for (const ConservativeMode mode : {ConservativeMode::PreSnapTriangles, ConservativeMode::PreSnap}) {
        ConservativeScene scene(16, 16);
        scene.draw.raster.conservative_mode = mode;
        scene.draw.primitive = Primitive::Lines;
        const bool drawn = mode == ConservativeMode::PreSnap;
        scene.run({scene.at(3.5, 4.5), scene.at(3.5, 4.5)});
        EXPECT_EQ(scene.at_pixel(3, 4)[0], drawn) << "a line without length";
        scene.run({scene.at(8.5, 8.5), scene.at(12.5, 8.5)});
        EXPECT_EQ(scene.at_pixel(10, 8)[0], 1);
        // A line of width 1 covers rows 8.0 … 9.0 and touches those beside them.
        EXPECT_EQ(scene.at_pixel(10, 9)[0], 1);
        EXPECT_EQ(scene.at_pixel(10, 10)[0], 0);
        scene.draw.primitive = Primitive::Points;
        scene.draw.raster.point_size = 2.5f;
        scene.run({scene.at(4.5, 11.5)});
        // A disc by the rules of multisampling, a square by those of the framebuffer.
        EXPECT_EQ(scene.at_pixel(5, 12)[0], 1);
        EXPECT_EQ(scene.at_pixel(3, 10)[0], 1);
        EXPECT_EQ(scene.at_pixel(6, 11)[0], 0);
    }
}

// Depth and colours of a triangle that has no area on the grid are those along it.
TEST(ConservativeRasterization, TrianglesWithoutAreaAreInterpolated) {
    ConservativeScene scene(64, 64);
    scene.draw.raster.conservative_mode = ConservativeMode::PreSnapTriangles;
    scene.draw.fragment = stage_program(color_fragments);
    scene.draw.fragment_state.blend[0] = {};
    const auto shade = [](float v) { return std::array<float, 4>{v, 0, 0, 1}; };
    scene.run({scene.at(4.5, 8.5, 0.5, shade(0)), scene.at(44.5, 8.5, 0.5, shade(1)),
               scene.at(24.5, 8.5 + 1.0 / 1024, 0.5, shade(0.5f))});
    for (int32_t x = 4; x <= 44; ++x) EXPECT_NEAR(scene.color_at(x, 8)[0], static_cast<float>(x - 4) / 40, 0.01f) << x;
    EXPECT_EQ(scene.color_at(3, 8)[3], 0);
    EXPECT_EQ(scene.color_at(20, 9)[3], 0);
}

// Quads and polygons, drawn as triangles, give each pixel one fragment.
TEST(ConservativeRasterization, PolygonsAreOnePiece) {
    std::mt19937 random(2);
    StreamCounters counters;
    for (int round = 0; round < 150; ++round) {
        ConservativeScene scene(64, 64);
        const int count = round % 2 ? 4 : std::uniform_int_distribution<int>(3, 12)(random);
        std::uniform_real_distribution<double> unit(0, 1);
        // Corners of an ellipse in order: nearly convex; those that rounding bends are left out.
        const double wide = 2 + 40 * unit(random), high = 1 + 40 * unit(random), turn = 7 * unit(random);
        std::vector<double> angles;
        for (int i = 0; i < count; ++i) angles.push_back(6.2831853 * unit(random));
        std::sort(angles.begin(), angles.end());
        if (round % 3 == 0) std::reverse(angles.begin(), angles.end());
        Polygon corners;
        const auto snap = [](double v) { return std::llround(v * 256) * (one / 256); };
        for (const double angle : angles) {
            const double x = wide * std::cos(angle), y = high * std::sin(angle);
            corners.push_back({snap(32 + x * std::cos(turn) - y * std::sin(turn)),
                               snap(32 + x * std::sin(turn) + y * std::cos(turn))});
        }
        bool left = true, right = true;
        for (size_t i = 0; i < corners.size(); ++i)
            for (size_t j = 0; j < corners.size(); ++j) {
                const int64_t at = side(corners[i], corners[(i + 1) % corners.size()], corners[j]);
                left &= at >= 0;
                right &= at <= 0;
            }
        if (!left && !right) continue;
        scene.draw.primitive = count == 4 && round % 2 ? Primitive::Quads : Primitive::Polygon;
        // By way of what stands between vertices and primitives, too.
        if (round % 4 > 1) scene.draw.stream_counters = &counters;
        scene.run_polygon(corners);
        scene.expect(corners, 64, "round " + std::to_string(round));
    }
}

TEST(ConservativeRasterization, MoreSubPixelBits) {
    std::mt19937 random(3);
    for (const auto& [bias_x, bias_y] :
         {std::pair{0, 0}, std::pair{1, 1}, std::pair{8, 8}, std::pair{5, 0}, std::pair{0, 8}}) {
        for (int round = 0; round < 40; ++round) {
            ConservativeScene scene(64, 64);
            scene.draw.raster.sub_pixel_bias_x = static_cast<uint8_t>(bias_x);
            scene.draw.raster.sub_pixel_bias_y = static_cast<uint8_t>(bias_y);
            std::uniform_int_distribution<int64_t> coordinate(-4 * one, 68 * one);
            Polygon given, snapped;
            for (int i = 0; i < 3; ++i) {
                given.push_back({coordinate(random), coordinate(random)});
                // Near a pixel's border, where the bits matter.
                if (round % 2) given.back().x = (given.back().x & ~(one - 1)) + (coordinate(random) & 511) - 256;
                if (round % 4 == 1) given.back().y = (given.back().y & ~(one - 1)) + (coordinate(random) & 511) - 256;
                const auto snap = [](int64_t v, int bias) {
                    return std::llrint(std::ldexp(static_cast<double>(v), bias - 8)) * (int64_t{1} << (8 - bias));
                };
                snapped.push_back({snap(given.back().x, bias_x), snap(given.back().y, bias_y)});
            }
            scene.run_polygon(given);
            scene.expect(snapped, 64, "bias " + std::to_string(bias_x) + ", round " + std::to_string(round));
        }
    }
    // Much too large for so many bits: less precise, and still there.
    ConservativeScene scene(64, 64);
    scene.draw.raster.sub_pixel_bias_x = scene.draw.raster.sub_pixel_bias_y = max_sub_pixel_bias;
    scene.run({scene.at(-8000, -8000), scene.at(20000, -8000), scene.at(-8000, 20000)});
    for (int32_t i = 0; i < 64; ++i) EXPECT_EQ(scene.at_pixel(i, 63 - i), (std::array<int, 2>{1, 1}));
}

// Clipped by the near plane and by the guard band: no pixel twice, none of those inside left out.
TEST(ConservativeRasterization, ClippedTrianglesToo) {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> coordinate(-20, 84), depth(-1.5, 1);
    for (int round = 0; round < 60; ++round) {
        ConservativeScene scene(64, 64);
        const double far = round % 4 == 0 ? 1000 : 1;
        double x[3], y[3], z[3];
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 3; ++i) {
            x[i] = 32 + (coordinate(random) - 32) * far, y[i] = 32 + (coordinate(random) - 32) * far,
            z[i] = depth(random);
            vertices.push_back(scene.at(x[i], y[i], z[i]));
        }
        scene.run(vertices);
        const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
        for (int32_t py = 0; py < 64; ++py)
            for (int32_t px = 0; px < 64; ++px) {
                const auto counted = scene.at_pixel(px, py);
                ASSERT_LE(counted[0], 1) << round << ": " << px << ' ' << py;
                // The corners and the centre against the plane and the edges, with some room for rounding.
                int well_inside = 0;
                double most[4] = {-1e9, -1e9, -1e9, -1e9};
                for (int k = 0; k < 5; ++k) {
                    const double qx = px + (k == 4 ? 0.5 : k & 1), qy = py + (k == 4 ? 0.5 : k >> 1);
                    double b[4];
                    for (int e = 0; e < 3; ++e) {
                        const int n = (e + 1) % 3;
                        b[e] = ((x[n] - x[e]) * (qy - y[e]) - (y[n] - y[e]) * (qx - x[e])) * (area < 0 ? -1 : 1) /
                               std::hypot(x[n] - x[e], y[n] - y[e]);
                    }
                    const double w2 = ((x[1] - x[0]) * (qy - y[0]) - (y[1] - y[0]) * (qx - x[0])) / area;
                    const double w1 = ((x[0] - x[2]) * (qy - y[2]) - (y[0] - y[2]) * (qx - x[2])) / area;
                    const double slope = std::fabs(z[0]) + std::fabs(z[1]) + std::fabs(z[2]);
                    b[3] = (z[0] + w1 * (z[1] - z[0]) + w2 * (z[2] - z[0])) / slope * 10;
                    bool inside = true;
                    for (int e = 0; e < 4; ++e) {
                        inside &= b[e] > 0.05 * far;
                        most[e] = std::max(most[e], b[e]);
                    }
                    well_inside += inside;
                }
                if (std::fabs(area) < 100 * far * far) continue;
                const bool outside = *std::min_element(most, most + 4) < -0.05 * far;
                ASSERT_GE(counted[0], well_inside > 0) << round << ": " << px << ' ' << py;
                ASSERT_GE(counted[1], well_inside == 5) << round << ": " << px << ' ' << py;
                ASSERT_LE(counted[0], !outside) << round << ": " << px << ' ' << py;
            }
    }
}

TEST(ConservativeRasterization, PointsAndLines) {
    for (const bool sprite : {false, true}) {
        ConservativeScene scene(32, 32);
        scene.draw.primitive = Primitive::Points;
        scene.draw.raster.point_size = 7;
        scene.draw.raster.point_smooth = true;  // ignored
        scene.draw.raster.point_sprite = sprite;
        scene.run({scene.at(12.25, 13.5)});
        for (int32_t y = 0; y < 32; ++y)
            for (int32_t x = 0; x < 32; ++x) {
                const double dx = std::fabs(x + 0.5 - 12.25), dy = std::fabs(y + 0.5 - 13.5);
                const double nx = std::max(dx - 0.5, 0.0), ny = std::max(dy - 0.5, 0.0);
                const bool touched = sprite ? nx <= 3.5 && ny <= 3.5 : nx * nx + ny * ny <= 3.5 * 3.5;
                const bool full = sprite ? dx + 0.5 <= 3.5 && dy + 0.5 <= 3.5
                                         : (dx + 0.5) * (dx + 0.5) + (dy + 0.5) * (dy + 0.5) <= 3.5 * 3.5;
                ASSERT_EQ(scene.at_pixel(x, y), (std::array<int, 2>{touched, full})) << sprite << ' ' << x << ' ' << y;
            }
    }
    std::mt19937 random(5);
    for (int round = 0; round < 40; ++round) {
        ConservativeScene scene(32, 32);
        scene.draw.primitive = Primitive::Lines;
        const int width = 1 + round % 4;
        scene.draw.raster.line_width = static_cast<float>(width);
        scene.draw.raster.line_smooth = scene.draw.raster.line_stipple = true;  // ignored
        scene.draw.raster.line_stipple_pattern = 0;
        std::uniform_int_distribution<int64_t> coordinate(0, 32 * 256);
        const GridPoint a{coordinate(random) * (one / 256), coordinate(random) * (one / 256)};
        GridPoint b{coordinate(random) * (one / 256), coordinate(random) * (one / 256)};
        if (round % 4 == 0) b.y = a.y;
        if (a == b) continue;
        scene.run_polygon({a, b});
        const double dx = static_cast<double>(b.x - a.x), dy = static_cast<double>(b.y - a.y);
        const double length = std::hypot(dx, dy), half = 256 * width / 2.0;
        const int64_t nx = std::llrint(-dy / length * half) * (one / 256),
                      ny = std::llrint(dx / length * half) * (one / 256);
        scene.expect({{a.x - nx, a.y - ny}, {b.x - nx, b.y - ny}, {b.x + nx, b.y + ny}, {a.x + nx, a.y + ny}}, 32,
                     "line " + std::to_string(round));
    }
}

// The depth test and the ranges of blocks know that depth goes on beyond the edges.
TEST(ConservativeRasterization, DepthGoesOnBeyondEdges) {
    ConservativeScene scene(64, 64);
    scene.draw.depth_stencil.depth_test = true;
    scene.draw.depth_stencil.depth_function = CompareFunction::LessOrEqual;
    const std::vector<TestVertex> steep{scene.at(3.5, 3.5, 0.1), scene.at(60.5, 5.5, 0.8), scene.at(6.5, 58.5, 0.9)};
    scene.run(steep);
    scene.run(steep);
    scene.draw.depth_stencil.depth_function = CompareFunction::Equal;
    scene.run(steep);
    const Polygon corners{{7 * one / 2, 7 * one / 2}, {121 * one / 2, 11 * one / 2}, {13 * one / 2, 117 * one / 2}};
    for (int32_t y = 0; y < 64; ++y)
        for (int32_t x = 0; x < 64; ++x)
            ASSERT_EQ(scene.at_pixel(x, y)[0], coverage(corners, x, y) > 0 ? 3 : 0) << x << ' ' << y;
}

}  // namespace
}  // namespace rasterizer
