// Coverage for emulated devices: against the plain one, and against the rasterizer itself.
#include "rasterizer/targets/device_coverage.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <random>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

using machines::tegra::CoverageVertex;
using machines::tegra::PixelRectangle;
using machines::tegra::PlainCoverage;
using machines::tegra::QuadSink;
using Triangle = std::array<CoverageVertex, 3>;

class Pixels : public QuadSink {
  public:
    std::map<std::pair<int, int>, int> count;
    std::map<std::pair<int, int>, std::array<double, 3>> weight;  // of the last triangle
    void quad(int x, int y, const std::array<bool, 4>& covered,
              const std::array<std::array<double, 3>, 4>& weights) override {
        EXPECT_EQ(x & 1, 0);
        EXPECT_EQ(y & 1, 0);
        bool any = false;
        for (int p = 0; p < 4; p++) {
            if (!covered[p]) continue;
            any = true;
            count[{x + (p & 1), y + (p >> 1)}]++;
            weight[{x + (p & 1), y + (p >> 1)}] = weights[p];
        }
        EXPECT_TRUE(any);
    }
};

struct Random {
    std::mt19937 engine;
    explicit Random(uint32_t seed) : engine(seed) {}
    double operator()(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine); }
    // On the grid that both count by.
    double step(double low, double high) { return std::round((*this)(low, high) * 16) / 16; }
};

TEST(DeviceCoverage, AgreesWithPlainCoverage) {
    Random random(1);
    DeviceCoverage ours;
    PlainCoverage plain;
    size_t covered = 0;
    for (int round = 0; round < 3000; round++) {
        const double reach = round % 3 == 0 ? 4 : round % 3 == 1 ? 60 : 3000;
        Triangle triangle;
        for (CoverageVertex& v : triangle) v = {random.step(-reach, reach + 40), random.step(-reach, reach + 40)};
        // Corners and edges through pixel centres, where ties are.
        if (round % 4 == 0)
            for (CoverageVertex& v : triangle) v = {std::round(v.x) + 0.5, std::round(v.y) + 0.5};
        if (round % 8 == 0) triangle[1].y = triangle[0].y;
        const PixelRectangle within{3, 1, 41, 38};
        Pixels a, b;
        ours.triangle(triangle, within, a);
        plain.triangle(triangle, within, b);
        ASSERT_EQ(a.count, b.count) << round;
        for (const auto& [pixel, weights] : a.weight)
            for (size_t i = 0; i < 3; i++) ASSERT_NEAR(weights[i], b.weight[pixel][i], 1e-9);
        covered += a.count.size();
    }
    EXPECT_GT(covered, 300000u);
}

TEST(DeviceCoverage, AgreesWithTheRasterizer) {
    Random random(2);
    DeviceCoverage ours;
    constexpr int width = 96, height = 80;
    size_t covered = 0;
    for (int round = 0; round < 200; round++) {
        TestScene scene(width, height);
        scene.clear({0, 0, 0, 0});
        Triangle triangle;
        std::vector<TestVertex> vertices;
        for (CoverageVertex& v : triangle) {
            // Multiples of 1/256, which survive the way to normalized coordinates and back.
            v = {std::round(random(-150, 250) * 256) / 256, std::round(random(-150, 250) * 256) / 256};
            if (round % 4 == 0) v = {std::round(v.x * 2) / 2, std::round(v.y * 2) / 2};
            vertices.push_back(scene.at(v.x, v.y));
        }
        scene.run(vertices);
        const std::vector<uint32_t> pixels = scene.pixels();
        Pixels got;
        ours.triangle(triangle, {0, 0, width, height}, got);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                ASSERT_EQ(got.count.contains({x, y}), pixels[static_cast<size_t>(y * width + x)] != 0)
                    << round << ": " << x << ' ' << y;
        covered += got.count.size();
    }
    EXPECT_GT(covered, 50000u);
}

TEST(DeviceCoverage, SharedEdgesCoverOnce) {
    Random random(3);
    DeviceCoverage coverage;
    for (const double reach : {3.0, 40.0, 5000.0, 1e5, 1e7, 1e12}) {
        for (int round = 0; round < 60; round++) {
            // A fan of triangles around a point that is seen, far beyond all sides.
            const CoverageVertex middle{random(2, 38), random(2, 38)};
            std::vector<CoverageVertex> rim;
            const int corners = 3 + round % 6;
            for (int i = 0; i < corners; i++) {
                const double angle = 2 * 3.14159265358979 * (i + random(-0.2, 0.2)) / corners,
                             far = reach * random(1, 2);
                rim.push_back({middle.x + far * std::cos(angle), middle.y + far * std::sin(angle)});
            }
            Pixels pixels;
            for (size_t i = 0; i < rim.size(); i++) {
                Triangle triangle{middle, rim[i], rim[(i + 1) % rim.size()]};
                std::rotate(triangle.begin(), triangle.begin() + round % 3, triangle.end());
                if (i % 2) std::swap(triangle[0], triangle[1]);
                coverage.triangle(triangle, {0, 0, 40, 40}, pixels);
            }
            for (const auto& [pixel, count] : pixels.count)
                ASSERT_EQ(count, 1) << reach << ": " << pixel.first << ' ' << pixel.second;
            if (reach > 1000) {
                ASSERT_EQ(pixels.count.size(), 1600u) << reach;
            }
        }
    }
}

TEST(DeviceCoverage, BigTrianglesKeepTheirEdges) {
    DeviceCoverage coverage;
    Random random(4);
    const PixelRectangle within{0, 0, 64, 64};
    for (int round = 0; round < 200; round++) {
        // An edge through the pixels between ends far away; the third corner farther still.
        const double angle = random(0, 6.28), dx = std::cos(angle), dy = std::sin(angle), far = round % 2 ? 1e6 : 1e9;
        const double x = random(10, 54), y = random(10, 54);
        const Triangle triangle{
            {{x - far * dx, y - far * dy}, {x + far * dx, y + far * dy}, {x - far * dy, y + far * dx}}};
        Pixels pixels;
        coverage.triangle(triangle, within, pixels);
        for (int py = 0; py < 64; py++)
            for (int px = 0; px < 64; px++) {
                const double side = dx * (py + 0.5 - y) - dy * (px + 0.5 - x);
                if (std::fabs(side) > 0.01) {
                    ASSERT_EQ(pixels.count.contains({px, py}), side > 0) << round;
                }
            }
    }
    Pixels none;
    coverage.triangle({{{0, 0}, {INFINITY, 0}, {0, 10}}}, within, none);
    coverage.triangle({{{0, 0}, {NAN, 0}, {0, 10}}}, within, none);
    coverage.triangle({{{0, 0}, {10, 10}, {20, 20}}}, within, none);
    coverage.triangle({{{1e9, 0}, {2e9, 10}, {1e9, 20}}}, within, none);
    EXPECT_TRUE(none.count.empty());
}

}  // namespace
}  // namespace rasterizer
