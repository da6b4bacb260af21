// Blending, logic operations and their order.
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "ir/switches.h"
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
        case BlendFactor::Source1Color:
        case BlendFactor::OneMinusSource1Color:
        case BlendFactor::Source1Alpha:
        case BlendFactor::OneMinusSource1Alpha: break;
    }
    return 0;
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
                    case BlendEquation::Multiply:
                    case BlendEquation::Screen:
                    case BlendEquation::Overlay:
                    case BlendEquation::Darken:
                    case BlendEquation::Lighten:
                    case BlendEquation::ColorDodge:
                    case BlendEquation::ColorBurn:
                    case BlendEquation::HardLight:
                    case BlendEquation::SoftLight:
                    case BlendEquation::Difference:
                    case BlendEquation::Exclusion:
                    case BlendEquation::HslHue:
                    case BlendEquation::HslSaturation:
                    case BlendEquation::HslColor:
                    case BlendEquation::HslLuminosity: FAIL();  // advanced: the test below
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

using Vec3 = std::array<double, 3>;

double luminosity(const Vec3& c) { return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]; }
double saturation(const Vec3& c) { return std::ranges::max(c) - std::ranges::min(c); }
Vec3 set_luminosity(Vec3 c, double wanted) {
    const double difference = wanted - luminosity(c);
    for (double& x : c) x += difference;
    const double light = luminosity(c), low = std::ranges::min(c), high = std::ranges::max(c);
    for (double& x : c) {
        if (low < 0) x = light + (x - light) * light / (light - low);
        if (high > 1) x = light + (x - light) * (1 - light) / (high - light);
    }
    return c;
}
Vec3 set_saturation(Vec3 c, double wanted) {
    const double low = std::ranges::min(c), range = saturation(c);
    for (double& x : c) x = range > 0 ? (x - low) * wanted / range : 0;
    return c;
}

// Table X.1 of KHR_blend_equation_advanced.
double advanced(BlendEquation equation, double s, double d) {
    switch (equation) {
        case BlendEquation::Multiply: return s * d;
        case BlendEquation::Screen: return s + d - s * d;
        case BlendEquation::Overlay: return d <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d);
        case BlendEquation::Darken: return std::min(s, d);
        case BlendEquation::Lighten: return std::max(s, d);
        case BlendEquation::ColorDodge: return d <= 0 ? 0 : s < 1 ? std::min(1.0, d / (1 - s)) : 1;
        case BlendEquation::ColorBurn: return d >= 1 ? 1 : s > 0 ? 1 - std::min(1.0, (1 - d) / s) : 0;
        case BlendEquation::HardLight: return s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d);
        case BlendEquation::SoftLight:
            return s <= 0.5    ? d - (1 - 2 * s) * d * (1 - d)
                   : d <= 0.25 ? d + (2 * s - 1) * d * ((16 * d - 12) * d + 3)
                               : d + (2 * s - 1) * (std::sqrt(d) - d);
        case BlendEquation::Difference: return std::abs(d - s);
        case BlendEquation::Exclusion: return s + d - 2 * s * d;
        case BlendEquation::Add:
        case BlendEquation::Subtract:
        case BlendEquation::ReverseSubtract:
        case BlendEquation::Min:
        case BlendEquation::Max:
        case BlendEquation::HslHue:
        case BlendEquation::HslSaturation:
        case BlendEquation::HslColor:
        case BlendEquation::HslLuminosity: break;
    }
    return 0;
}

Vec3 advanced(BlendEquation equation, const Vec3& s, const Vec3& d) {
    ASMGL_SOME_CASES
    switch (equation) {
        case BlendEquation::HslHue: return set_luminosity(set_saturation(s, saturation(d)), luminosity(d));
        case BlendEquation::HslSaturation: return set_luminosity(set_saturation(d, saturation(s)), luminosity(d));
        case BlendEquation::HslColor: return set_luminosity(s, luminosity(d));
        case BlendEquation::HslLuminosity: return set_luminosity(d, luminosity(s));
        default:
            return {advanced(equation, s[0], d[0]), advanced(equation, s[1], d[1]), advanced(equation, s[2], d[2])};
    }
    ASMGL_END_SOME_CASES
}

TEST(Fragments, AdvancedBlendingMatchesTheSpecification) {
    std::mt19937 random(5);
    const auto channel = [&] { return std::uniform_int_distribution<int>(0, 16)(random) / 16.0; };
    for (Format format : {Format::Rgba8Unorm, Format::Bgra8Unorm, Format::Bgrx8Unorm, Format::Rgbx8Unorm,
                          Format::Rgba16Unorm, Format::Rgba32Float})
        for (int number = int(BlendEquation::Multiply); number <= int(BlendEquation::HslLuminosity); ++number)
            for (int round = 0; round < 60; ++round) {
                TestScene scene(8, 8, format, Format::None);
                Vec3 s, d;
                for (int c = 0; c < 3; ++c) s[c] = channel(), d[c] = channel();
                const double sa = round % 4 ? channel() : 1, da = round % 3 ? channel() : 1;
                const auto premultiplied = [](const Vec3& c, double a) {
                    return std::array<float, 4>{float(c[0] * a), float(c[1] * a), float(c[2] * a), float(a)};
                };
                scene.clear(premultiplied(d, da));
                // What an 8-bit buffer has kept is the colour that counts.
                const auto kept = scene.color_at(1, 1);
                const double stored_alpha = kept[3];
                Vec3 stored{};
                for (int c = 0; c < 3; ++c) stored[c] = stored_alpha > 0 ? kept[c] / stored_alpha : 0;
                BlendState& blend = scene.draw.fragment_state.blend[0];
                blend.enabled = true;
                blend.color_equation = blend.alpha_equation = static_cast<BlendEquation>(number);
                scene.draw.primitive = Primitive::Quads;
                scene.run(full_quad(scene, 0.5, premultiplied(s, sa), 8));
                if (sa == 0) s = {};
                const Vec3 both = advanced(blend.color_equation, s, stored);
                const auto color = scene.color_at(1, 1);
                const double step = runtime::format_info(format).bits[0] == 8 ? 0.51 / 255 : 1e-3;
                for (int c = 0; c < 3; ++c)
                    ASSERT_NEAR(color[c],
                                std::clamp(both[c] * sa * stored_alpha + s[c] * sa * (1 - stored_alpha) +
                                               stored[c] * stored_alpha * (1 - sa),
                                           0.0, 1.0),
                                step + 1e-4)
                        << number << ' ' << round << ' ' << c;
                ASSERT_NEAR(color[3], sa + stored_alpha * (1 - sa), step + 1e-4) << number << ' ' << round;
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
            const auto below = static_cast<float>(d) / static_cast<float>(most),
                       above = static_cast<float>(s) / static_cast<float>(most);
            scene.clear({below, below, below, below});
            scene.draw.fragment_state.logic_operation_enabled = true;
            scene.draw.fragment_state.logic_operation = static_cast<LogicOperation>(operation);
            scene.draw.primitive = Primitive::Quads;
            scene.run(full_quad(scene, 0.5, {above, above, above, above}, 8));
            // GL's order: bit (2·s + d) of the operation's number, most significant first, is the result.
            const int table[16] = {0,        s & d,    s & ~d, s,      ~s & d, d,      s ^ d,    s | d,
                                   ~(s | d), ~(s ^ d), ~d,     s | ~d, ~s,     ~s | d, ~(s & d), most};
            EXPECT_NEAR(double{scene.color_at(2, 2)[1]} * most, table[operation] & most, 0.01) << operation;
        }
}

}  // namespace
}  // namespace rasterizer
