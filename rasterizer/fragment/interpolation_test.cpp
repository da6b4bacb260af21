// What fragment programs get of the vertices: interpolated attributes, position, facing, colours of faces.
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

using runtime::Format;

TEST(Fragments, InterpolationMatchesDoubles) {
    std::mt19937 random(1);
    auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
    for (int round = 0; round < 100; ++round) {
        TestScene scene(96, 80, Format::Rgba32Float, Format::Depth32Float);
        scene.draw.fragment = stage_program("!!ARBfp1.0\nMOV result.color, fragment.texcoord[0];\nEND\n");
        scene.draw.fragment_state.clamp_color = false;
        scene.draw.depth_stencil.depth_test = true;
        scene.draw.depth_stencil.depth_function = CompareFunction::Always;
        scene.clear({-1, -1, -1, -1});
        std::vector<TestVertex> vertices;
        std::array<std::array<double, 3>, 3> corner;  // fixed x, y and 1/w
        for (int i = 0; i < 3; ++i) {
            const double x = std::round(uniform(-20, 116) * 256) / 256, y = std::round(uniform(-20, 100) * 256) / 256;
            const float w = static_cast<float>(uniform(0.3, 5));
            TestVertex vertex = scene.at(x, y, uniform(0, 1), {1, 1, 1, 1}, w);
            for (float& t : vertex.texcoord) t = static_cast<float>(uniform(-3, 3));
            vertices.push_back(vertex);
            corner[i] = {x, y, 1.0 / w};
        }
        const double area = (corner[1][0] - corner[0][0]) * (corner[2][1] - corner[0][1]) -
                            (corner[2][0] - corner[0][0]) * (corner[1][1] - corner[0][1]);
        if (std::fabs(area) < 100) continue;
        scene.run(vertices);
        for (int32_t y = 0; y < 80; ++y)
            for (int32_t x = 0; x < 96; ++x) {
                if (scene.depth_at(x, y) == 1.0f) continue;
                double weight[3];
                for (int i = 0; i < 3; ++i) {
                    const auto &p = corner[(i + 1) % 3], &q = corner[(i + 2) % 3];
                    weight[i] = ((q[0] - p[0]) * (y + 0.5 - p[1]) - (q[1] - p[1]) * (x + 0.5 - p[0])) / area;
                }
                const auto color = scene.color_at(x, y);
                double total = 0, depth = 0;
                for (int i = 0; i < 3; ++i) {
                    total += weight[i] * corner[i][2];
                    depth += weight[i] * (vertices[i].position[2] * corner[i][2] + 1) / 2;
                }
                for (int c = 0; c < 4; ++c) {
                    double expected = 0;
                    for (int i = 0; i < 3; ++i) expected += weight[i] * corner[i][2] * vertices[i].texcoord[c] / total;
                    ASSERT_NEAR(color[c], expected, 2e-4) << round << ": " << x << ' ' << y;
                }
                ASSERT_NEAR(scene.depth_at(x, y), depth, 1e-5) << round << ": " << x << ' ' << y;
            }
    }
}

TEST(Fragments, FragmentPositionAndFacing) {
    TestScene scene(20, 20, Format::Rgba32Float);
    scene.draw.fragment = stage_program("!!ARBfp1.0\nMOV result.color, fragment.position;\nEND\n");
    scene.draw.fragment_state.clamp_color = false;
    scene.draw.primitive = Primitive::Quads;
    scene.run({scene.at(0, 0, 0.25, {}, 2), scene.at(20, 0, 0.25, {}, 2), scene.at(20, 20, 0.25, {}, 2),
               scene.at(0, 20, 0.25, {}, 2)});
    for (int32_t i = 0; i < 20; ++i) {
        const auto color = scene.color_at(i, 19 - i);
        EXPECT_EQ(color[0], static_cast<float>(i) + 0.5f);
        EXPECT_EQ(color[1], 19.5f - static_cast<float>(i));
        EXPECT_FLOAT_EQ(color[2], 0.25f);
        EXPECT_FLOAT_EQ(color[3], 0.5f);
    }
}

TEST(Fragments, TwoSidedAndFlatColors) {
    TestScene scene(8, 8);
    scene.draw.vertex = stage_program(
        "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
        "MOV result.color.back, {0, 1, 0, 1};\nEND\n");
    scene.draw.raster.two_sided_color = true;
    scene.draw.raster.flat_shade = true;
    scene.clear({0, 0, 0, 0});
    std::vector<TestVertex> triangle{scene.at(-8, -8, 0.5, {1, 0, 0, 1}), scene.at(24, -8, 0.5, {0, 0, 1, 1}),
                                     scene.at(4, 40, 0.5, {1, 1, 0, 1})};
    scene.run(triangle);
    EXPECT_EQ(scene.color_at(3, 3), (std::array<float, 4>{1, 1, 0, 1}));
    scene.draw.raster.provoking_first = true;
    scene.run(triangle);
    EXPECT_EQ(scene.color_at(3, 3), (std::array<float, 4>{1, 0, 0, 1}));
    std::swap(triangle[1], triangle[2]);
    scene.run(triangle);
    EXPECT_EQ(scene.color_at(3, 3), (std::array<float, 4>{0, 1, 0, 1}));
}

}  // namespace
}  // namespace rasterizer
