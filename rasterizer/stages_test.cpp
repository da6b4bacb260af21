// Tessellation, geometry programs, layers, viewports and transform feedback, from vertices to pixels.
#include <bit>
#include <gtest/gtest.h>

#include "rasterizer/geometry/stage_pipeline.h"
#include "rasterizer/test_scene.h"

namespace rasterizer {
namespace {

const char* const generic_vertices =
    "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
    "MOV result.attrib[0], vertex.texcoord[0];\nEND\n";

StageProgram checked_program(const std::string& text) {
    StageProgram stage = stage_program(text);
    if (stage.program) {
        EXPECT_EQ(runtime::unsupported(*stage.program), "") << text;
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

// Table 10.1 of GL 4.6.
TEST(AssembleInputs, TriangleStripsWithAdjacency) {
    Draw draw;
    draw.primitive = Primitive::TriangleStripAdjacency;
    draw.input.count = 6;
    EXPECT_EQ(assemble_inputs(draw).vertices, (std::vector<uint32_t>{0, 1, 2, 5, 4, 3}));
    draw.input.count = 10;
    EXPECT_EQ(assemble_inputs(draw).vertices,
              (std::vector<uint32_t>{0, 1, 2, 6, 4, 3, 4, 0, 2, 5, 6, 8, 4, 2, 6, 9, 8, 7}));
    EXPECT_EQ(assemble_inputs(draw).ids, (std::vector<uint32_t>{0, 1, 2}));
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
    EXPECT_EQ(assemble_inputs(draw).vertices, (std::vector<uint32_t>{0, 1, 2, 7, 8, 9, 10, 11, 12}));
    draw.primitive = Primitive::LineStripAdjacency;
    EXPECT_EQ(assemble_inputs(draw).count(), 2u + 3u);
    draw.primitive = Primitive::TrianglesAdjacency;
    EXPECT_EQ(assemble_inputs(draw).vertices, (std::vector<uint32_t>{7, 8, 9, 10, 11, 12}));
}

}  // namespace
}  // namespace rasterizer
