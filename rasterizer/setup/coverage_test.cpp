// Which pixels primitives cover.
#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/geometry/vertex_stage.h"
#include "rasterizer/setup/primitive_setup.h"
#include "rasterizer/testing/test_scene.h"
#include "rasterizer/tiles/execute_tile.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {
namespace {

struct Point {
    double x, y;
};

// Inside by exact arithmetic on positions in 1/256 pixel: the centre is left of all edges of the counter-clockwise
// triangle, or on a left or lower one.
bool covers(const std::array<std::array<int64_t, 2>, 3>& corners, int32_t px, int32_t py) {
    const int64_t x = px * 256 + 128, y = py * 256 + 128;
    const auto& c = corners;
    const int64_t area = (c[1][0] - c[0][0]) * (c[2][1] - c[0][1]) - (c[2][0] - c[0][0]) * (c[1][1] - c[0][1]);
    if (area == 0) return false;
    for (int i = 0; i < 3; ++i) {
        auto a = c[i], b = c[(i + 1) % 3];
        if (area < 0) std::swap(a, b);
        const int64_t side = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
        if (side < 0) return false;
        const bool left = b[1] < a[1], lower = b[1] == a[1] && b[0] > a[0];
        if (side == 0 && !left && !lower) return false;
    }
    return true;
}

TEST(Coverage, FillRule) {
    TestScene scene(16, 16);
    scene.clear({0, 0, 0, 0});
    // Edges through pixel centres: the left and the lower one own them, the right and the upper one don't.
    scene.draw.primitive = Primitive::Quads;
    scene.run({scene.at(2.5, 2.5), scene.at(6.5, 2.5), scene.at(6.5, 6.5), scene.at(2.5, 6.5)});
    for (int32_t y = 0; y < 16; ++y)
        for (int32_t x = 0; x < 16; ++x)
            EXPECT_EQ(scene.color_at(x, y)[0] > 0, x >= 2 && x < 6 && y >= 2 && y < 6) << x << ' ' << y;
}

// Where the clip volume is upside down, so is the rule, of quads and points.
TEST(Coverage, UpperLeftOriginTurnsTheRuleRound) {
    for (const bool sprites : {false, true}) {
        TestScene scene(16, 16);
        scene.clear({0, 0, 0, 0});
        scene.draw.raster.clip_origin_upper_left = true;
        scene.draw.raster.point_sprite = true;
        scene.draw.raster.point_size = 4;
        scene.draw.primitive = sprites ? Primitive::Points : Primitive::Quads;
        if (sprites)  // at() counts from below
            scene.run({scene.at(4.5, 16 - 4.5)});
        else
            scene.run(
                {scene.at(2.5, 16 - 2.5), scene.at(6.5, 16 - 2.5), scene.at(6.5, 16 - 6.5), scene.at(2.5, 16 - 6.5)});
        for (int32_t y = 0; y < 16; ++y)
            for (int32_t x = 0; x < 16; ++x)
                EXPECT_EQ(scene.color_at(x, y)[0] > 0, x >= 2 && x < 6 && y > 2 && y <= 6) << x << ' ' << y;
    }
}

TEST(Coverage, MatchesExactArithmetic) {
    std::mt19937 random(1);
    for (int round = 0; round < 60; ++round) {
        TestScene scene(150, 90);
        scene.clear({0, 0, 0, 0});
        std::array<std::array<int64_t, 2>, 3> corners;
        std::vector<TestVertex> vertices;
        for (auto& corner : corners) {
            // Positions that survive the way to normalized coordinates and back: multiples of 1/256 of moderate size.
            corner = {std::uniform_int_distribution<int64_t>(-100 * 256, 250 * 256)(random),
                      std::uniform_int_distribution<int64_t>(-100 * 256, 200 * 256)(random)};
            if (round % 3 == 0) corner = {corner[0] / 128 * 128, corner[1] / 128 * 128};
            vertices.push_back(scene.at(static_cast<double>(corner[0]) / 256, static_cast<double>(corner[1]) / 256));
        }
        scene.run(vertices);
        const std::vector<uint32_t> pixels = scene.pixels();
        for (int32_t y = 0; y < 90; ++y)
            for (int32_t x = 0; x < 150; ++x)
                ASSERT_EQ(pixels[y * 150 + x] != 0, covers(corners, x, y)) << round << ": " << x << ' ' << y;
    }
}

using Corners = std::array<std::array<int64_t, 2>, 3>;

// How often each pixel is drawn, against exact arithmetic: triangles of one draw, which setup has many of at once.
void expect_counts(TestScene& scene, const std::vector<Corners>& triangles, bool culls_clockwise) {
    constexpr int32_t width = 150, height = 90;
    scene.clear({0, 0, 0, 0});
    std::vector<TestVertex> vertices;
    std::vector<int> expected(width * height);
    for (const Corners& corners : triangles) {
        for (const auto& corner : corners)
            vertices.push_back(
                scene.at(static_cast<double>(corner[0]) / 256, static_cast<double>(corner[1]) / 256, 0.5, one_step));
        const auto& c = corners;
        const int64_t area = (c[1][0] - c[0][0]) * (c[2][1] - c[0][1]) - (c[2][0] - c[0][0]) * (c[1][1] - c[0][1]);
        if (culls_clockwise && area < 0) continue;
        const auto pixel = [](int64_t at, int64_t end) {
            return static_cast<int32_t>(std::clamp<int64_t>(at >> 8, 0, end - 1));
        };
        const auto [left, right] = std::minmax({c[0][0], c[1][0], c[2][0]});
        const auto [bottom, top] = std::minmax({c[0][1], c[1][1], c[2][1]});
        for (int32_t y = pixel(bottom, height); y <= pixel(top, height); ++y)
            for (int32_t x = pixel(left, width); x <= pixel(right, width); ++x)
                expected[static_cast<size_t>(y * width + x)] += covers(corners, x, y);
    }
    scene.run(vertices);
    const std::vector<uint32_t> pixels = scene.pixels();
    for (int32_t y = 0; y < height; ++y)
        for (int32_t x = 0; x < width; ++x) {
            const auto at = static_cast<size_t>(y * width + x);
            ASSERT_EQ(static_cast<int>(pixels[at] & 255), std::min(expected[at], 255)) << x << ' ' << y;
        }
}

TEST(Coverage, ManySmallTrianglesMatchExactArithmetic) {
    std::mt19937 random(5);
    const auto number = [&](int64_t low, int64_t high) {
        return std::uniform_int_distribution<int64_t>(low, high)(random);
    };
    for (const int64_t size : {100, 256, 700, 1500, 6000, 20000}) {
        SCOPED_TRACE(size);
        TestScene scene(150, 90);
        count_fragments(scene);
        std::vector<Corners> triangles(2000);
        for (Corners& corners : triangles) {
            const int64_t x = number(-512, 152 * 256), y = number(-512, 92 * 256), grain = number(0, 2) ? 1 : 128;
            for (auto& corner : corners)
                corner = {(x + number(-size, size)) / grain * grain, (y + number(-size, size)) / grain * grain};
        }
        expect_counts(scene, triangles, false);
    }
}

// If nothing is drawn with vertices, their memory is used again.
TEST(Coverage, BatchesThatFaceAwayLeaveOthersAlone) {
    std::mt19937 random(6);
    TestScene scene(150, 90);
    count_fragments(scene);
    scene.draw.raster.cull_back = true;
    std::vector<Corners> triangles;
    for (int run = 0; run < 6; ++run)
        for (int i = 0; i < (run % 2 ? 300 : 13000); ++i) {
            const int64_t x = std::uniform_int_distribution<int64_t>(0, 140 * 256)(random),
                          y = std::uniform_int_distribution<int64_t>(0, 80 * 256)(random);
            // Every second run is seen.
            if (run % 2)
                triangles.push_back({{{x, y}, {x + 900, y}, {x, y + 900}}});
            else
                triangles.push_back({{{x, y}, {x, y + 900}, {x + 900, y}}});
        }
    expect_counts(scene, triangles, true);
}

// Two triangles on both sides of a shared edge cover what lies near the edge exactly once.
TEST(Coverage, SharedEdgesNeitherOverlapNorGap) {
    std::mt19937 random(2);
    constexpr int32_t size = 64;
    auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
    int cases = 0, pixels_between = 0;
    for (int round = 0; cases < 100000; ++round) {
        TestScene scene(size, size);
        count_fragments(scene);
        scene.clear({0, 0, 0, 0});
        // Several edges at once, each pair confined to an own row of pixels by the scissor.
        struct Pair {
            Point a, b, left, right;
        };
        std::vector<Pair> pairs;
        for (int32_t y = 0; y < size; ++y) {
            Pair pair;
            const int kind = (round * size + y) % 5;
            const double reach = kind == 0 ? 0.5 : kind == 1 ? 8 : kind == 2 ? 60 : kind == 3 ? 2000 : 12000;
            pair.a = {uniform(0, size) - uniform(-reach, reach), y + uniform(-reach, reach)};
            pair.b = {uniform(0, size) + uniform(-reach, reach), y + uniform(-reach, reach)};
            if (y % 4 == 0) pair.a = {std::round(pair.a.x * 2) / 2, std::round(pair.a.y * 2) / 2};
            if (y % 8 == 0) pair.b = {std::round(pair.b.x * 2) / 2, std::round(pair.b.y * 2) / 2};
            const double dx = pair.b.x - pair.a.x, dy = pair.b.y - pair.a.y;
            const double f = uniform(0.1, 3), t = uniform(-0.5, 1.5);
            pair.left = {pair.a.x + t * dx - f * dy, pair.a.y + t * dy + f * dx};
            pair.right = {pair.a.x + t * dx + f * dy, pair.a.y + t * dy - f * dx};
            pairs.push_back(pair);
        }
        for (int32_t y = 0; y < size; ++y) {
            const Pair& pair = pairs[y];
            scene.draw.raster.scissor_test = true;
            scene.draw.scissors[0] = {0, y, size, 1};
            auto vertex = [&](Point p) { return scene.at(p.x, p.y, 0.5, one_step); };
            scene.run({vertex(pair.a), vertex(pair.b), vertex(pair.left), vertex(pair.b), vertex(pair.a),
                       vertex(pair.right)});
            ++cases;
        }
        const std::vector<uint32_t> pixels = scene.pixels();
        for (int32_t y = 0; y < size; ++y) {
            const Pair& pair = pairs[y];
            for (int32_t x = 0; x < size; ++x) {
                const uint32_t count = pixels[y * size + x] & 255;
                ASSERT_LE(count, 1u) << "overlap in round " << round << " at " << x << ' ' << y;
                // Well inside the union of the two: no gap.
                auto side = [&](Point p, Point q) {
                    return ((q.x - p.x) * (y + 0.5 - p.y) - (q.y - p.y) * (x + 0.5 - p.x)) /
                           std::hypot(q.x - p.x, q.y - p.y);
                };
                const double reach =
                    0.02 + 1e-5 * (std::fabs(pair.a.x) + std::fabs(pair.b.x) + std::fabs(pair.a.y) +
                                   std::fabs(pair.b.y) + std::fabs(pair.left.x) + std::fabs(pair.left.y) +
                                   std::fabs(pair.right.x) + std::fabs(pair.right.y));
                const bool inside = side(pair.b, pair.left) > reach && side(pair.left, pair.a) > reach &&
                                    side(pair.a, pair.right) > reach && side(pair.right, pair.b) > reach;
                if (inside) {
                    ++pixels_between;
                    ASSERT_EQ(count, 1u) << "gap in round " << round << " at " << x << ' ' << y;
                }
            }
        }
    }
    EXPECT_GT(pixels_between, 500000);
}

TEST(Coverage, FansAndStripsCoverOnce) {
    std::mt19937 random(3);
    TestScene scene(200, 200);
    count_fragments(scene);
    scene.clear({0, 0, 0, 0});
    std::vector<TestVertex> fan{scene.at(100.3, 99.7, 0.5, one_step)};
    for (int i = 0; i <= 97; ++i) {
        const double angle = (i % 97) * 2 * 3.14159265358979 / 97;
        fan.push_back(scene.at(100.3 + 90 * std::cos(angle), 99.7 + 90 * std::sin(angle), 0.5, one_step));
    }
    scene.draw.primitive = Primitive::TriangleFan;
    scene.run(fan);
    int covered = 0;
    for (uint32_t pixel : scene.pixels()) {
        ASSERT_LE(pixel & 255, 1u);
        covered += pixel & 1;
    }
    EXPECT_NEAR(covered, 3.14159 * 90 * 90, 60);

    for (Primitive primitive : {Primitive::TriangleStrip, Primitive::QuadStrip}) {
        scene.clear({0, 0, 0, 0});
        std::vector<TestVertex> strip;
        for (int i = 0; i <= 40; ++i) {
            const double x = i * 5.0;
            strip.push_back(scene.at(x, -1, 0.5, one_step));
            strip.push_back(scene.at(x, 201, 0.5, one_step));
        }
        scene.draw.primitive = primitive;
        scene.run(strip);
        for (uint32_t pixel : scene.pixels()) ASSERT_EQ(pixel & 255, 1u);
    }
}

// Triangles that have but one sample of a tile, in the corner where four tiles meet.
TEST(Coverage, FansCoverEachSampleWhereTilesMeet) {
    constexpr int32_t size = 4 * tile_size, corner = size / 2;
    for (const int32_t samples : sample_counts) {
        TestScene scene(size, size, runtime::Format::Rgba32Float, runtime::Format::Depth24Stencil8, samples);
        scene.clear({0, 0, 0, 0});
        scene.draw.primitive = Primitive::TriangleFan;
        std::vector<TestVertex> vertices{scene.at(corner + 1.28, corner + 1.408)};
        for (int i = 0; i <= 320; ++i) {
            const double along = size * (i % 80) / 80.0;
            const std::array<Point, 4> at{{{along, 0}, {size, along}, {size - along, size}, {0, size - along}}};
            const Point& point = at[static_cast<size_t>(i / 80 % 4)];
            vertices.push_back(scene.at(point.x, point.y));
        }
        scene.run(vertices);
        for (int32_t y = corner - 3; y < corner + 3; ++y)
            for (int32_t x = corner - 3; x < corner + 3; ++x)
                for (int32_t s = 0; s < samples; ++s)
                    EXPECT_EQ(scene.color_at(x, y, s)[0], 1) << samples << " samples, " << s << " at " << x << ' ' << y;
    }
}

TEST(Coverage, LinesFollowTheDiamondExitRule) {
    TestScene scene(32, 32);
    count_fragments(scene);
    scene.draw.primitive = Primitive::LineLoop;
    scene.clear({0, 0, 0, 0});
    // A closed loop draws each of its pixels once, corners included.
    scene.run({scene.at(4.5, 4.5, 0.5, one_step), scene.at(20.5, 4.5, 0.5, one_step),
               scene.at(20.5, 20.5, 0.5, one_step), scene.at(4.5, 20.5, 0.5, one_step)});
    const std::vector<uint32_t> pixels = scene.pixels();
    for (int32_t y = 0; y < 32; ++y)
        for (int32_t x = 0; x < 32; ++x) {
            const bool edge = x >= 4 && x <= 20 && y >= 4 && y <= 20 && (x == 4 || x == 20 || y == 4 || y == 20);
            ASSERT_EQ(pixels[y * 32 + x] & 255, edge ? 1u : 0u) << x << ' ' << y;
        }
}

// Ends and crossings on boundaries, where the specification leaves a choice: what other implementations draw.
TEST(Coverage, LinesOnBoundariesHaveTheUsualPixels) {
    struct Case {
        double x0, y0, x1, y1;
        std::vector<std::array<int32_t, 2>> pixels;
    };
    const auto row = [](int32_t first, int32_t last, int32_t y) {
        std::vector<std::array<int32_t, 2>> pixels;
        for (int32_t x = first; x <= last; ++x) pixels.push_back({x, y});
        return pixels;
    };
    const auto column = [](int32_t x, int32_t first, int32_t last) {
        std::vector<std::array<int32_t, 2>> pixels;
        for (int32_t y = first; y <= last; ++y) pixels.push_back({x, y});
        return pixels;
    };
    const std::vector<Case> cases{
        {20, 20.5, 30, 20.5, row(20, 29, 20)},
        {30, 20.5, 20, 20.5, row(20, 29, 20)},
        {20.5, 20, 20.5, 30, column(20, 20, 29)},
        {20.5, 30, 20.5, 20, column(20, 20, 29)},
        {24.5, 28.5, 27, 28.5, row(24, 26, 28)},
        {20, 21, 30, 21, row(20, 29, 20)},
        {21, 20, 21, 30, column(20, 20, 29)},
        {28.75, 35.25, 39.5, 35.25, row(29, 38, 35)},
        {22.25, 22.25, 23.75, 22.25, row(22, 23, 22)},
        {30.75, 21, 30.75, 25.75, column(30, 21, 25)},
        {22.5, 33, 20, 33, row(20, 21, 32)},
        {20.75, 22.25, 20.25, 22.25, row(20, 20, 22)},
        {40.5, 20, 44, 23.5, {{40, 20}, {41, 21}, {42, 22}, {43, 23}}},
        {25, 32.5, 21.5, 29, {{24, 32}, {23, 31}, {22, 30}}},
        {42.75, 22.25, 45.75, 25.25, {{43, 23}, {44, 24}, {45, 25}}},
        {38, 38.25, 35.75, 40.75, {{37, 38}, {36, 39}, {35, 40}}},
        {41,
         23,
         30,
         22,
         {{30, 22},
          {31, 22},
          {32, 22},
          {33, 22},
          {34, 22},
          {35, 22},
          {36, 22},
          {37, 22},
          {38, 22},
          {39, 22},
          {40, 22}}},
    };
    for (const Case& line : cases) {
        TestScene scene(64, 64);
        count_fragments(scene);
        scene.clear({0, 0, 0, 0});
        scene.draw.primitive = Primitive::Lines;
        scene.run({scene.at(line.x0, line.y0, 0.5, one_step), scene.at(line.x1, line.y1, 0.5, one_step)});
        std::vector<uint32_t> wanted(64 * 64, 0);
        for (const auto& [x, y] : line.pixels) wanted[static_cast<size_t>(y * 64 + x)] = 1;
        const std::vector<uint32_t> pixels = scene.pixels();
        for (size_t i = 0; i < wanted.size(); ++i)
            EXPECT_EQ(pixels[i] & 255, wanted[i]) << line.x0 << ',' << line.y0 << " to " << line.x1 << ',' << line.y1
                                                  << ": pixel " << i % 64 << ',' << i / 64;
    }
}

// Between the second corner and the fourth; strips and polygons between the first and the third.
TEST(Coverage, QuadsAreCutWhereOthersCutThem) {
    const std::array<float, 4> red{1, 0, 0, 1}, black{0, 0, 0, 1};
    for (const Primitive primitive : {Primitive::Quads, Primitive::QuadStrip, Primitive::Polygon})
        for (const bool first : {false, true}) {
            TestScene scene(64, 64);
            scene.draw.raster.provoking_first = first;
            scene.draw.primitive = primitive;
            // Corners on the second diagonal are red.
            std::vector<TestVertex> corners{scene.at(0, 0, 0.5, black), scene.at(64, 0, 0.5, red),
                                            scene.at(64, 64, 0.5, black), scene.at(0, 64, 0.5, red)};
            if (primitive == Primitive::QuadStrip) std::swap(corners[2], corners[3]);
            scene.run(corners);
            EXPECT_NEAR(scene.color_at(32, 32)[0], primitive == Primitive::Quads ? 1 : 0, 0.05)
                << static_cast<int>(primitive) << first;
        }
}

// Parts are as draws of their own.
TEST(Coverage, PartsOfADrawAreAsDrawsOfTheirOwn) {
    std::mt19937 random(8);
    auto number = [&](uint32_t below) { return static_cast<uint32_t>(random() % below); };
    for (int round = 0; round < 40; ++round) {
        TestScene one(64, 64), each(64, 64);
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 60; ++i)
            vertices.push_back(one.at(number(6400) / 100.0, number(6400) / 100.0, 0.5,
                                      {number(256) / 255.0f, number(256) / 255.0f, number(256) / 255.0f, 1}));
        for (TestScene* scene : {&one, &each}) {
            scene->clear({0, 0, 0, 0});
            RasterState& raster = scene->draw.raster;
            raster.line_stipple = true;
            raster.line_stipple_pattern = 0x0f35;
            raster.flat_shade = round & 1;
            raster.provoking_first = round & 2;
            if (round & 4) raster.polygon_mode = {PolygonMode::Line, PolygonMode::Line};
        }
        std::vector<DrawPart> parts;
        for (uint32_t at = 0; at < vertices.size();) {
            const uint32_t count = std::min(number(9), static_cast<uint32_t>(vertices.size()) - at);
            parts.push_back({static_cast<Primitive>(number(10)), at, count});
            at += std::max(count, 1u);
        }
        one.draw.primitive = parts.front().primitive;
        one.draw.parts = parts;
        one.run(vertices);
        for (const DrawPart& part : parts) {
            each.draw.primitive = part.primitive;
            each.run({vertices.begin() + part.first, vertices.begin() + part.first + part.count});
        }
        ASSERT_EQ(one.pixels(), each.pixels()) << round;
    }
}

TEST(Coverage, ConnectedLinesDrawEachColumnOnce) {
    std::mt19937 random(4);
    auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
    for (int round = 0; round < 200; ++round) {
        TestScene scene(64, 64);
        count_fragments(scene);
        scene.clear({0, 0, 0, 0});
        // x-major segments from left to right.
        std::vector<TestVertex> strip;
        double x = 1 + uniform(0, 1), y = 32;
        const double start = x;
        while (x < 60) {
            strip.push_back(scene.at(x, y, 0.5, one_step));
            const double step = uniform(0.1, 6);
            x += step;
            y = std::clamp(y + uniform(-step, step) * 0.9, 2.0, 62.0);
        }
        scene.draw.primitive = Primitive::LineStrip;
        scene.run(strip);
        const std::vector<uint32_t> pixels = scene.pixels();
        for (int32_t column = static_cast<int32_t>(start) + 2; column < 52; ++column) {
            uint32_t sum = 0;
            for (int32_t row = 0; row < 64; ++row) sum += pixels[row * 64 + column] & 255;
            ASSERT_EQ(sum, 1u) << round << ": column " << column;
        }
    }
}

TEST(Coverage, PointsAreSquaresOfTheirRoundedSize) {
    for (int32_t size : {1, 2, 3, 7}) {
        TestScene scene(32, 32);
        count_fragments(scene);
        scene.clear({0, 0, 0, 0});
        scene.draw.primitive = Primitive::Points;
        scene.draw.raster.point_size = static_cast<float>(size) + 0.3f;
        scene.run({scene.at(16.2, 16.2, 0.5, one_step)});
        uint32_t sum = 0;
        for (uint32_t pixel : scene.pixels()) sum += pixel & 255;
        EXPECT_EQ(sum, static_cast<uint32_t>(size * size));
        EXPECT_GT(scene.color_at(16, 16)[0] + scene.color_at(15, 15)[0], 0);
    }
}

// A sprite has the pixels whose centres are in its square, the left and the lower edge included.
TEST(Coverage, SpritesAreSquaresAroundTheirPlaces) {
    std::mt19937 random(5);
    for (int turn = 0; turn < 300; ++turn) {
        TestScene scene(32, 32);
        count_fragments(scene);
        scene.clear({0, 0, 0, 0});
        scene.draw.primitive = Primitive::Points;
        scene.draw.raster.point_sprite = true;
        const auto below = [&](int most) { return static_cast<int>(random() % static_cast<uint32_t>(most)); };
        // Often with edges on centres. In 1/256 pixel; half the size is a whole number of those.
        const int grid = turn % 2 ? 64 : 1;
        const int half = 32 + below(600 / grid) * grid, x = below(32 * 256 / grid) * grid,
                  y = below(32 * 256 / grid) * grid;
        scene.draw.raster.point_size = static_cast<float>(half) / 128;
        if (turn % 3 == 0) {
            scene.draw.raster.scissor_test = true;
            scene.draw.scissors[0] = {4, 7, 20, 13};
        }
        scene.run({scene.at(x / 256.0, y / 256.0, 0.5, one_step)});
        const std::vector<uint32_t> pixels = scene.pixels();
        for (int py = 0; py < 32; ++py)
            for (int px = 0; px < 32; ++px) {
                const int at_x = 256 * px + 128, at_y = 256 * py + 128;
                bool inside = at_x >= x - half && at_x < x + half && at_y >= y - half && at_y < y + half;
                if (turn % 3 == 0) inside = inside && px >= 4 && px < 24 && py >= 7 && py < 20;
                ASSERT_EQ(pixels[static_cast<size_t>(32 * py + px)] & 255, inside ? 1u : 0u)
                    << x << " " << y << " " << half << ": " << px << " " << py;
            }
    }
}

TEST(Coverage, ClippingKeepsWhatIsInView) {
    // A huge triangle around the eye: w changes its sign over it. Inside the view it covers what the plane covers.
    TestScene scene(64, 64);
    scene.clear({0, 0, 0, 0});
    // In clip space: the plane y = -w / 2 … from far in front to behind the eye, as floors are.
    TestVertex vertex[3];
    vertex[0].position = {-1000, -1, 0, 1000};
    vertex[1].position = {1000, -1, 0, 1000};
    vertex[2].position = {0, -1, 0, -1000};
    scene.run({vertex[0], vertex[1], vertex[2]});
    // Points of the triangle have y = -1; with w > 0 they project to y = -1/w: below the horizon only.
    int below = 0;
    const std::vector<uint32_t> pixels = scene.pixels();
    for (int32_t y = 0; y < 64; ++y)
        for (int32_t x = 0; x < 64; ++x) {
            if (y >= 32) {
                ASSERT_EQ(pixels[y * 64 + x], 0u) << x << ' ' << y;
            } else if (pixels[y * 64 + x]) {
                ++below;
            }
        }
    EXPECT_GT(below, 64 * 30);
}

TEST(Coverage, ViewportConfinesPolygons) {
    TestScene scene(64, 64);
    scene.clear({0, 0, 0, 0});
    scene.draw.viewports[0] = {10, 20, 16, 8, 0, 1};
    TestVertex vertex[3];
    vertex[0].position = {-30, -30, 0, 1};
    vertex[1].position = {30, -30, 0, 1};
    vertex[2].position = {0, 60, 0, 1};
    scene.run({vertex[0], vertex[1], vertex[2]});
    const std::vector<uint32_t> pixels = scene.pixels();
    for (int32_t y = 0; y < 64; ++y)
        for (int32_t x = 0; x < 64; ++x)
            ASSERT_EQ(pixels[y * 64 + x] != 0, x >= 10 && x < 26 && y >= 20 && y < 28) << x << ' ' << y;
}

std::vector<uint32_t> random_picture(int32_t width, int32_t height, int32_t samples) {
    std::mt19937 random(5);
    auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
    TestScene scene(width, height, runtime::Format::Bgra8Unorm, runtime::Format::Depth24Stencil8, samples);
    scene.clear({0, 0, 0, 1});
    scene.draw.depth_stencil.depth_test = true;
    BlendState& blend = scene.draw.fragment_state.blend[0];
    blend.enabled = true;
    blend.source_color = blend.source_alpha = BlendFactor::SourceAlpha;
    blend.destination_color = blend.destination_alpha = BlendFactor::OneMinusSourceAlpha;
    for (Primitive primitive : {Primitive::Triangles, Primitive::Lines, Primitive::Points}) {
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 600; ++i) {
            const double reach = i % 30 < 15 ? 8 : 300;
            static double x, y;
            if (i % 3 == 0) {
                x = uniform(0, width);
                y = uniform(0, height);
            }
            auto channel = [&] { return static_cast<float>(uniform(0, 1)); };
            vertices.push_back(scene.at(x + uniform(-reach, reach), y + uniform(-reach, reach), uniform(0, 1),
                                        {channel(), channel(), channel(), channel()},
                                        static_cast<float>(uniform(0.5, 4))));
        }
        scene.draw.primitive = primitive;
        scene.run(vertices);
    }
    return scene.pixels();
}

TEST(Coverage, PicturesDependNeitherOnThreadsNorOnInstructionSets) {
    for (int32_t samples : {1, 2, 4, 8, 16}) {
        select_execute_tile_function(nullptr);
        runtime::WorkerPool::instance().set_thread_count(1);
        const std::vector<uint32_t> expected = random_picture(300, 200, samples);
        for (int32_t threads : {2, 3, 8}) {
            runtime::WorkerPool::instance().set_thread_count(threads);
            EXPECT_EQ(random_picture(300, 200, samples), expected) << threads << " threads";
        }
        for (const NamedExecuteTile& candidate : execute_tile_functions()) {
            select_execute_tile_function(candidate.function);
            EXPECT_EQ(random_picture(300, 200, samples), expected) << candidate.name;
        }
        select_execute_tile_function(nullptr);
    }
}

}  // namespace
}  // namespace rasterizer
