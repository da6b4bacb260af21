// Fragment programs and samples: which of them programs run for, see and leave; and tests before programs.
#include <bit>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

using runtime::Format;

constexpr int32_t size = 24;

// Samples of floats, cleared to -1; four of them unless more or fewer are wanted.
struct SampledScene : TestScene {
    explicit SampledScene(const std::string& fragments, int32_t samples = 4)
        : TestScene(size, size, Format::Rgba32Float, Format::Depth24Stencil8, samples) {
        // Texture coordinate 1 is a copy: one attribute has one modifier.
        draw.vertex = stage_program(
            "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
            "MOV result.texcoord[0], vertex.texcoord[0];\nMOV result.texcoord[1], vertex.texcoord[0];\nEND\n");
        draw.fragment = stage_program(fragments);
        draw.fragment_state.clamp_color = false;
        clear({-1, -1, -1, -1});
    }
};

// A vertex whose texture coordinate is its window position.
TestVertex marked(const TestScene& scene, double x, double y, double z = 0.5, float w = 1) {
    TestVertex vertex = scene.at(x, y, z, {1, 1, 1, 1}, w);
    vertex.texcoord = {static_cast<float>(x), static_cast<float>(y), 0, 1};
    return vertex;
}
std::vector<TestVertex> triangle(const TestScene& scene) {
    return {marked(scene, 2.25, 1.125), marked(scene, 21.75, 4.875), marked(scene, 8.25, 22.375)};
}
std::vector<TestVertex> whole(const TestScene& scene, double z = 0.5) {
    return {marked(scene, 0, 0, z), marked(scene, 2 * size, 0, z), marked(scene, 0, 2 * size, z)};
}

uint32_t written_samples(TestScene& scene, int32_t x, int32_t y) {
    uint32_t written = 0;
    for (int32_t s = 0; s < 4; ++s)
        if (scene.color_at(x, y, s)[3] != -1) written |= 1u << s;
    return written;
}

TEST(SampleShading, NamingTheSampleRunsTheProgramForEach) {
    SampledScene scene("!!NVfp5.0\nCVT.F32.S32 result.color, fragment.sampleid.x;\nEND\n");
    scene.run(triangle(scene));
    int partly = 0;
    for (int32_t y = 0; y < size; ++y)
        for (int32_t x = 0; x < size; ++x) {
            const uint32_t written = written_samples(scene, x, y);
            partly += written != 0 && written != 15;
            for (int32_t s = 0; s < 4; ++s) {
                if (written >> s & 1) {
                    ASSERT_EQ(scene.color_at(x, y, s)[0], s) << x << ' ' << y;
                }
            }
        }
    EXPECT_GT(partly, 20);

    // One sample, or MULTISAMPLE off: the sample is number 0 and stands at the centre.
    scene.draw.raster.multisample = false;
    scene.clear({-1, -1, -1, -1});
    scene.run(whole(scene));
    for (int32_t s = 0; s < 4; ++s) EXPECT_EQ(scene.color_at(5, 6, s)[0], 0);
}

TEST(SampleShading, AttributesAreTakenWhereTheyAskFor) {
    for (const int32_t samples : sample_counts) {
        SampledScene scene(
            "!!NVfp5.0\n"
            "SAMPLE ATTRIB there = fragment.texcoord[0];\n"
            "MOV result.color.xy, there;\n"
            "MOV result.color.zw, fragment.texcoord[1].xyxy;\n"
            "END\n",
            samples);
        // Larger than the framebuffer: some of sixteen samples lie on a pixel's edge.
        scene.run({marked(scene, -size, -size), marked(scene, 4 * size, -size), marked(scene, -size, 4 * size)});
        for (int32_t y = 0; y < size; ++y)
            for (int32_t x = 0; x < size; ++x)
                for (int32_t s = 0; s < samples; ++s) {
                    const auto color = scene.color_at(x, y, s);
                    const auto position = sample_position(samples, s);
                    ASSERT_NEAR(color[0], static_cast<float>(x) + position[0], 1e-4);
                    ASSERT_NEAR(color[1], static_cast<float>(y) + position[1], 1e-4);
                    ASSERT_NEAR(color[2], static_cast<float>(x) + 0.5f, 1e-4);
                    ASSERT_NEAR(color[3], static_cast<float>(y) + 0.5f, 1e-4);
                }
    }
}

// Each sample of a pixel is covered, and has its depth, where the standard pattern or the draw's own has it.
TEST(SampleShading, SamplesAreCoveredWhereTheyLie) {
    for (const int32_t samples : sample_counts)
        for (const bool own : {false, true}) {
            SampledScene scene("!!NVfp5.0\nMOV result.color, 1;\nEND\n", samples);
            SampleOffsets offsets = standard_sample_offsets(samples);
            if (own) {
                for (int32_t s = 0; s < max_samples; ++s)
                    offsets[static_cast<size_t>(s)] = {128 - 16 * s, 16 * s - 128};
                scene.draw.raster.sample_offsets = std::make_shared<const SampleOffsets>(offsets);
            }
            // A ramp of depths, met by a plane of one depth, beside an edge.
            scene.draw.depth_stencil.depth_test = scene.draw.depth_stencil.depth_write = true;
            scene.draw.depth_stencil.depth_function = CompareFunction::Less;
            scene.run({marked(scene, 0, 0, 0), marked(scene, 2 * size, 0, 1), marked(scene, 0, 2 * size, 0)});
            Clear colors;
            colors.framebuffer = scene.draw.framebuffer;
            colors.area = {0, 0, size, size};
            colors.color_buffers = 1;
            colors.color_mask[0] = 0xf;
            scene.rasterizer.clear(colors);
            constexpr double edge_y = 7.40234375, depth = 0.21;
            scene.run({marked(scene, -size, edge_y, depth), marked(scene, 4 * size, edge_y, depth),
                       marked(scene, -size, 4 * size, depth)});
            for (int32_t y = 0; y < size; ++y)
                for (int32_t x = 0; x < size; ++x)
                    for (int32_t s = 0; s < samples; ++s) {
                        const auto& offset = offsets[static_cast<size_t>(s)];
                        const double at_x = x + 0.5 + offset[0] / 256.0, at_y = y + 0.5 + offset[1] / 256.0;
                        const double ramp = at_x / (2 * size);
                        if (std::abs(ramp - depth) < 1e-5) continue;
                        ASSERT_EQ(scene.color_at(x, y, s)[0] == 1, at_y > edge_y && depth < ramp)
                            << samples << " samples, " << s << " at " << x << ' ' << y;
                    }
        }
}

TEST(SampleShading, StateTakesEverythingAtTheSamples) {
    SampledScene scene(
        "!!NVfp5.0\n"
        "CENTROID ATTRIB inside = fragment.texcoord[0];\n"
        "MOV result.color.x, fragment.texcoord[1];\n"
        "MOV result.color.y, inside;\n"
        "MOV result.color.zw, fragment.position.xyxy;\n"
        "END\n");
    scene.draw.fragment_state.sample_shading = true;
    scene.run(triangle(scene));
    for (int32_t y = 0; y < size; ++y)
        for (int32_t x = 0; x < size; ++x) {
            const uint32_t written = written_samples(scene, x, y);
            for (int32_t s = 0; s < 4; ++s) {
                if (!(written >> s & 1)) continue;
                const auto color = scene.color_at(x, y, s);
                const auto position = sample_position(4, s);
                ASSERT_NEAR(color[0], static_cast<float>(x) + position[0], 1e-4);
                ASSERT_NEAR(color[1], static_cast<float>(y) + position[1], 1e-4);
                ASSERT_EQ(color[2], static_cast<float>(x) + position[0]);
                ASSERT_EQ(color[3], static_cast<float>(y) + position[1]);
            }
        }
}

// IPAS and IPAO count from the pixel's centre however often the program runs.
TEST(SampleShading, InterpolationElsewhereStartsFromTheCentre) {
    for (bool shading : {false, true}) {
        SampledScene scene(
            "!!NVfp5.0\n"
            "IPAS result.color.x, fragment.texcoord[0], {2}.x;\n"
            "IPAO result.color.yz, fragment.texcoord[0].xxyy, {0.25, -0.125};\n"
            "IPAC result.color.w, fragment.texcoord[0].x;\n"
            "END\n");
        scene.draw.fragment_state.sample_shading = shading;
        scene.run(whole(scene));
        for (int32_t s = 0; s < 4; ++s) {
            const auto color = scene.color_at(7, 9, s);
            EXPECT_NEAR(color[0], 7 + sample_position(4, 2)[0], 1e-4);
            EXPECT_NEAR(color[1], 7.75, 1e-4);
            EXPECT_NEAR(color[2], 9.375, 1e-4);
            EXPECT_NEAR(color[3], shading ? 7 + sample_position(4, s)[0] : 7.5f, 1e-4);
        }
    }
}

// Random triangles, tests that come late, stencil and depth of every sample: shading each sample must leave what
// shading each pixel leaves, since the program gives the same everywhere.
TEST(SampleShading, LeavesWhatShadingPixelsLeaves) {
    const auto draw = [](bool shading, bool late) {
        auto scene = std::make_unique<TestScene>(size, size, Format::Rgba32Float, Format::Depth24Stencil8, 4);
        scene->draw.fragment = stage_program(late ? "!!NVfp5.0\nKIL fragment.color;\nMOV result.color, "
                                                    "fragment.color;\nEND\n"
                                                  : color_fragments);
        scene->draw.fragment_state.clamp_color = false;
        scene->draw.fragment_state.sample_shading = shading;
        scene->draw.depth_stencil.depth_test = scene->draw.depth_stencil.stencil_test = true;
        for (StencilFace& face : scene->draw.depth_stencil.stencil)
            face = {CompareFunction::NotEqual,
                    3,
                    0xff,
                    0xff,
                    StencilFace::Operation::IncrementWrap,
                    StencilFace::Operation::Invert,
                    StencilFace::Operation::Increment};
        scene->draw.fragment_state.blend[0] = {true, BlendFactor::One, BlendFactor::One, BlendFactor::One,
                                               BlendFactor::One};
        scene->clear({0, 0, 0, 0});
        std::mt19937 random(5);
        std::uniform_real_distribution<double> coordinate(-4, size + 4), depth(0, 1);
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 3 * 60; ++i) {
            const auto shade = static_cast<float>(1 + i / 3);
            vertices.push_back(
                scene->at(coordinate(random), coordinate(random), depth(random), {shade, shade, shade, shade}));
        }
        scene->run(vertices);
        return scene;
    };
    for (bool late : {false, true}) {
        const auto pixels = draw(false, late), samples = draw(true, late);
        for (int32_t y = 0; y < size; ++y)
            for (int32_t x = 0; x < size; ++x)
                for (int32_t s = 0; s < 4; ++s) {
                    ASSERT_EQ(pixels->color_at(x, y, s), samples->color_at(x, y, s)) << late << ' ' << x << ' ' << y;
                    ASSERT_EQ(pixels->depth_at(x, y, s), samples->depth_at(x, y, s));
                }
    }
}

TEST(SampleMask, ProgramsSeeTheSamplesThatAreCovered) {
    for (bool depth_test : {false, true})
        for (bool late : {false, true}) {
            SampledScene scene(std::string("!!NVfp5.0\n") + (late ? "KIL fragment.texcoord[0];\n" : "") +
                               "CVT.F32.S32 result.color, fragment.samplemask.x;\nEND\n");
            // Half of the samples fail the depth test: they are seen all the same.
            scene.draw.depth_stencil.depth_test = depth_test;
            scene.draw.depth_stencil.depth_function = CompareFunction::LessOrEqual;
            SampledScene reference("!!NVfp5.0\nMOV result.color, 1;\nEND\n");
            reference.run(triangle(reference));
            if (depth_test) {
                const StageProgram program = std::exchange(scene.draw.fragment, stage_program(color_fragments));
                scene.draw.fragment_state.sample_mask = 5;
                scene.run(whole(scene, 0.25));
                scene.draw.fragment_state.sample_mask = ~0u;
                scene.draw.fragment = program;
            }
            scene.run(triangle(scene));
            for (int32_t y = 0; y < size; ++y)
                for (int32_t x = 0; x < size; ++x) {
                    const uint32_t covered = written_samples(reference, x, y);
                    const uint32_t left = depth_test ? covered & 10 : covered;
                    for (int32_t s = 0; s < 4; ++s)
                        if (left >> s & 1) {
                            ASSERT_EQ(scene.color_at(x, y, s)[0], static_cast<float>(covered)) << x << ' ' << y;
                        }
                }
        }
}

TEST(SampleMask, IsOfWhatPassedWhenAskedFor) {
    SampledScene scene(
        "!!NVfp5.0\nOPTION NV_early_fragment_tests;\nOPTION EXT_post_depth_coverage;\n"
        "CVT.F32.S32 result.color, fragment.samplemask.x;\nEND\n");
    const StageProgram program = std::exchange(scene.draw.fragment, stage_program(color_fragments));
    scene.draw.depth_stencil.depth_test = true;
    scene.draw.fragment_state.sample_mask = 5;
    scene.run(whole(scene, 0.25));
    scene.draw.fragment_state.sample_mask = ~0u;
    scene.draw.fragment = program;
    scene.run(whole(scene));
    for (int32_t s = 0; s < 4; ++s) EXPECT_EQ(scene.color_at(4, 4, s)[0], s & 1 ? 10 : 1) << s;
}

// Those that SAMPLE_MASK takes out are not seen (GL 4.6, 15.2.2); every sample on its own sees itself.
TEST(SampleMask, KnowsTheStateAndTheSampleShaded) {
    SampledScene scene("!!NVfp5.0\nCVT.F32.S32 result.color, fragment.samplemask.x;\nEND\n");
    scene.draw.fragment_state.sample_mask = 6;
    scene.run(whole(scene));
    EXPECT_EQ(written_samples(scene, 3, 3), 6u);
    EXPECT_EQ(scene.color_at(3, 3, 1)[0], 6);
    scene.draw.fragment_state.sample_shading = true;
    scene.run(whole(scene));
    EXPECT_EQ(scene.color_at(3, 3, 1)[0], 2);
    EXPECT_EQ(scene.color_at(3, 3, 2)[0], 4);

    TestScene single(size, size, Format::Rgba32Float);
    single.draw.fragment = stage_program("!!NVfp5.0\nCVT.F32.S32 result.color, fragment.samplemask.x;\nEND\n");
    single.run(whole(single));
    EXPECT_EQ(single.color_at(3, 3)[0], 1);
}

TEST(SampleMask, OfTheResultTakesSamplesOutAndMayPutThemIn) {
    const std::string body = "MOV.S result.samplemask.x, {9};\nMOV result.color, 1;\nEND\n";
    for (bool shading : {false, true})
        for (bool override_coverage : {false, true}) {
            SampledScene reference("!!NVfp5.0\nMOV result.color, 1;\nEND\n");
            reference.run(triangle(reference));
            SampledScene scene(std::string("!!NVfp5.0\n") +
                               (override_coverage ? "OPTION NV_sample_mask_override_coverage;\n" : "") + body);
            scene.draw.fragment_state.sample_shading = shading;
            scene.run(triangle(scene));
            for (int32_t y = 0; y < size; ++y)
                for (int32_t x = 0; x < size; ++x) {
                    const uint32_t covered = written_samples(reference, x, y);
                    // A sample on its own can only leave itself in.
                    const bool adds = override_coverage && !shading;
                    ASSERT_EQ(written_samples(scene, x, y), covered == 0 ? 0u
                                                            : adds       ? 9u
                                                                         : covered & 9)
                        << x << ' ' << y;
                }
        }
}

TEST(SampleMask, CountsForNothingWithoutMultisampling) {
    SampledScene scene("!!NVfp5.0\nMOV.S result.samplemask.x, {0};\nMOV result.color, 1;\nEND\n");
    scene.draw.raster.multisample = false;
    scene.run(whole(scene));
    EXPECT_EQ(written_samples(scene, 3, 3), 15u);
}

// NV_early_fragment_tests: depth, stencil and the sample count are done with before the program runs.
TEST(EarlyTests, ComeBeforeWhatTheProgramDoes) {
    for (bool early : {false, true}) {
        TestScene scene(size, size);
        scene.draw.fragment =
            stage_program(std::string("!!NVfp5.0\n") + (early ? "OPTION NV_early_fragment_tests;\n" : "") +
                          "TEMP t;\nSUB.CC t, fragment.position.x, 12;\nKIL LT.x;\nMOV result.depth.z, 0.125;\n"
                          "MOV result.color, 1;\nEND\n");
        scene.draw.depth_stencil.depth_test = true;
        scene.clear({0, 0, 0, 0});
        const auto counter = std::make_shared<SampleCounter>();
        scene.draw.counters.push_back(counter);
        scene.run(whole(scene, 0.75));
        EXPECT_EQ(scene.color_at(3, 3)[0], 0);
        EXPECT_EQ(scene.color_at(20, 3)[0], 1);
        EXPECT_NEAR(scene.depth_at(3, 3), early ? 0.75 : 1, 1e-6);
        EXPECT_NEAR(scene.depth_at(20, 3), early ? 0.75 : 0.125, 1e-6);
        EXPECT_EQ(counter->samples_passed, static_cast<uint64_t>(early ? size * size : size * size / 2));
    }
}

TEST(EarlyTests, CountWhatTheAlphaTestTakesAway) {
    TestScene scene(size, size);
    scene.draw.fragment = stage_program("!!NVfp5.0\nOPTION NV_early_fragment_tests;\nMOV result.color, 0.25;\nEND\n");
    scene.draw.fragment_state.alpha_test = true;
    scene.draw.fragment_state.alpha_function = CompareFunction::Greater;
    scene.draw.fragment_state.alpha_reference = 0.5f;
    const auto counter = std::make_shared<SampleCounter>();
    scene.draw.counters.push_back(counter);
    scene.clear({0, 0, 0, 0});
    scene.run(whole(scene));
    EXPECT_EQ(scene.color_at(3, 3)[0], 0);
    EXPECT_EQ(counter->samples_passed, static_cast<uint64_t>(size * size));
}

}  // namespace
}  // namespace rasterizer
