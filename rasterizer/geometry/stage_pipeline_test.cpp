// The stages between vertices and primitives: how much of a draw is there at a time.
#include "rasterizer/geometry/stage_pipeline.h"

#include <algorithm>
#include <gtest/gtest.h>

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
        VertexPlaces places;
        size_t most = 0, primitives = 0;
        uint32_t last_id = 0;
        StagePipeline(scene.draw, places).run_instance(0, [&](const StageOutput& output) {
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

}  // namespace
}  // namespace rasterizer
