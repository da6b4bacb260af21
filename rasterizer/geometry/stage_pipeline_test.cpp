// The stages between vertices and primitives: how much of a draw is there at a time.
#include "rasterizer/geometry/stage_pipeline.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

const char* const patch_vertices =
    "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\nEND\n";
const char* const patch_evaluation =
    "!!NVtep5.0\nTESS_MODE QUADS;\nTESS_SPACING EQUAL;\nTESS_VERTEX_ORDER CCW;\n"
    "MOV result.position, vertex.tesscoord;\nMOV result.color, vertex[0].color;\nEND\n";

// What tessellation makes of many patches is handed on in pieces of bounded size.
TEST(StagePipeline, TessellationIsHandedOnInPieces) {
    constexpr int patches = 100;
    for (const bool geometry : {false, true}) {
        TestScene scene(64, 64);
        scene.draw.vertex = stage_program(patch_vertices);
        scene.draw.tess_evaluation = stage_program(patch_evaluation);
        if (geometry)
            scene.draw.geometry = stage_program(
                "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n"
                "MOV result.position, vertex[0].position;\nMOV result.color, vertex[0].color;\nEMIT;\nEND\n");
        scene.draw.primitive = Primitive::Patches;
        scene.draw.patch_vertices = 4;
        scene.draw.default_outer_levels = {64, 64, 64, 64};
        scene.draw.default_inner_levels = {64, 64};
        scene.draw.input.count = 4 * patches;
        DistinctVertices distinct;
        size_t most = 0, primitives = 0;
        uint32_t last_id = 0;
        StagePipeline(scene.draw, distinct).run_instance(0, [&](const StageOutput& output) {
            most = std::max(most, output.vertices.data.size());
            primitives += output.primitives.size();
            for (const StreamPrimitive& made : output.primitives) {
                EXPECT_GE(made.primitive.primitive_id, last_id);
                last_id = made.primitive.primitive_id;
            }
        });
        EXPECT_EQ(primitives, size_t{patches} * 64 * 64 * 2);
        EXPECT_EQ(last_id, uint32_t{patches - 1});
        EXPECT_LT(most, size_t{1} << 21);
    }
}

// The vertices of each primitive, as the evaluation program wrote them, and their numbers in their patch.
std::vector<std::vector<uint32_t>> evaluated_primitives(TestScene& scene, const std::vector<TestVertex>& vertices) {
    scene.set_arrays(vertices);
    scene.draw.input.count = static_cast<int32_t>(vertices.size());
    std::vector<std::vector<uint32_t>> primitives;
    DistinctVertices distinct;
    StagePipeline(scene.draw, distinct).run_instance(0, [&](const StageOutput& output) {
        for (const StreamPrimitive& made : output.primitives) {
            std::vector<uint32_t>& words = primitives.emplace_back();
            for (const uint32_t vertex : made.primitive.vertices) {
                const uint32_t* const vertex_words = output.vertices.vertex(vertex);
                words.insert(words.end(), vertex_words, vertex_words + output.vertices.words);
            }
        }
    });
    return primitives;
}

// Patches of few points share groups of lanes, larger ones take several. Each gives what it gives alone.
TEST(StagePipeline, PatchesInOneGroupKeepApart) {
    TestScene scene(64, 64);
    scene.draw.vertex = stage_program(pass_through_vertices);
    scene.draw.tess_control = stage_program(
        "!!NVtcp5.0\nVERTICES_OUT 3;\nINT TEMP i;\nATTRIB p = vertex.position;\nATTRIB c = vertex.texcoord[0];\n"
        "MOV.S i.x, primitive.invocation.x;\nMOV result.position, p[i.x];\nMOV result.texcoord[0], c[i.x];\n"
        "MOV result.patch.attrib[0], vertex[1].texcoord[0];\n"
        "MOV result.patch.tessouter[0].x, vertex[0].texcoord[0].x;\nMOV result.patch.tessouter[1].x, "
        "vertex[0].texcoord[0].y;\n"
        "MOV result.patch.tessouter[2].x, vertex[0].texcoord[0].x;\nMOV result.patch.tessinner[0].x, "
        "vertex[0].texcoord[0].y;\nEND\n");
    scene.draw.tess_evaluation = stage_program(
        "!!NVtep5.0\nTESS_MODE TRIANGLES;\nTESS_SPACING EQUAL;\nTESS_VERTEX_ORDER CCW;\nTEMP t;\n"
        "MUL t, vertex[0].position, vertex.tesscoord.x;\nMAD t, vertex[1].position, vertex.tesscoord.y, t;\n"
        "MAD result.position, vertex[2].position, vertex.tesscoord.z, t;\n"
        // Only some lanes write this one: what the others get doesn't depend on their neighbours.
        "MOVC t, primitive.patch.attrib[0];\nIF GT.x;\nADD result.texcoord[0], t, "
        "primitive.tessouter[0].x;\nENDIF;\nEND\n");
    scene.draw.primitive = Primitive::Patches;
    scene.draw.patch_vertices = 3;
    std::vector<TestVertex> all;
    for (int patch = 0; patch < 150; ++patch)
        for (int v = 0; v < 3; ++v) {
            TestVertex vertex = scene.at(patch + 7 * v, 60 - patch + v * v);
            const auto outer = static_cast<float>(patch % 3 ? 1 + patch % 4 : patch % 20);
            vertex.texcoord =
                v == 0 ? std::array<float, 4>{outer, static_cast<float>(1 + patch % 5), 0, 1}
                       : std::array<float, 4>{static_cast<float>(patch % 7 - 3), 2, static_cast<float>(v), 1};
            all.push_back(vertex);
        }
    std::vector<std::vector<uint32_t>> alone;
    for (size_t first = 0; first < all.size(); first += 3) {
        const auto begin = all.begin() + static_cast<ptrdiff_t>(first);
        const auto made = evaluated_primitives(scene, {begin, begin + 3});
        alone.insert(alone.end(), made.begin(), made.end());
    }
    EXPECT_GT(alone.size(), 1000u);
    EXPECT_EQ(evaluated_primitives(scene, all), alone);
}

}  // namespace
}  // namespace rasterizer
