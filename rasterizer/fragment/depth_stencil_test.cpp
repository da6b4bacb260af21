// Depth and stencil tests.
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

using runtime::Format;

bool compare(CompareFunction function, double a, double b) {
    switch (function) {
        case CompareFunction::Never: return false;
        case CompareFunction::Less: return a < b;
        case CompareFunction::Equal: return a == b;
        case CompareFunction::LessOrEqual: return a <= b;
        case CompareFunction::Greater: return a > b;
        case CompareFunction::NotEqual: return a != b;
        case CompareFunction::GreaterOrEqual: return a >= b;
        case CompareFunction::Always: return true;
    }
    return false;
}

constexpr std::array<CompareFunction, 8> compare_functions{
    CompareFunction::Never,   CompareFunction::Less,     CompareFunction::Equal,          CompareFunction::LessOrEqual,
    CompareFunction::Greater, CompareFunction::NotEqual, CompareFunction::GreaterOrEqual, CompareFunction::Always};

TEST(Fragments, DepthFunctions) {
    for (Format format :
         {Format::Depth16, Format::Depth24, Format::Depth24Stencil8, Format::Depth32Float, Format::Depth32})
        for (CompareFunction function : compare_functions)
            for (double z : {0.25, 0.5, 0.75})
                for (bool late : {false, true}) {
                    TestScene scene(16, 16, Format::Bgra8Unorm, format);
                    if (late)
                        scene.draw.fragment =
                            stage_program("!!ARBfp1.0\nKIL fragment.color;\nMOV result.color, fragment.color;\nEND\n");
                    scene.draw.primitive = Primitive::Quads;
                    scene.draw.depth_stencil.depth_test = true;
                    scene.draw.depth_stencil.depth_function = CompareFunction::Always;
                    scene.clear({0, 0, 0, 0}, 1);
                    scene.run(full_quad(scene, 0.5, {0, 0, 1, 1}, 16));
                    scene.draw.depth_stencil.depth_function = function;
                    scene.run(full_quad(scene, z, {1, 0, 0, 1}, 16));
                    const bool passes = compare(function, z, 0.5);
                    EXPECT_EQ(scene.color_at(7, 7)[0], passes ? 1.0f : 0.0f) << static_cast<int>(function) << ' ' << z;
                    EXPECT_NEAR(scene.depth_at(7, 7), passes ? z : 0.5, 1e-4);
                }
}

// A depth is compared as the surface will hold it, so that it doesn't matter when a tile is stored and loaded again.
// Small depths as floats are finer than 32 bits of unorm.
TEST(Fragments, DepthsAreTheSameAfterTheyWereStored) {
    for (const Format format :
         {Format::Depth16, Format::Depth24, Format::Depth24Stencil8, Format::Depth32Float, Format::Depth32})
        for (const bool late : {false, true})
            for (const double deepest : {1e-7, 1e-5, 0.003, 0.9}) {
                TestScene scene(16, 16, Format::Bgra8Unorm, format);
                if (late)
                    scene.draw.fragment =
                        stage_program("!!ARBfp1.0\nKIL fragment.color;\nMOV result.color, fragment.color;\nEND\n");
                scene.draw.primitive = Primitive::Triangles;
                scene.draw.depth_stencil.depth_test = true;
                scene.draw.depth_stencil.depth_function = CompareFunction::Always;
                scene.clear({0, 0, 0, 0}, 1);
                const auto triangle = [&](std::array<float, 4> color) {
                    scene.run({scene.at(0, 0, 0, color), scene.at(37, 0, deepest, color),
                               scene.at(0, 35, deepest / 3, color)});
                };
                triangle({0, 0, 1, 1});
                scene.rasterizer.finish();
                scene.draw.depth_stencil.depth_function = CompareFunction::Equal;
                triangle({1, 0, 0, 1});
                int passed = 0;
                for (int32_t y = 0; y < 15; ++y)
                    for (int32_t x = 0; x < 15; ++x) passed += scene.color_at(x, y)[0] == 1.0f;
                EXPECT_EQ(passed, 15 * 15) << static_cast<int>(format) << ' ' << late << ' ' << deepest;
            }
}

TEST(Fragments, LateTestsSeeTheDepthsOfEarlyOnesWithPolygonOffset) {
    TestScene scene(16, 16, Format::Bgra8Unorm, Format::Depth32Float);
    scene.draw.raster.polygon_offset.fill(true);
    scene.draw.raster.offset_units = 50000;
    scene.draw.raster.offset_factor = 0.5f;
    scene.draw.depth_stencil.depth_test = true;
    scene.clear({0, 0, 0, 0}, 1);
    const auto triangle = [&](std::array<float, 4> color) {
        scene.run({scene.at(0, 0, 0.25, color), scene.at(37, 0, 0.5, color), scene.at(0, 35, 0.375, color)});
    };
    triangle({0, 0, 1, 1});
    scene.draw.fragment = stage_program("!!ARBfp1.0\nKIL fragment.color;\nMOV result.color, fragment.color;\nEND\n");
    scene.draw.depth_stencil.depth_function = CompareFunction::Equal;
    triangle({1, 0, 0, 1});
    for (int32_t y = 0; y < 15; ++y)
        for (int32_t x = 0; x < 15; ++x) EXPECT_EQ(scene.color_at(x, y)[0], 1.0f) << x << ' ' << y;
}

TEST(Fragments, DepthFromTheProgramReplacesTheInterpolatedOne) {
    TestScene scene(16, 16);
    scene.draw.fragment =
        stage_program("!!ARBfp1.0\nMOV result.color, fragment.color;\nMOV result.depth.z, fragment.color.x;\nEND\n");
    scene.draw.primitive = Primitive::Quads;
    scene.draw.depth_stencil.depth_test = true;
    scene.clear({0, 0, 0, 0}, 1);
    scene.run(full_quad(scene, 0.9, {0.25f, 0, 0, 1}, 16));
    EXPECT_NEAR(scene.depth_at(3, 3), 0.25, 1e-6);
    scene.run(full_quad(scene, 0.1, {0.5f, 0, 0, 1}, 16));
    EXPECT_NEAR(scene.depth_at(3, 3), 0.25, 1e-6);
}

uint8_t stencil_result(StencilFace::Operation operation, uint8_t value, uint8_t reference) {
    using Operation = StencilFace::Operation;
    switch (operation) {
        case Operation::Keep: return value;
        case Operation::Zero: return 0;
        case Operation::Replace: return reference;
        case Operation::Increment: return value == 255 ? 255 : value + 1;
        case Operation::Decrement: return value == 0 ? 0 : value - 1;
        case Operation::Invert: return ~value;
        case Operation::IncrementWrap: return value + 1;
        case Operation::DecrementWrap: return value - 1;
    }
    return 0;
}

TEST(Fragments, StencilMatchesTheSpecification) {
    std::mt19937 random(2);
    auto pick = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    for (int round = 0; round < 400; ++round) {
        TestScene scene(8, 8, Format::Bgra8Unorm, round % 2 ? Format::Depth24Stencil8 : Format::Depth32FloatStencil8);
        if (round % 3 == 0)  // late tests
            scene.draw.fragment =
                stage_program("!!ARBfp1.0\nKIL fragment.color;\nMOV result.color, fragment.color;\nEND\n");
        const int written_reference = round % 5 == 0 ? pick(1023) : -1;  // eight bits count
        if (written_reference >= 0)
            scene.draw.fragment =
                stage_program("!!NVfp5.0\nOPTION NV_internal;\nMOV.S result.stencil.x, " +
                              std::to_string(written_reference) + ";\nMOV result.color, fragment.color;\nEND\n");
        const auto initial = static_cast<uint8_t>(pick(3) ? pick(255) : pick(1) * 255);
        scene.clear({0, 0, 0, 0}, 0.5, initial);
        DepthStencilState& state = scene.draw.depth_stencil;
        state.depth_test = round % 4 != 0;
        state.depth_function = CompareFunction::Less;
        state.stencil_test = true;
        for (StencilFace& face : state.stencil) {
            face.function = compare_functions[pick(7)];
            face.reference = static_cast<uint8_t>(pick(255));
            face.read_mask = static_cast<uint8_t>(pick(1) ? 255 : pick(255));
            face.write_mask = static_cast<uint8_t>(pick(1) ? 255 : pick(255));
            face.fail = static_cast<StencilFace::Operation>(pick(7));
            face.depth_fail = static_cast<StencilFace::Operation>(pick(7));
            face.pass = static_cast<StencilFace::Operation>(pick(7));
        }
        const bool back = pick(1), depth_passes = pick(1) || !state.depth_test;
        scene.draw.primitive = Primitive::Quads;
        auto quad = full_quad(scene, depth_passes ? 0.25 : 0.75, {1, 1, 1, 1}, 8);
        if (back) std::swap(quad[1], quad[3]);
        scene.run(quad);

        StencilFace face = state.stencil[back];
        if (written_reference >= 0) face.reference = static_cast<uint8_t>(written_reference);
        const bool passes = compare(face.function, face.reference & face.read_mask, initial & face.read_mask);
        const auto operation = !passes ? face.fail : depth_passes ? face.pass : face.depth_fail;
        const uint8_t written = stencil_result(operation, initial, face.reference);
        const auto expected = static_cast<uint8_t>((written & face.write_mask) | (initial & ~face.write_mask));
        ASSERT_EQ(scene.stencil_at(5, 2), expected) << round;
        ASSERT_EQ(scene.color_at(5, 2)[0], passes && depth_passes ? 1.0f : 0.0f) << round;
    }
}

// result.stencil (ARB_shader_stencil_export): each fragment has its own reference value; without a stencil test, and
// where the tests come early, it counts for nothing.
TEST(Fragments, StencilReferencesOfTheProgram) {
    const std::string body =
        "OPTION NV_internal;\nINT TEMP t;\nTRUNC.S t, fragment.position;\nMOV.S result.stencil.x, t.x;\n"
        "MOV result.color, 1;\nEND\n";
    for (const bool early : {false, true})
        for (const bool test : {true, false})
            for (const int samples : {1, 4}) {
                TestScene scene(16, 16, Format::Bgra8Unorm, Format::Depth24Stencil8, samples);
                scene.draw.fragment = stage_program(std::string("!!NVfp5.0\n") +
                                                    (early ? "OPTION NV_early_fragment_tests;\n" : "") + body);
                scene.clear({0, 0, 0, 0}, 1, 40);
                scene.draw.depth_stencil.stencil_test = test;
                for (StencilFace& face : scene.draw.depth_stencil.stencil) {
                    face.reference = 99;
                    face.pass = StencilFace::Operation::Replace;
                }
                scene.draw.primitive = Primitive::Quads;
                scene.run(full_quad(scene, 0.5, {1, 1, 1, 1}, 16));
                for (int32_t x = 0; x < 16; ++x) {
                    EXPECT_EQ(scene.stencil_at(x, 3), !test ? 40 : early ? 99 : x) << early << samples;
                    EXPECT_EQ(scene.color_at(x, 3)[0], 1) << early << samples;
                }
            }
}

TEST(Fragments, PolygonOffsetByOneUnitIsResolved) {
    for (Format format : {Format::Depth16, Format::Depth24Stencil8, Format::Depth32Float})
        for (double z : {0.01, 0.3, 0.5, 0.75, 0.99}) {
            TestScene scene(16, 16, Format::Bgra8Unorm, format);
            scene.clear({0, 0, 0, 0});
            scene.draw.primitive = Primitive::Quads;
            scene.draw.depth_stencil.depth_test = true;
            scene.run(full_quad(scene, z, {1, 0, 0, 1}, 16));
            const float before = scene.depth_at(3, 3);
            scene.draw.raster.polygon_offset[2] = true;
            scene.draw.raster.offset_units = -1;
            scene.run(full_quad(scene, z, {0, 1, 0, 1}, 16));
            EXPECT_LT(scene.depth_at(3, 3), before) << z;
            EXPECT_NEAR(scene.depth_at(3, 3), before, 4e-5) << z;
        }
}

}  // namespace
}  // namespace rasterizer
