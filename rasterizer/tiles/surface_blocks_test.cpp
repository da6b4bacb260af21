// Blocks between a tile and surfaces of floats: whole ones, which have a way of their own, and those that the edge
// cuts.
#include <bit>
#include <cstring>
#include <gtest/gtest.h>

#include "arbasm/ir/half_float.h"
#include "rasterizer/testing/test_scene.h"
#include "rasterizer/tiles/execute_tile.h"

namespace rasterizer {
namespace {

using runtime::Format;

constexpr int32_t picture_width = 86, picture_height = 70;

// Colours that no two pixels share, added to what was there in a scene before.
void draw(TestScene& scene) {
    scene.draw.primitive = Primitive::Quads;
    scene.draw.fragment_state.clamp_color = false;
    scene.draw.fragment = stage_program(
        "!!ARBfp1.0\nTEMP a;\nMUL a, fragment.position.xyxy, {0.37, 1.9, 3000, 1e-6};\n"
        "ADD a, a, fragment.position.yxyx;\nMUL result.color, a, {1, -1, 1, 1e-5};\nEND\n");
    BlendState& blend = scene.draw.fragment_state.blend[0];
    blend.enabled = true;
    blend.source_color = blend.destination_color = blend.source_alpha = blend.destination_alpha = BlendFactor::One;
    for (int i = 0; i < 2; ++i) {
        scene.run(full_quad(scene, 0.5, {1, 1, 1, 1}, picture_width));
        scene.rasterizer.flush();
    }
    scene.rasterizer.finish();
}

std::array<float, 4> texel(const TestScene& scene, int32_t x, int32_t y) {
    const runtime::Image& image = *scene.draw.framebuffer.colors[0].image;
    runtime::Texel texel;
    runtime::load_texels(image.format(), image.row(y), x, 1, &texel);
    return std::bit_cast<std::array<float, 4>>(texel);
}

TEST(SurfaceBlocks, HalvesAreThoseOfFloats) {
    const ExecuteTile chosen = execute_tile_function();
    for (const NamedExecuteTile& way : execute_tile_functions()) {
        select_execute_tile_function(way.function);
        TestScene floats(picture_width, picture_height, Format::Rgba32Float),
            halves(picture_width, picture_height, Format::Rgba16Float);
        draw(floats);
        draw(halves);
        const auto half = [](float value) { return arbasm::half_to_float(arbasm::float_to_half(value)); };
        for (int32_t y = 0; y < picture_height; ++y)
            for (int32_t x = 0; x < picture_width; ++x) {
                const std::array<float, 4> exact = texel(floats, x, y), rounded = texel(halves, x, y);
                for (size_t c = 0; c < 4; ++c) {
                    const float once = half(exact[c] / 2);
                    ASSERT_EQ(rounded[c], half(once + exact[c] / 2)) << way.name << ' ' << x << ' ' << y << ' ' << c;
                }
            }
    }
    select_execute_tile_function(chosen);
}

}  // namespace
}  // namespace rasterizer
