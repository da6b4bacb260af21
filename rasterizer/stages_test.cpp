// Tessellation, geometry programs, layers, viewports and transform feedback, from vertices to pixels.
#include <bit>
#include <gtest/gtest.h>

#include "rasterizer/geometry/count_submission.h"
#include "rasterizer/geometry/stage_pipeline.h"
#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

const char* const generic_vertices =
    "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
    "MOV result.attrib[0], vertex.texcoord[0];\nEND\n";

StageProgram checked_program(const std::string& text) {
    StageProgram stage = stage_program(text);
    if (stage.program) {
    }
    return stage;
}

// Interpolates the corners of a patch.
std::string evaluation_of(const std::string& mode, const std::string& spacing, const std::string& order = "CCW",
                          bool points = false) {
    std::string text = "!!NVtep5.0\nTESS_MODE " + mode + ";\nTESS_SPACING " + spacing + ";\nTESS_VERTEX_ORDER " +
                       order + ";\n" + (points ? "TESS_POINT_MODE;\n" : "");
    if (mode == "TRIANGLES")
        text +=
            "TEMP p;\nMUL p, vertex[0].position, vertex.tesscoord.x;\n"
            "MAD p, vertex[1].position, vertex.tesscoord.y, p;\nMAD result.position, vertex[2].position, "
            "vertex.tesscoord.z, p;\n";
    else
        text +=
            "TEMP a, b;\nLRP a, vertex.tesscoord.x, vertex[1].position, vertex[0].position;\n"
            "LRP b, vertex.tesscoord.x, vertex[2].position, vertex[3].position;\n"
            "LRP result.position, vertex.tesscoord.y, b, a;\n";
    return text + "MOV result.color, vertex[0].color;\nEND\n";
}

uint32_t channel(uint32_t word) { return word & 255; }

TEST(StagePipeline, TessellatedPatchesCoverEachPixelOnce) {
    for (const char* mode : {"TRIANGLES", "QUADS"})
        for (const char* spacing : {"EQUAL", "FRACTIONAL_EVEN", "FRACTIONAL_ODD"})
            for (const float level : {1.f, 3.f, 5.3f, 12.f}) {
                TestScene scene(64, 64);
                count_fragments(scene);
                scene.clear({0, 0, 0, 0});
                scene.draw.vertex = checked_program(generic_vertices);
                scene.draw.tess_evaluation = checked_program(evaluation_of(mode, spacing));
                scene.draw.primitive = Primitive::Patches;
                scene.draw.default_outer_levels = {level, level + 1, level + 2, level};
                scene.draw.default_inner_levels = {level + 1, level};
                const bool quads = mode[0] == 'Q';
                scene.draw.patch_vertices = quads ? 4 : 3;
                const TestVertex a = scene.at(0, 0, 0.5, one_step), b = scene.at(64, 0, 0.5, one_step),
                                 c = scene.at(64, 64, 0.5, one_step), d = scene.at(0, 64, 0.5, one_step);
                if (quads)
                    scene.run({a, b, c, d});
                else
                    scene.run({a, b, c, a, c, d});
                for (const uint32_t word : scene.pixels()) ASSERT_EQ(channel(word), 1u) << mode << spacing << level;
            }
}

TEST(StagePipeline, ControlProgramsSetLevelsAndOutputs) {
    TestScene scene(32, 32);
    scene.clear({0, 0, 0, 0});
    scene.draw.vertex = checked_program(generic_vertices);
    scene.draw.tess_control = checked_program(
        "!!NVtcp5.0\nVERTICES_OUT 4;\nINT TEMP i;\nATTRIB p = vertex.position;\n"
        "MOV.S i.x, primitive.invocation.x;\nMOV result.position, p[i.x];\n"
        "MOV result.color, {0, 1, 0, 1};\n"
        "MOV result.patch.tessouter[0].x, {3};\nMOV result.patch.tessouter[1].x, {3};\n"
        "MOV result.patch.tessouter[2].x, {3};\nMOV result.patch.tessouter[3].x, primitive.vertexcount.x;\n"
        "MOV result.patch.tessouter[3].x, {3};\n"
        "MOV result.patch.tessinner[0].x, {2};\nMOV result.patch.tessinner[1].x, {2};\nEND\n");
    scene.draw.tess_evaluation = checked_program(evaluation_of("QUADS", "EQUAL"));
    scene.draw.primitive = Primitive::Patches;
    scene.draw.patch_vertices = 4;
    scene.draw.raster.cull_back = true;
    // No control program would discard these.
    scene.draw.default_outer_levels = {0, 0, 0, 0};
    scene.run({scene.at(0, 0), scene.at(32, 0), scene.at(32, 32), scene.at(0, 32)});
    for (const uint32_t word : scene.pixels()) ASSERT_EQ(word, 0xff00ff00u);
    // Clockwise triangles face away.
    scene.clear({0, 0, 0, 0});
    scene.draw.tess_evaluation = checked_program(evaluation_of("QUADS", "EQUAL", "CW"));
    scene.run({scene.at(0, 0), scene.at(32, 0), scene.at(32, 32), scene.at(0, 32)});
    for (const uint32_t word : scene.pixels()) ASSERT_EQ(word, 0u);
}

// A point becomes a square around it.
const std::string squares =
    "PRIMITIVE_IN POINTS;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 8;\nTEMP p;\n"
    "MOV p, vertex[0].position;\nMOV result.color, vertex[0].color;\n"
    "ADD result.position, p, {-0.125, -0.125, 0, 0};\nEMIT;\n"
    "MOV result.color, vertex[0].color;\nADD result.position, p, {0.125, -0.125, 0, 0};\nEMIT;\n"
    "MOV result.color, vertex[0].color;\nADD result.position, p, {-0.125, 0.125, 0, 0};\nEMIT;\n"
    "MOV result.color, vertex[0].color;\nADD result.position, p, {0.125, 0.125, 0, 0};\nEMIT;\nENDPRIM;\n";

TEST(StagePipeline, GeometryProgramsMakeSquaresOfPoints) {
    TestScene scene(64, 64);
    count_fragments(scene);
    scene.clear({0, 0, 0, 0});
    scene.draw.vertex = checked_program(generic_vertices);
    scene.draw.geometry = checked_program("!!NVgp4.0\n" + squares + "END\n");
    scene.draw.primitive = Primitive::Points;
    std::vector<TestVertex> vertices;
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x) vertices.push_back(scene.at(8 * x + 4, 8 * y + 4, 0.5, one_step));
    scene.run(vertices);
    for (const uint32_t word : scene.pixels()) ASSERT_EQ(channel(word), 1u);
}

TEST(StagePipeline, InvocationsChooseLayers) {
    TestScene scene(16, 16);
    scene.draw.framebuffer.colors[0].image =
        std::make_shared<runtime::Image>(runtime::Format::Bgra8Unorm, runtime::Extent{16, 16, 6}, 1);
    scene.draw.framebuffer.colors[0].layer_count = 6;
    scene.draw.framebuffer.depth = scene.draw.framebuffer.stencil = {};
    scene.clear({0, 0, 0, 0});
    scene.draw.vertex = checked_program(generic_vertices);
    scene.draw.geometry = checked_program(
        "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\nINVOCATIONS 6;\n"
        "INT TEMP i;\nFLOAT TEMP f;\nATTRIB p = vertex.position;\n"
        "I2F f.x, primitive.invocation.x;\nMAD f.x, f.x, 0.1, 0.1;\n"
        "MOV.S i.x, 0;\nREP.S 3;\n"
        "MOV.S result.layer.x, primitive.invocation.x;\nMOV result.color, f.x;\nMOV result.position, p[i.x];\nEMIT;\n"
        "ADD.S i.x, i.x, 1;\nENDREP;\nEND\n");
    scene.run({scene.at(-16, 0), scene.at(32, 0), scene.at(8, 64)});
    scene.rasterizer.finish();
    for (int layer = 0; layer < 6; ++layer) {
        runtime::Texel texel;
        const runtime::Image& image = *scene.draw.framebuffer.colors[0].image;
        runtime::load_texels(image.format(), image.row(8, layer, 0), 8, 1, &texel);
        EXPECT_NEAR(std::bit_cast<float>(texel[0]), 0.1f * static_cast<float>(layer + 1), 0.003f);
    }
}

TEST(StagePipeline, ViewportsAndTheirScissors) {
    TestScene scene(32, 32);
    scene.clear({0, 0, 0, 0});
    scene.draw.viewports[0] = {0, 0, 16, 16, 0, 1};
    scene.draw.viewports[5] = {16, 16, 16, 16, 0, 1};
    scene.draw.raster.scissor_test = true;
    scene.draw.scissors[0] = {0, 0, 32, 32};
    scene.draw.scissors[5] = {20, 16, 32, 32};
    scene.draw.vertex = checked_program(generic_vertices);
    scene.draw.geometry = checked_program(
        "!!NVgp5.0\nOPTION ARB_viewport_array;\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\n"
        "VERTICES_OUT 3;\nINVOCATIONS 2;\nINT TEMP i;\nATTRIB p = vertex.position;\n"
        "MUL.S i.y, primitive.invocation.x, 5;\nMOV.S i.x, 0;\nREP.S 3;\n"
        "MOV.S result.viewport.x, i.y;\nMOV result.color, vertex[0].color;\nMOV result.position, p[i.x];\nEMIT;\n"
        "ADD.S i.x, i.x, 1;\nENDREP;\nEND\n");
    scene.run({scene.at(-32, 0), scene.at(64, 0), scene.at(16, 96)});
    const std::vector<uint32_t> pixels = scene.pixels();
    for (size_t y = 0; y < 32; ++y)
        for (size_t x = 0; x < 32; ++x) {
            const bool inside = (x < 16 && y < 16) || (x >= 20 && y >= 16);
            EXPECT_EQ(pixels[y * 32 + x] != 0, inside) << x << ',' << y;
        }
}

TEST(StagePipeline, FeedsBackFourStreams) {
    TestScene scene(16, 16);
    scene.draw.vertex = checked_program(generic_vertices);
    // Points go to the stream that their texcoord names; the others get nothing.
    scene.draw.geometry = checked_program(
        "!!NVgp5.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 4;\nINT TEMP i;\n"
        "CVT.S32.F32 i.x, vertex[0].attrib[0].x;\nMOV result.attrib[1], vertex[0].attrib[0];\n"
        "EMITS i.x;\nEND\n");
    scene.draw.primitive = Primitive::Points;
    scene.draw.raster.rasterizer_discard = true;
    std::array<std::array<float, 8>, 4> memory{};
    TransformFeedback feedback;
    StreamCounters counters;
    for (uint8_t s = 0; s < 4; ++s) {
        FeedbackVarying varying;
        varying.binding.kind = arbasm::BindingKind::GenericAttrib;
        varying.binding.index = 1;
        varying.components = 2;
        varying.buffer = s;
        feedback.varyings.push_back(varying);
        feedback.buffers[s] = {reinterpret_cast<std::byte*>(memory[s].data()), s == 3 ? 8u : 32u, 0, 8, s};
    }
    scene.draw.transform_feedback = &feedback;
    scene.draw.stream_counters = &counters;
    std::vector<TestVertex> vertices;
    for (int i = 0; i < 8; ++i) {
        TestVertex vertex;
        vertex.texcoord = {static_cast<float>(i % 4), static_cast<float>(i + 1), 0, 1};
        vertices.push_back(vertex);
    }
    scene.run(vertices);
    for (size_t s = 0; s < 4; ++s) {
        EXPECT_EQ(memory[s][0], static_cast<float>(s));
        EXPECT_EQ(memory[s][1], static_cast<float>(s + 1));
        EXPECT_EQ(memory[s][3], s == 3 ? 0 : static_cast<float>(s + 5));
        EXPECT_EQ(counters.generated[s], 2u);
        EXPECT_EQ(counters.written[s], s == 3 ? 1u : 2u);
        EXPECT_EQ(counters.needed[s], 2u);
        EXPECT_EQ(feedback.vertices[s], s == 3 ? 1u : 2u);
    }
}

TEST(StagePipeline, FeedsBackVertexProgramsByPrimitive) {
    TestScene scene(16, 16);
    scene.draw.vertex = checked_program(generic_vertices);
    scene.draw.primitive = Primitive::TriangleStrip;
    std::vector<float> memory(64);
    TransformFeedback feedback;
    FeedbackVarying varying;
    varying.binding.kind = arbasm::BindingKind::GenericAttrib;
    varying.components = 1;
    feedback.varyings.push_back(varying);
    feedback.buffers[0] = {reinterpret_cast<std::byte*>(memory.data()), 256, 0, 4, 0};
    scene.draw.transform_feedback = &feedback;
    std::vector<TestVertex> vertices(5);
    for (size_t i = 0; i < 5; ++i) vertices[i].texcoord[0] = static_cast<float>(i);
    scene.run(vertices);
    EXPECT_EQ(feedback.buffers[0].written, 36u);
    const std::vector<float> expected{0, 1, 2, 2, 1, 3, 2, 3, 4};
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), memory.begin()));
}

// Vertices keep their own colours, red and alpha only; the program adds the rest for all of them.
TEST(StagePipeline, PrimitivesPassThrough) {
    for (const bool provoking_first : {false, true}) {
        TestScene scene(32, 32, runtime::Format::Rgba32Float);
        scene.clear({0, 0, 0, 0});
        scene.draw.vertex = checked_program(generic_vertices);
        StageProgram geometry = checked_program(
            "!!NVgp5.0\nOPTION NV_geometry_program_passthrough;\nPRIMITIVE_IN TRIANGLES;\n"
            "PASSTHROUGH result.position;\nPASSTHROUGH result.color.xw;\nPASSTHROUGH result.attrib[0];\nTEMP t;\n"
            "CVT.F32.S32 t.x, primitive.id.x;\nADD result.attrib[1], t.x, vertex[2].color.y;\nEND\n");
        static_cast<runtime::ExecutableProgram&>(geometry) = runtime::make_executable(geometry.program);
        scene.draw.geometry = geometry;
        scene.draw.fragment = checked_program(
            "!!NVfp5.0\nFLAT ATTRIB flat = fragment.attrib[0];\nMOV result.color.x, fragment.color.x;\n"
            "MOV result.color.y, fragment.attrib[1].x;\nMOV result.color.z, flat.x;\n"
            "MOV result.color.w, fragment.color.w;\nEND\n");
        scene.draw.fragment_state.clamp_color = scene.draw.raster.clamp_vertex_color = false;
        scene.draw.raster.provoking_first = provoking_first;
        std::vector<TestVertex> vertices{scene.at(0, 0, 0.5, {0, 9, 9, 1}), scene.at(64, 0, 0.5, {64, 9, 9, 1}),
                                         scene.at(0, 64, 0.5, {0, 7, 9, 1})};
        for (size_t i = 0; i < 3; ++i) vertices[i].texcoord[0] = static_cast<float>(i + 5);
        scene.run(vertices);
        for (int32_t x = 0; x < 32; ++x) {
            const auto color = scene.color_at(x, 3);
            EXPECT_NEAR(color[0], static_cast<float>(x) + 0.5f, 1e-3);
            EXPECT_EQ(color[1], 7);
            EXPECT_EQ(color[2], provoking_first ? 5 : 7);
            EXPECT_EQ(color[3], 1);
        }
    }
}

// NV_viewport_array2: a vertex program sends its primitives to several viewports, and layers by their number.
TEST(StagePipeline, ViewportMasksAndRelativeLayers) {
    TestScene scene(16, 16);
    scene.draw.framebuffer.colors[0].image =
        std::make_shared<runtime::Image>(runtime::Format::Bgra8Unorm, runtime::Extent{16, 16, 6}, 1);
    scene.draw.framebuffer.colors[0].layer_count = 6;
    scene.draw.framebuffer.depth = scene.draw.framebuffer.stencil = {};
    scene.clear({0, 0, 0, 0});
    for (auto& viewport : scene.draw.viewports) viewport = scene.draw.viewports[0];
    scene.draw.vertex = checked_program(
        "!!NVvp5.0\nOPTION NV_viewport_array2;\nOPTION NV_layer_viewport_relative;\n"
        "MOV result.position, vertex.position;\nMOV.S result.layer.x, {1};\n"
        "MOV.S result.viewportmask[0].x, {0x1d};\nEND\n");
    scene.draw.fragment = checked_program(
        "!!NVfp5.0\nOPTION ARB_fragment_layer_viewport;\nTEMP t;\nCVT.F32.S32 t.x, fragment.viewport.x;\n"
        "CVT.F32.S32 t.y, fragment.layer.x;\nMUL t, t, 0.0625;\nMOV result.color.xy, t;\n"
        "MOV result.color.zw, 1;\nEND\n");
    scene.run({scene.at(-16, 0), scene.at(32, 0), scene.at(8, 64)});
    scene.rasterizer.finish();
    // Viewports 0, 2, 3 and 4; layers one more.
    for (int layer = 0; layer < 6; ++layer) {
        runtime::Texel texel;
        const runtime::Image& image = *scene.draw.framebuffer.colors[0].image;
        runtime::load_texels(image.format(), image.row(8, layer, 0), 8, 1, &texel);
        const bool drawn = layer >= 1 && (0x1d >> (layer - 1) & 1);
        EXPECT_EQ(std::bit_cast<float>(texel[2]), drawn ? 1 : 0) << layer;
        if (!drawn) continue;
        EXPECT_NEAR(std::bit_cast<float>(texel[0]), static_cast<float>(layer - 1) / 16, 0.003f);
        EXPECT_NEAR(std::bit_cast<float>(texel[1]), static_cast<float>(layer) / 16, 0.003f);
    }
}

// NV_stereo_view_rendering: the second view in other layers and viewports, shifted.
TEST(StagePipeline, SecondaryViews) {
    for (const bool geometry : {false, true}) {
        TestScene scene(16, 16);
        scene.draw.framebuffer.colors[0].image =
            std::make_shared<runtime::Image>(runtime::Format::Bgra8Unorm, runtime::Extent{16, 16, 4}, 1);
        scene.draw.framebuffer.colors[0].layer_count = 4;
        scene.draw.framebuffer.depth = scene.draw.framebuffer.stencil = {};
        scene.clear({0, 0, 0, 0});
        for (auto& viewport : scene.draw.viewports) viewport = scene.draw.viewports[0];
        scene.draw.viewports[3] = {0, 8, 16, 8, 0, 1};
        const std::string options =
            "OPTION NV_viewport_array2;\nOPTION NV_stereo_view_rendering;\nSECONDARY_VIEW_LAYER_OFFSET 2;\n";
        const std::string position_text =
            "MOV.S result.layer.x, {1};\nMOV.S result.viewportmask[0].x, {1};\n"
            "MOV.S result.secondaryviewportmask[0].x, {8};\n";
        scene.draw.vertex = checked_program("!!NVvp5.0\n" + options +
                                            "MOV result.position, vertex.position;\n"
                                            "ADD result.secondaryposition.x, vertex.position.x, 1;\n" +
                                            (geometry ? "" : position_text) + "END\n");
        if (geometry)
            scene.draw.geometry = checked_program(
                "!!NVgp5.0\n" + options +
                "PRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\nINT TEMP i;\n"
                "ATTRIB p = vertex.position;\nATTRIB q = vertex.secondaryposition;\nMOV.S i.x, 0;\nREP.S 3;\n"
                // y, z and w of the second position are those of the first.
                "MOV result.position.yzw, q[i.x];\nMOV result.position.x, p[i.x];\n"
                "MOV result.secondaryposition.x, q[i.x];\n" +
                position_text + "EMIT;\nADD.S i.x, i.x, 1;\nENDREP;\nEND\n");
        scene.draw.fragment = checked_program("!!NVfp5.0\nMOV result.color, 1;\nEND\n");
        // The left half; in the second view the right half.
        scene.draw.primitive = geometry ? Primitive::TriangleStrip : Primitive::Quads;
        if (geometry)
            scene.run({scene.at(0, 0), scene.at(8, 0), scene.at(0, 16), scene.at(8, 16)});
        else
            scene.run({scene.at(0, 0), scene.at(8, 0), scene.at(8, 16), scene.at(0, 16)});
        scene.rasterizer.finish();
        for (int layer = 0; layer < 4; ++layer)
            for (int32_t y = 0; y < 16; ++y)
                for (int32_t x = 0; x < 16; ++x) {
                    runtime::Texel texel;
                    const runtime::Image& image = *scene.draw.framebuffer.colors[0].image;
                    runtime::load_texels(image.format(), image.row(y, layer, 0), x, 1, &texel);
                    const bool drawn = (layer == 1 && x < 8) || (layer == 3 && x >= 8 && y >= 8);
                    ASSERT_EQ(std::bit_cast<float>(texel[0]), drawn ? 1 : 0) << layer << ' ' << x << ' ' << y;
                }
    }
}

uint64_t counted(const TestScene& scene, PipelineCount what) { return scene.draw.statistics->of(what); }

TEST(PipelineStatistics, CountEveryStage) {
    TestScene scene(32, 32);
    scene.draw.statistics = std::make_shared<PipelineStatistics>();
    scene.draw.vertex = checked_program(generic_vertices);
    scene.draw.tess_control = checked_program(
        "!!NVtcp5.0\nVERTICES_OUT 3;\nATTRIB p = vertex.position;\nINT TEMP i;\nMOV.S i.x, primitive.invocation;\n"
        "MOV result.position, p[i.x];\nMOV result.patch.tessouter[0], 1;\nMOV result.patch.tessouter[1], 1;\n"
        "MOV result.patch.tessouter[2], 1;\nMOV result.patch.tessinner[0], 1;\nEND\n");
    scene.draw.tess_evaluation = checked_program(evaluation_of("TRIANGLES", "EQUAL"));
    scene.draw.geometry = checked_program(
        "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 4;\nINVOCATIONS 2;\n"
        "MOV result.position, vertex[0].position;\nEMIT;\nMOV result.position, vertex[1].position;\nEMIT;\n"
        "MOV result.position, vertex[2].position;\nEMIT;\nMOV result.position, vertex[0].position;\nEMIT;\nEND\n");
    scene.draw.primitive = Primitive::Patches;
    scene.draw.input.instance_count = 2;
    // One patch covers the lower left half, one is out of sight; two vertices are too few for a third.
    scene.run({scene.at(0, 0), scene.at(32, 0), scene.at(0, 32), scene.at(64, 0), scene.at(96, 0), scene.at(64, 32),
               scene.at(0, 0), scene.at(1, 1)});
    scene.rasterizer.finish();
    using enum PipelineCount;
    EXPECT_EQ(counted(scene, VerticesSubmitted), 2 * 8u);
    EXPECT_EQ(counted(scene, PrimitivesSubmitted), 2 * 2u);
    EXPECT_EQ(counted(scene, VertexInvocations), 2 * 6u);
    EXPECT_EQ(counted(scene, ControlPatches), 2 * 2u);
    EXPECT_EQ(counted(scene, EvaluationInvocations), 2 * 2 * 3u);
    EXPECT_EQ(counted(scene, GeometryInvocations), 2 * 2 * 2u);
    EXPECT_EQ(counted(scene, GeometryPrimitives), 2 * 2 * 2 * 2u);
    EXPECT_EQ(counted(scene, ClippingInput), 2 * 2 * 2 * 2u);
    EXPECT_EQ(counted(scene, ClippingOutput), 2 * 2 * 2u);
    // The diagonal belongs to the triangle or not.
    EXPECT_GE(counted(scene, FragmentInvocations), 2 * 2 * 2 * 496u);
    EXPECT_LE(counted(scene, FragmentInvocations), 2 * 2 * 2 * 528u);
}

TEST(PipelineStatistics, CountWhatIsSubmitted) {
    const struct {
        Primitive primitive;
        uint64_t of_ten, restarted;  // of ten vertices, or with the fifth a restart
    } cases[] = {{Primitive::Points, 10, 9},
                 {Primitive::Lines, 5, 4},
                 {Primitive::LineLoop, 10, 9},
                 {Primitive::LineStrip, 9, 7},
                 {Primitive::Triangles, 3, 2},
                 {Primitive::TriangleStrip, 8, 5},
                 {Primitive::TriangleFan, 8, 5},
                 {Primitive::Quads, 2, 2},
                 {Primitive::QuadStrip, 4, 2},
                 {Primitive::Polygon, 1, 2},
                 {Primitive::LinesAdjacency, 2, 2},
                 {Primitive::LineStripAdjacency, 7, 3},
                 {Primitive::TrianglesAdjacency, 1, 0},
                 {Primitive::TriangleStripAdjacency, 3, 0},
                 {Primitive::Patches, 3, 2}};
    const std::vector<uint16_t> indices{0, 1, 2, 3, 0xffff, 5, 6, 7, 8, 9};
    for (const auto& c : cases)
        for (const bool restarts : {false, true}) {
            PipelineStatistics statistics;
            Draw draw;
            draw.primitive = c.primitive;
            draw.input.count = 10;
            draw.input.instance_count = 3;
            draw.input.index_type = IndexType::UnsignedShort;
            draw.input.indices = reinterpret_cast<const std::byte*>(indices.data());
            draw.input.restart_index = 0xffff;
            draw.input.primitive_restart = restarts;
            count_submission(draw, statistics);
            EXPECT_EQ(statistics.of(PipelineCount::VerticesSubmitted), restarts ? 27u : 30u);
            EXPECT_EQ(statistics.of(PipelineCount::PrimitivesSubmitted), 3 * (restarts ? c.restarted : c.of_ten))
                << static_cast<int>(c.primitive) << restarts;
        }
}

InputPrimitives all_inputs(const Draw& draw) {
    InputPrimitives all, some;
    InputAssembler assembler(draw);
    for (bool more = true; more;) {
        more = assembler.assemble(some);
        all.size = std::max(all.size, some.size);
        all.vertices.insert(all.vertices.end(), some.vertices.begin(), some.vertices.end());
        all.ids.insert(all.ids.end(), some.ids.begin(), some.ids.end());
    }
    return all;
}

// Table 10.1 of GL 4.6.
TEST(AssembleInputs, TriangleStripsWithAdjacency) {
    Draw draw;
    draw.primitive = Primitive::TriangleStripAdjacency;
    draw.input.count = 6;
    EXPECT_EQ(all_inputs(draw).vertices, (std::vector<uint32_t>{0, 1, 2, 5, 4, 3}));
    draw.input.count = 10;
    EXPECT_EQ(all_inputs(draw).vertices, (std::vector<uint32_t>{0, 1, 2, 6, 4, 3, 4, 0, 2, 5, 6, 8, 4, 2, 6, 9, 8, 7}));
    EXPECT_EQ(all_inputs(draw).ids, (std::vector<uint32_t>{0, 1, 2}));
}

// Strips longer than what is read at once go on as if they had been.
TEST(AssembleInputs, LongStripsComeInPieces) {
    Draw draw;
    draw.primitive = Primitive::TriangleStripAdjacency;
    for (const int32_t count : {40000, 40001, 36866, 12288, 12290, 12292}) {
        draw.input.count = count;
        const InputPrimitives all = all_inputs(draw);
        const auto triangles = static_cast<uint32_t>((count - 4) / 2);
        ASSERT_EQ(all.count(), triangles);
        for (uint32_t i = 0; i < triangles; ++i) {
            const uint32_t k = 2 * i, before = i == 0 ? 1 : k - 2, ahead = i + 1 == triangles ? k + 5 : k + 6;
            const std::vector<uint32_t> wanted = i % 2 == 0
                                                     ? std::vector<uint32_t>{k, before, k + 2, ahead, k + 4, k + 3}
                                                     : std::vector<uint32_t>{k + 2, before, k, k + 3, k + 4, ahead};
            ASSERT_EQ(std::vector<uint32_t>(all.vertices.begin() + 6 * i, all.vertices.begin() + 6 * i + 6), wanted)
                << count << " vertices, triangle " << i;
            ASSERT_EQ(all.ids[i], i);
        }
    }
    draw.primitive = Primitive::LineStripAdjacency;
    draw.input.count = 40000;
    EXPECT_EQ(all_inputs(draw).count(), 39997u);
    draw.primitive = Primitive::LinesAdjacency;
    EXPECT_EQ(all_inputs(draw).count(), 10000u);
}

TEST(AssembleInputs, RestartsEndPatchesAndAdjacency) {
    const std::vector<uint32_t> indices{0, 1, 2, 3, 4, ~0u, 7, 8, 9, 10, 11, 12};
    Draw draw;
    draw.input.index_type = IndexType::UnsignedInt;
    draw.input.indices = reinterpret_cast<const std::byte*>(indices.data());
    draw.input.count = static_cast<int32_t>(indices.size());
    draw.input.primitive_restart = true;
    draw.input.restart_index = ~0u;
    draw.primitive = Primitive::Patches;
    draw.patch_vertices = 3;
    EXPECT_EQ(all_inputs(draw).vertices, (std::vector<uint32_t>{0, 1, 2, 7, 8, 9, 10, 11, 12}));
    draw.primitive = Primitive::LineStripAdjacency;
    EXPECT_EQ(all_inputs(draw).count(), 2u + 3u);
    draw.primitive = Primitive::TrianglesAdjacency;
    EXPECT_EQ(all_inputs(draw).vertices, (std::vector<uint32_t>{7, 8, 9, 10, 11, 12}));
}

// What early stages reach decides whether they wait: a scene that has not been started shows it.
class EarlyStages : public ::testing::Test {
  protected:
    using Image = runtime::Image;
    EarlyStages() {
        scene_.clear({0, 0, 0, 0});
        scene_.rasterizer.finish();
        draw_square();
        EXPECT_FALSE(drawn());
    }
    void draw_square() {
        scene_.draw.primitive = Primitive::Quads;
        scene_.run({scene_.at(0, 0), scene_.at(16, 0), scene_.at(16, 16), scene_.at(0, 16)});
    }
    bool drawn() const { return scene_.draw.framebuffer.colors[0].image->row(3)[12] != std::byte{0}; }
    static std::shared_ptr<const runtime::HandleTable> table(const std::shared_ptr<const Image>& texture,
                                                             const std::shared_ptr<const Image>& image) {
        auto table = std::make_shared<runtime::HandleTable>();
        if (texture) {
            auto sampled = std::make_shared<runtime::Texture>();
            sampled->levels.push_back(texture);
            table->textures[7] = {sampled, {}};
        }
        if (image) table->images[9].image = image;
        return table;
    }
    static StageProgram by_handle(const std::string& text, const std::shared_ptr<const runtime::HandleTable>& table) {
        StageProgram stage = checked_program(text);
        auto memory = std::make_shared<runtime::ProgramMemory>();
        memory->handles = table;
        memory->faults = std::make_shared<runtime::FaultLog>();
        stage.memory = memory;
        return stage;
    }
    static std::shared_ptr<Image> image() {
        return std::make_shared<Image>(runtime::Format::Rgba8Unorm, runtime::Extent{4, 4, 1});
    }

    TestScene scene_{16, 16};
    const std::string start_ = "5.0\nOPTION NV_bindless_texture;\nLONG TEMP h;\nTEMP t;\nPK64.U h, program.local[0];\n";
    const std::string reads_ = "!!NVvp" + start_ +
                               "TXF.F t, {0, 0, 0, 0}, handle(h.x), 2D;\nMOV result.position, vertex.position;\n"
                               "MOV result.color, vertex.color;\nEND\n";
    const std::string writes_ = "!!NVvp" + start_ +
                                "STOREIM.F handle(h.x), {1, 0, 0, 1}, {0, 0, 0, 0}, 2D;\n"
                                "MOV result.position, vertex.position;\nMOV result.color, vertex.color;\nEND\n";
    const std::string fragment_reads_ =
        "!!NVfp" + start_ + "TXF.F t, {0, 0, 0, 0}, handle(h.x), 2D;\nMOV.F result.color, 1;\nEND\n";
    const std::string fragment_writes_ =
        "!!NVfp" + start_ + "STOREIM.F handle(h.x), {1, 0, 0, 1}, {0, 0, 0, 0}, 2D;\nMOV.F result.color, 1;\nEND\n";
};

TEST_F(EarlyStages, WaitForNothingThatHandlesDoNotName) {
    scene_.draw.vertex = by_handle(reads_, table(image(), image()));
    draw_square();
    scene_.draw.vertex = by_handle(writes_, table(image(), image()));
    draw_square();
    EXPECT_FALSE(drawn());
}

TEST_F(EarlyStages, WaitForWhatIsDrawnTo) {
    scene_.draw.vertex = by_handle(reads_, table(scene_.draw.framebuffer.colors[0].image, nullptr));
    draw_square();
    EXPECT_TRUE(drawn());
}

TEST_F(EarlyStages, WaitForDepthAsAnImage) {
    scene_.draw.vertex = by_handle(reads_, table(nullptr, scene_.draw.framebuffer.depth.image));
    draw_square();
    EXPECT_TRUE(drawn());
}

TEST_F(EarlyStages, WaitForFragmentProgramsThatStore) {
    const auto shared = image();
    const StageProgram plain_vertices = scene_.draw.vertex;
    const auto drawn_after = [&](const std::string& fragments, const std::string& vertices) {
        scene_.rasterizer.finish();
        scene_.clear({0, 0, 0, 0});
        scene_.rasterizer.finish();
        scene_.draw.vertex = plain_vertices;
        scene_.draw.fragment = by_handle(fragments, table(shared, shared));
        draw_square();
        EXPECT_FALSE(drawn());
        scene_.draw.vertex = by_handle(vertices, table(shared, shared));
        draw_square();
        return drawn();
    };
    EXPECT_FALSE(drawn_after(fragment_reads_, reads_)) << "both only read";
    EXPECT_TRUE(drawn_after(fragment_writes_, reads_));
    EXPECT_TRUE(drawn_after(fragment_reads_, writes_));
    EXPECT_TRUE(drawn_after(fragment_writes_, writes_));
}

}  // namespace
}  // namespace rasterizer
