// Clears of whole tiles, which are kept as a value until something else is drawn there: the same as clears in parts.
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

using runtime::Format;

constexpr int32_t surface_width = 150, surface_height = 90;  // tiles that the edge cuts, and one that it does not

struct Cleared {
    std::array<uint32_t, 4> color;
    double depth;
    uint8_t stencil;
    bool colors, depths, stencils;
};

void clear(TestScene& scene, const Cleared& to, const Rectangle& area) {
    Clear clear;
    clear.framebuffer = scene.draw.framebuffer;
    clear.area = area;
    clear.color_buffers = to.colors ? 1 : 0;
    clear.color_mask[0] = 0xf;
    clear.color[0] = to.color;
    clear.depth = to.depths && scene.draw.framebuffer.depth.image;
    clear.depth_value = to.depth;
    clear.stencil = to.stencils && scene.draw.framebuffer.stencil.image;
    clear.stencil_value = to.stencil;
    scene.rasterizer.clear(clear);
}

// Each row for itself, so that no tile is cleared at once.
void clear_rows(TestScene& scene, const Cleared& to) {
    for (int32_t y = 0; y < surface_height; ++y) clear(scene, to, {0, y, surface_width, 1});
}

std::vector<std::byte> memory_of(TestScene& scene) {
    scene.rasterizer.finish();
    std::vector<std::byte> bytes;
    for (const auto& image : {scene.draw.framebuffer.colors[0].image, scene.draw.framebuffer.depth.image}) {
        if (!image) continue;
        const size_t row = static_cast<size_t>(surface_width) * runtime::format_info(image->format()).bytes_per_block;
        for (int32_t s = 0; s < image->samples(); ++s)
            for (int32_t y = 0; y < surface_height; ++y)
                bytes.insert(bytes.end(), image->row(y, 0, s), image->row(y, 0, s) + row);
    }
    return bytes;
}

TEST(ClearedBlocks, AreThoseOfClearsInParts) {
    std::mt19937 random(7);
    const auto pick = [&](int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); };
    const auto unit = [&] { return std::uniform_real_distribution<float>(0, 1)(random); };
    for (int round = 0; round < 120; ++round) {
        const Format color = std::array{Format::Bgra8Unorm,  Format::Rgbx8Unorm, Format::Rgba16Float,
                                        Format::Rgba32Float, Format::R8Unorm,    Format::Rgb10A2Unorm}[pick(6)];
        const Format depth =
            std::array{Format::Depth24Stencil8,      Format::Depth24, Format::Depth32Float, Format::Depth16,
                       Format::Depth32FloatStencil8, Format::None}[pick(6)];
        const int32_t samples = std::array{1, 1, 2, 4}[pick(4)];
        Cleared first{{}, unit(), static_cast<uint8_t>(pick(256)), true, true, true};
        for (uint32_t& component : first.color) component = std::bit_cast<uint32_t>(unit());
        Cleared second = first;
        second.depth = unit();
        second.stencil = static_cast<uint8_t>(pick(256));
        second.color[1] = std::bit_cast<uint32_t>(unit());
        second.colors = pick(2);
        second.depths = pick(2);
        second.stencils = pick(2);
        const int draws = pick(3), between = pick(2);
        DepthStencilState state;
        state.depth_test = pick(2);
        state.depth_function = pick(2) ? CompareFunction::Less : CompareFunction::Always;
        state.stencil_test = pick(2);
        for (StencilFace& face : state.stencil) {
            face.function = pick(2) ? CompareFunction::Always : CompareFunction::Equal;
            face.reference = first.stencil;
            face.pass = StencilFace::Operation::Increment;
        }
        const std::array<float, 4> drawn{unit(), unit(), unit(), unit()};
        const float z = unit(), size = static_cast<float>(20 + pick(140));
        const bool blends = pick(2);

        const auto draw = [&](bool in_parts) {
            TestScene scene(surface_width, surface_height, color, depth, samples);
            const auto clear_all = [&](const Cleared& to) {
                in_parts ? clear_rows(scene, to) : clear(scene, to, {0, 0, surface_width, surface_height});
            };
            scene.draw.primitive = Primitive::Quads;
            scene.draw.depth_stencil = state;
            if (blends) {
                scene.draw.fragment_state.blend[0].enabled = true;
                scene.draw.fragment_state.blend[0].source_color = BlendFactor::SourceAlpha;
                scene.draw.fragment_state.blend[0].destination_color = BlendFactor::OneMinusSourceAlpha;
            }
            clear_all(first);
            if (between) scene.rasterizer.flush();
            for (int i = 0; i < draws; ++i) scene.run(full_quad(scene, z, drawn, static_cast<int32_t>(size)));
            clear_all(second);
            if (draws == 2) scene.run(full_quad(scene, z / 2, drawn, 33));
            return memory_of(scene);
        };
        const std::vector<std::byte> whole = draw(false), parts = draw(true);
        ASSERT_EQ(std::memcmp(whole.data(), parts.data(), whole.size()), 0)
            << round << ": " << runtime::format_info(color).name << ' ' << runtime::format_info(depth).name << ' '
            << samples;
    }
}

}  // namespace
}  // namespace rasterizer
