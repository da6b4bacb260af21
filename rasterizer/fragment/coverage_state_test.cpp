// What gives fragments fewer samples than their primitives cover, or scales their alpha: stipples, the alpha test,
// antialiasing.
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

using runtime::Format;

TEST(Fragments, AlphaTestKillAndCounters) {
    TestScene scene(64, 64);
    scene.clear({0, 0, 0, 0});
    auto counter = std::make_shared<SampleCounter>();
    scene.draw.counters.push_back(counter);
    scene.draw.fragment_state.alpha_test = true;
    scene.draw.fragment_state.alpha_function = CompareFunction::Greater;
    scene.draw.fragment_state.alpha_reference = 0.5f;
    scene.draw.primitive = Primitive::Quads;
    auto quad = full_quad(scene, 0.5, {1, 1, 1, 1}, 64);
    quad[0].color[3] = quad[3].color[3] = 0;  // alpha rises from left to right
    scene.run(quad);
    scene.rasterizer.finish();
    EXPECT_EQ(counter->samples_passed, 32u * 64);
    EXPECT_EQ(scene.color_at(31, 5)[0], 0);
    EXPECT_EQ(scene.color_at(32, 5)[0], 1);
}

TEST(Fragments, MultisampleEdgesResolveToTheirCoverage) {
    TestScene scene(32, 32, Format::Bgra8Unorm, Format::Depth24Stencil8, 4);
    scene.clear({0, 0, 0, 1});
    scene.run({scene.at(-10, -10), scene.at(42, -10), scene.at(-10, 42)});
    auto resolved = std::make_shared<runtime::Image>(Format::Bgra8Unorm, runtime::Extent{32, 32, 1});
    scene.rasterizer.resolve(scene.draw.framebuffer.colors[0], {resolved, 0, 1});
    double sum = 0;
    for (int32_t y = 0; y < 32; ++y)
        for (int32_t x = 0; x < 32; ++x) {
            runtime::Texel texel;
            runtime::load_texels(Format::Bgra8Unorm, resolved->row(y), x, 1, &texel);
            const float red = std::bit_cast<float>(texel[0]);
            sum += red;
            if (x + y < 30) {
                EXPECT_EQ(red, 1);
            }
            if (x + y > 33) {
                EXPECT_EQ(red, 0);
            }
        }
    EXPECT_NEAR(sum, 32 * 32 / 2.0, 20);
}

// With MULTISAMPLE off, all samples are at the pixel's centre, wherever those of the draw before are.
TEST(Fragments, SamplesOfTheDrawBeforeDoNotStay) {
    const auto drawn = [](bool apart) {
        TestScene scene(32, 32, Format::Bgra8Unorm, Format::None, 4);
        scene.clear({0, 0, 0, 0});
        scene.run({scene.at(-10, -10), scene.at(42, -10), scene.at(-10, 42)});
        if (apart) scene.rasterizer.finish();
        scene.draw.raster.multisample = false;
        const std::array<float, 4> red{1, 0, 0, 1};
        scene.run({scene.at(1.3, 2.1, 0.5, red), scene.at(30.2, 7.4, 0.5, red), scene.at(11.6, 29.8, 0.5, red)});
        std::vector<std::array<float, 4>> colors;
        for (int32_t y = 0; y < 32; ++y)
            for (int32_t x = 0; x < 32; ++x)
                for (int32_t s = 0; s < 4; ++s) colors.push_back(scene.color_at(x, y, s));
        return colors;
    };
    EXPECT_EQ(drawn(false), drawn(true));
}

TEST(Fragments, PolygonStippleAndLineStipple) {
    TestScene scene(64, 64);
    scene.clear({0, 0, 0, 0});
    scene.draw.raster.polygon_stipple = true;
    for (int row = 0; row < 32; ++row) scene.draw.raster.polygon_stipple_pattern[row] = 0x80000001u << (row & 1);
    scene.draw.primitive = Primitive::Quads;
    scene.run(full_quad(scene, 0.5, {1, 1, 1, 1}, 64));
    for (int32_t y = 0; y < 64; ++y)
        for (int32_t x = 0; x < 64; ++x)
            ASSERT_EQ(scene.color_at(x, y)[0] > 0,
                      (scene.draw.raster.polygon_stipple_pattern[y % 32] >> (31 - x % 32) & 1) != 0);

    scene.clear({0, 0, 0, 0});
    scene.draw.raster.line_stipple = true;
    scene.draw.raster.line_stipple_pattern = 0x00ff;
    scene.draw.raster.line_stipple_factor = 1;
    scene.draw.primitive = Primitive::Lines;
    scene.run({scene.at(0.5, 10.5), scene.at(60.5, 10.5)});
    for (int32_t x = 0; x < 60; ++x) EXPECT_EQ(scene.color_at(x, 10)[0] > 0, x % 16 < 8) << x;
}

TEST(Fragments, SamplesStandAtTheCentreWithoutMultisampling) {
    TestScene scene(32, 32, Format::Bgra8Unorm, Format::None, 4);
    scene.clear({0, 0, 0, 0});
    scene.draw.raster.multisample = false;
    scene.run({scene.at(-10, -10), scene.at(42, -10), scene.at(-10, 42)});
    for (int32_t y = 0; y < 32; ++y)
        for (int32_t x = 0; x < 32; ++x)
            for (int32_t sample = 1; sample < 4; ++sample)
                ASSERT_EQ(scene.color_at(x, y, sample), scene.color_at(x, y)) << x << ' ' << y;
}

// Antialiased polygons: the alpha of each pixel is the part of it that they cover.
TEST(SmoothPolygons, CoverageIsTheAreaInsideEachPixel) {
    std::mt19937 random(3);
    const auto coordinate = [&] {
        return std::round(std::uniform_real_distribution<double>(2, 30)(random) * 256) / 256;
    };
    for (int round = 0; round < 60; ++round) {
        TestScene scene(32, 32, Format::Rgba32Float);
        scene.draw.raster.polygon_smooth = true;
        scene.draw.depth_stencil.depth_test = round % 2;
        scene.clear({0, 0, 0, 0});
        double x[3], y[3];
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 3; ++i) {
            x[i] = coordinate();
            y[i] = coordinate();
            // Beside a sliver that isn't flat the plane of its depths goes anywhere.
            vertices.push_back(scene.at(x[i], y[i], round % 2 ? 0.5 : 0.25 * (i + 1)));
        }
        scene.run(vertices);
        const double area = std::fabs((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])) / 2;
        double sum = 0;
        for (int32_t py = 0; py < 32; ++py)
            for (int32_t px = 0; px < 32; ++px) {
                const float alpha = scene.color_at(px, py)[3];
                ASSERT_GE(alpha, 0);
                ASSERT_LE(alpha, 1);
                sum += static_cast<double>(alpha);
            }
        EXPECT_NEAR(sum, area, 1e-3 * (1 + area)) << round;
    }
}

// Triangles that a quad is cut into, and triangles that meet, leave neither seams nor double coverage when added up.
TEST(SmoothPolygons, PiecesAddUp) {
    for (const bool quads : {false, true}) {
        TestScene scene(32, 32, Format::Rgba32Float);
        scene.draw.raster.polygon_smooth = true;
        BlendState& blend = scene.draw.fragment_state.blend[0];
        blend.enabled = true;
        blend.source_color = blend.source_alpha = blend.destination_color = blend.destination_alpha = BlendFactor::One;
        scene.clear({0, 0, 0, 0});
        const TestVertex a = scene.at(3.5, 4.25), b = scene.at(27.75, 7.5), c = scene.at(24.25, 29.25),
                         d = scene.at(6.5, 21.75);
        scene.draw.primitive = quads ? Primitive::Quads : Primitive::Triangles;
        if (quads)
            scene.run({a, b, c, d});
        else
            scene.run({a, b, c, a, c, d});
        double sum = 0;
        for (int32_t y = 0; y < 32; ++y)
            for (int32_t x = 0; x < 32; ++x) {
                const float alpha = scene.color_at(x, y)[3];
                sum += static_cast<double>(alpha);
                if (x > 9 && x < 22 && y > 9 && y < 18) {
                    ASSERT_NEAR(alpha, 1, 1e-5f) << x << ' ' << y;
                }
            }
        const double area = 0.5 * std::fabs((24.25 - 3.5) * (21.75 - 7.5) - (6.5 - 27.75) * (29.25 - 4.25));
        EXPECT_NEAR(sum, area, quads ? 1.0 : 1e-3) << quads;
        EXPECT_EQ(scene.color_at(0, 0)[3], 0);
    }
}

TEST(SmoothPolygons, AreOrdinaryOnesWithMultisampling) {
    TestScene scene(16, 16, Format::Rgba32Float, Format::Depth24Stencil8, 4);
    scene.draw.raster.polygon_smooth = true;
    scene.clear({0, 0, 0, 0});
    scene.run({scene.at(0, 0), scene.at(16, 0), scene.at(0, 16)});
    for (int32_t i = 0; i < 16; ++i)
        for (int32_t s = 0; s < 4; ++s) {
            const float alpha = scene.color_at(i, 15 - i, s)[3];
            EXPECT_TRUE(alpha == 0 || alpha == 1);
        }
}

// GL 2.1, 3.3: with multisampling a point is not drawn smaller than the threshold, but fainter.
TEST(Points, FadeInsteadOfShrinking) {
    for (const bool sprite : {false, true}) {
        int covered_by_four = 0;
        for (const float size : {4.0f, 2.0f, 1.0f}) {
            TestScene scene(16, 16, Format::Rgba32Float, Format::Depth24Stencil8, 4);
            scene.draw.primitive = Primitive::Points;
            scene.draw.raster.point_size = size;
            scene.draw.raster.point_fade_threshold = 4;
            scene.draw.raster.point_sprite = sprite;
            scene.clear({0, 0, 0, 0});
            scene.run({scene.at(8.5, 8.5)});
            int covered = 0;
            for (int32_t y = 0; y < 16; ++y)
                for (int32_t x = 0; x < 16; ++x)
                    for (int32_t s = 0; s < 4; ++s) {
                        const auto color = scene.color_at(x, y, s);
                        if (color[0] == 0) continue;
                        ++covered;
                        EXPECT_EQ(color[0], 1);
                        EXPECT_EQ(color[3], size * size / 16);
                    }
            if (size == 4) covered_by_four = covered;
            EXPECT_EQ(covered, covered_by_four);
            EXPECT_NEAR(covered, sprite ? 64 : 50, sprite ? 0 : 6);
            scene.draw.raster.multisample = false;
            scene.clear({0, 0, 0, 0});
            scene.run({scene.at(8.5, 8.5)});
            EXPECT_EQ(scene.color_at(8, 8)[3], 1);
            // Squares leave out what their right edges run through; others lie on whole pixels.
            EXPECT_EQ(scene.color_at(sprite ? 9 : 10, 8)[3], size > 2 ? 1 : 0);
        }
    }
}

}  // namespace
}  // namespace rasterizer
