// Blending, logic operations and their order.
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

using runtime::Format;

double factor(BlendFactor f, int c, const double* s, const double* d, const float* k) {
    switch (f) {
        case BlendFactor::Zero: return 0;
        case BlendFactor::One: return 1;
        case BlendFactor::SourceColor: return s[c];
        case BlendFactor::OneMinusSourceColor: return 1 - s[c];
        case BlendFactor::DestinationColor: return d[c];
        case BlendFactor::OneMinusDestinationColor: return 1 - d[c];
        case BlendFactor::SourceAlpha: return s[3];
        case BlendFactor::OneMinusSourceAlpha: return 1 - s[3];
        case BlendFactor::DestinationAlpha: return d[3];
        case BlendFactor::OneMinusDestinationAlpha: return 1 - d[3];
        case BlendFactor::ConstantColor: return k[c];
        case BlendFactor::OneMinusConstantColor: return 1 - k[c];
        case BlendFactor::ConstantAlpha: return k[3];
        case BlendFactor::OneMinusConstantAlpha: return 1 - k[3];
        case BlendFactor::SourceAlphaSaturate: return c == 3 ? 1 : std::min(s[3], 1 - d[3]);
        default: return 0;
    }
}

TEST(Fragments, BlendingMatchesTheSpecification) {
    std::mt19937 random(3);
    auto pick = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    auto channel = [&] { return static_cast<float>(pick(255)) / 255.0f; };
    for (Format format : {Format::Bgra8Unorm, Format::Rgba8Unorm, Format::Bgrx8Unorm, Format::Rgba32Float,
                          Format::Rgba16Float, Format::Rgb565Unorm, Format::Rgba16Unorm})
        for (int round = 0; round < 300; ++round) {
            TestScene scene(8, 8, format, Format::None);
            const std::array<float, 4> below{channel(), channel(), channel(), channel()},
                above{channel(), channel(), channel(), channel()};
            scene.clear(below);
            const auto stored = scene.color_at(1, 1);
            BlendState& blend = scene.draw.fragment_state.blend[0];
            blend.enabled = true;
            auto any_factor = [&] { return static_cast<BlendFactor>(pick(14)); };
            blend.source_color = any_factor();
            blend.destination_color = any_factor();
            blend.source_alpha = round % 2 ? any_factor() : blend.source_color;
            blend.destination_alpha = round % 2 ? any_factor() : blend.destination_color;
            if (round % 3 == 0) {
                blend.color_equation = static_cast<BlendEquation>(pick(4));
                blend.alpha_equation = static_cast<BlendEquation>(pick(4));
            }
            if (round % 7 == 0) {  // the ones that have code of their own
                constexpr BlendFactor presets[][2] = {{BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha},
                                                      {BlendFactor::One, BlendFactor::OneMinusSourceAlpha},
                                                      {BlendFactor::One, BlendFactor::One},
                                                      {BlendFactor::SourceAlpha, BlendFactor::One},
                                                      {BlendFactor::DestinationColor, BlendFactor::Zero},
                                                      {BlendFactor::Zero, BlendFactor::SourceColor}};
                const auto& preset = presets[pick(5)];
                blend.source_color = blend.source_alpha = preset[0];
                blend.destination_color = blend.destination_alpha = preset[1];
                blend.color_equation = blend.alpha_equation = BlendEquation::Add;
            }
            blend.write_mask = static_cast<uint8_t>(pick(2) ? 15 : pick(15));
            for (float& k : scene.draw.fragment_state.blend_color) k = channel();
            scene.draw.primitive = Primitive::Quads;
            scene.run(full_quad(scene, 0.5, above, 8));

            double s[4], d[4];
            for (int c = 0; c < 4; ++c) {
                s[c] = above[c];
                d[c] = stored[c];
            }
            const auto color = scene.color_at(1, 1);
            for (int c = 0; c < 4; ++c) {
                const bool alpha = c == 3;
                const double sf = factor(alpha ? blend.source_alpha : blend.source_color, c, s, d,
                                         scene.draw.fragment_state.blend_color.data());
                const double df = factor(alpha ? blend.destination_alpha : blend.destination_color, c, s, d,
                                         scene.draw.fragment_state.blend_color.data());
                double expected = 0;
                switch (alpha ? blend.alpha_equation : blend.color_equation) {
                    case BlendEquation::Add: expected = s[c] * sf + d[c] * df; break;
                    case BlendEquation::Subtract: expected = s[c] * sf - d[c] * df; break;
                    case BlendEquation::ReverseSubtract: expected = d[c] * df - s[c] * sf; break;
                    case BlendEquation::Min: expected = std::min(s[c], d[c]); break;
                    case BlendEquation::Max: expected = std::max(s[c], d[c]); break;
                }
                const auto& info = runtime::format_info(format);
                double step = 1e-3;
                if (info.component_class == runtime::ComponentClass::Unorm) {
                    expected = std::clamp(expected, 0.0, 1.0);
                    step = info.bits[c] ? 0.51 / ((1 << info.bits[c]) - 1) : 0;
                }
                if (info.bits[c] == 0) expected = 1;
                if (!(blend.write_mask >> c & 1)) expected = stored[c];
                ASSERT_NEAR(color[c], expected, step + 1e-5) << info.name << ' ' << round << ' ' << c;
            }
        }
}

TEST(Fragments, OverlappingPrimitivesBlendInOrder) {
    // Many quads on the same few pixels in one draw: each must see what the one before stored.
    TestScene scene(8, 8);
    scene.clear({0, 0, 0, 0});
    count_fragments(scene);
    scene.draw.primitive = Primitive::Quads;
    std::vector<TestVertex> vertices;
    for (int i = 0; i < 100; ++i)
        for (const TestVertex& vertex : full_quad(scene, 0.5, one_step, 8)) vertices.push_back(vertex);
    scene.run(vertices);
    for (uint32_t pixel : scene.pixels()) ASSERT_EQ(pixel, 0x64646464u);
}

TEST(Fragments, LogicOperations) {
    for (Format format : {Format::Bgra8Unorm, Format::Rgba4Unorm})
        for (int operation = 0; operation < 16; ++operation) {
            TestScene scene(8, 8, format, Format::None);
            const int most = format == Format::Bgra8Unorm ? 255 : 15;
            const int s = most == 255 ? 0xca : 0xc, d = most == 255 ? 0xac : 0xa;
            const float below = static_cast<float>(d) / most, above = static_cast<float>(s) / most;
            scene.clear({below, below, below, below});
            scene.draw.fragment_state.logic_operation_enabled = true;
            scene.draw.fragment_state.logic_operation = static_cast<LogicOperation>(operation);
            scene.draw.primitive = Primitive::Quads;
            scene.run(full_quad(scene, 0.5, {above, above, above, above}, 8));
            // GL's order: bit (2·s + d) of the operation's number, most significant first, is the result.
            const int table[16] = {0,        s & d,    s & ~d, s,      ~s & d, d,      s ^ d,    s | d,
                                   ~(s | d), ~(s ^ d), ~d,     s | ~d, ~s,     ~s | d, ~(s & d), most};
            EXPECT_NEAR(scene.color_at(2, 2)[1] * most, table[operation] & most, 0.01) << operation;
        }
}

}  // namespace
}  // namespace rasterizer
