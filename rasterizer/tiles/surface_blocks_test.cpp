// Blocks between a tile and surfaces: of floats, whole ones, which have a way of their own, and those that the edge
// cuts; of large surfaces, whose lines are streamed.
#include <bit>
#include <cstring>
#include <gtest/gtest.h>

#include "ir/semantics/half_float.h"
#include "rasterizer/testing/test_scene.h"
#include "rasterizer/tiles/execute_tile.h"
#include "rasterizer/tiles/streamed_rows.h"
#include "runtime/simd/streaming.h"

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

// A surface so large that its lines are streamed, or the same with rows that begin between lines, which are not.
constexpr int32_t large_width = 700, large_height = 390;
std::shared_ptr<runtime::Image> large_image(Format format, bool between_lines) {
    constexpr runtime::Extent extent{large_width, large_height, 1};
    if (!between_lines) return std::make_shared<runtime::Image>(format, extent);
    constexpr size_t line = runtime::line_bytes;
    const size_t stride = extent.width * runtime::format_info(format).bytes_per_block;
    const auto memory = std::make_shared<std::vector<std::byte>>(stride * large_height + 2 * line);
    const auto address = reinterpret_cast<uintptr_t>(memory->data());
    std::byte* const row_zero = memory->data() + (line - address % line) + 16;
    return std::make_shared<runtime::Image>(format, extent, row_zero, static_cast<ptrdiff_t>(stride), memory);
}

struct LargeSurface {
    Format color, depth;
    bool tests_depth, tests_stencil, clears;
};

// What a scene leaves in both of its images.
std::vector<std::byte> large_picture(const LargeSurface& kind, bool between_lines) {
    TestScene scene(large_width, large_height, kind.color, Format::None);
    Framebuffer& framebuffer = scene.draw.framebuffer;
    framebuffer.colors[0].image = large_image(kind.color, between_lines);
    framebuffer.depth.image = large_image(kind.depth, between_lines);
    EXPECT_NE(streams_rows(framebuffer.colors[0]), between_lines);
    const bool has_stencil = runtime::format_info(kind.depth).bits[5] != 0;
    if (has_stencil) framebuffer.stencil = framebuffer.depth;
    if (kind.clears) scene.clear({0.3f, 0.7f, 0.1f, 0.4f}, 0.75, 5);
    DepthStencilState& state = scene.draw.depth_stencil;
    state.depth_test = state.depth_write = kind.tests_depth;
    state.depth_function = CompareFunction::Always;
    state.stencil_test = kind.tests_stencil;
    for (StencilFace& face : state.stencil) {
        face.function = CompareFunction::Always;
        face.pass = StencilFace::Operation::IncrementWrap;
    }
    // Slanted edges leave blocks in part, and single ones beside others that nothing is drawn into.
    scene.run({scene.at(3, 5, 0.2, {1, 0, 0.5f, 0.25f}), scene.at(690, 40, 0.9, {0, 1, 0.1f, 0.75f}),
               scene.at(350, 388, 0.4, {0.2f, 0.4f, 1, 1})});
    scene.run({scene.at(600, 300, 0.1), scene.at(609, 300, 0.1), scene.at(604, 309, 0.1)});
    scene.rasterizer.finish();
    std::vector<std::byte> texels;
    for (const SurfaceView* const surface : {&framebuffer.colors[0], &framebuffer.depth}) {
        const size_t bytes = large_width * runtime::format_info(surface->image->format()).bytes_per_block;
        for (int32_t y = 0; y < large_height; ++y)
            texels.insert(texels.end(), surface->image->row(y), surface->image->row(y) + bytes);
    }
    return texels;
}

TEST(SurfaceBlocks, StreamedLinesAreThoseOfOtherStores) {
    constexpr LargeSurface kinds[] = {
        {Format::Bgra8Unorm, Format::Depth24Stencil8, true, true, true},
        {Format::Bgra8Unorm, Format::Depth24Stencil8, true, false, false},
        {Format::Rgba8Unorm, Format::Depth24Stencil8, false, true, false},
        {Format::Rgba8Unorm, Format::Depth32Float, true, false, true},
        {Format::Rgba16Float, Format::Depth24, true, false, true},
        {Format::Rgba32Float, Format::Depth16, true, false, false},
    };
    const ExecuteTile chosen = execute_tile_function();
    for (const NamedExecuteTile& way : execute_tile_functions()) {
        select_execute_tile_function(way.function);
        for (const LargeSurface& kind : kinds)
            EXPECT_TRUE(large_picture(kind, false) == large_picture(kind, true)) << way.name << ' ' << &kind - kinds;
    }
    select_execute_tile_function(chosen);
}

}  // namespace
}  // namespace rasterizer
