// Luma and chroma to RGB, and when it is done anew.
#include "glapi/objects/textures/planar_image.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using Color = std::array<int, 3>;

constexpr PlanarLayout nv12{2, 2, 2, {0, 0, 1}, {1, 0, 2}, {1, 1, 2}}, yuv420{3, 2, 2, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}},
    yuyv{1, 2, 1, {0, 0, 2}, {0, 1, 4}, {0, 3, 4}}, yuv444{3, 1, 1, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}};

Plane plane(const std::vector<uint8_t>& bytes, uint32_t pitch) {
    std::shared_ptr<std::byte[]> memory(new std::byte[bytes.size()]);
    std::memcpy(memory.get(), bytes.data(), bytes.size());
    return {std::move(memory), 0, pitch};
}

Color pixel(const PlanarImage& image, int x, int y = 0) {
    const std::byte* const at = image.rgb()->row(y) + 4 * x;
    EXPECT_EQ(at[3], std::byte{255});
    return {std::to_integer<int>(at[0]), std::to_integer<int>(at[1]), std::to_integer<int>(at[2])};
}

Color converted(const PlanarColors& colors, uint8_t y, uint8_t u, uint8_t v) {
    const PlanarImage image(yuv444, colors, 1, 1, {plane({y}, 1), plane({u}, 1), plane({v}, 1)});
    image.convert();
    return pixel(image, 0);
}

// The texts' formulas from RGB, the other way round.
TEST(PlanarImage, ConvertsByTheHints) {
    struct Shares {
        double red, blue;
    };
    constexpr Shares shares[] = {{0.299, 0.114}, {0.2126, 0.0722}, {0.2627, 0.0593}};
    const Color colors[] = {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {200, 100, 30}};
    for (const ColorSpace space : {ColorSpace::Rec601, ColorSpace::Rec709, ColorSpace::Rec2020})
        for (const bool full : {false, true})
            for (const Color& color : colors) {
                const auto [red, blue] = shares[static_cast<size_t>(space)];
                const double luma = red * color[0] + (1 - red - blue) * color[1] + blue * color[2];
                const double u = (color[2] - luma) / (2 * (1 - blue)), v = (color[0] - luma) / (2 * (1 - red));
                const auto byte = [](double value) {
                    return static_cast<uint8_t>(std::lround(std::min(value, 255.0)));
                };
                const Color got = full ? converted({space, full}, byte(luma), byte(128 + u), byte(128 + v))
                                       : converted({space, full}, byte(16 + luma * 219 / 255),
                                                   byte(128 + u * 224 / 255), byte(128 + v * 224 / 255));
                for (size_t n = 0; n < 3; ++n)
                    EXPECT_NEAR(got[n], color[n], 2) << static_cast<int>(space) << full << " " << color[0];
            }
}

TEST(PlanarImage, LayoutsAreTheSamePicture) {
    constexpr int width = 5, height = 3;  // chroma of a part of a group, too
    const std::vector<uint8_t> luma{20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 30, 50, 70, 90};
    const std::vector<uint8_t> u{100, 110, 120, 130, 140, 150}, v{200, 190, 180, 170, 160, 150};
    std::vector<uint8_t> both, packed;
    for (size_t n = 0; n < u.size(); ++n) both.insert(both.end(), {u[n], v[n]});
    for (size_t y = 0; y < height; ++y)
        for (size_t x = 0; x < 3; ++x)
            packed.insert(packed.end(), {luma[y * width + 2 * x], u[y / 2 * 3 + x],
                                         x < 2 ? luma[y * width + 2 * x + 1] : uint8_t{0}, v[y / 2 * 3 + x]});
    const PlanarImage three(yuv420, {}, width, height, {plane(luma, width), plane(u, 3), plane(v, 3)});
    const PlanarImage two(nv12, {}, width, height, {plane(luma, width), plane(both, 6)});
    const PlanarImage one(yuyv, {}, width, height, {plane(packed, 12)});
    for (const PlanarImage* const image : {&three, &two, &one}) image->convert();
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            EXPECT_EQ(pixel(three, x, y), pixel(two, x, y));
            EXPECT_EQ(pixel(three, x, y), pixel(one, x, y));
        }
    EXPECT_EQ(PlanarImage::plane_size(yuyv, 0, 5, 3).row_bytes, 12);
    EXPECT_EQ(PlanarImage::plane_size(nv12, 1, 5, 3).row_bytes, 6);
    EXPECT_EQ(PlanarImage::plane_size(nv12, 1, 5, 3).rows, 2);
}

// Components of 10, 12 and 16 bits, in words of two bytes and of four, give what those of eight give, in finer steps.
TEST(PlanarImage, ComponentsMayHaveMoreBits) {
    const auto words = [](std::initializer_list<uint32_t> values, size_t size) {
        std::vector<uint8_t> bytes;
        for (const uint32_t value : values)
            for (size_t n = 0; n < size; ++n) bytes.push_back(static_cast<uint8_t>(value >> 8 * n));
        return bytes;
    };
    const auto deep = [](const PlanarImage& image, int x) {
        image.convert();
        std::array<uint16_t, 4> pixel{};
        std::memcpy(pixel.data(), image.rgb()->row(0) + 8 * x, sizeof pixel);
        return pixel;
    };
    for (const bool full : {false, true})
        for (const int bits : {10, 12, 16}) {
            const int shift = 16 - bits;
            const PlanarLayout::Component y{0, 0, 2, 2, shift, bits}, u{1, 0, 4, 2, shift, bits},
                v{1, 2, 4, 2, shift, bits};
            // The same parts of the range as eight bits have.
            const auto word = [&](int byte, bool chroma = false) {
                // Chroma counts from the middle.
                const double scale = ((1 << bits) - 1) / 255.0, from = chroma ? 1 << (bits - 1) : 0;
                const int value = full ? static_cast<int>(std::lround(from + (byte - (chroma ? 128 : 0)) * scale))
                                       : byte << (bits - 8);
                return static_cast<uint32_t>(value << shift);
            };
            const PlanarImage image(
                {2, 2, 2, y, u, v}, {.full_range = full}, 2, 1,
                {plane(words({word(90), word(200)}, 2), 4), plane(words({word(70, true), word(180, true)}, 2), 4)});
            for (const int x : {0, 1}) {
                const Color byte = converted({.full_range = full}, x ? 200 : 90, 70, 180);
                const auto got = deep(image, x);
                for (size_t n = 0; n < 3; ++n) EXPECT_NEAR(got[n] / 257.0, byte[n], 0.6) << bits << full << x << n;
                EXPECT_EQ(got[3], 65535);
            }
        }
    // Ten bits and two of alpha in a word: white and half of its range below, a third of alpha.
    const PlanarLayout y410{
        1, 1, 1, {0, 0, 4, 4, 10, 10}, {0, 0, 4, 4, 0, 10}, {0, 0, 4, 4, 20, 10}, {0, 0, 4, 4, 30, 2}};
    const PlanarImage packed(
        y410, {}, 2, 1,
        {plane(words({512u | 940u << 10 | 512u << 20 | 1u << 30, 512u | 502u << 10 | 512u << 20}, 4), 8)});
    EXPECT_EQ(deep(packed, 0), (std::array<uint16_t, 4>{65535, 65535, 65535, 21845}));
    const auto grey = deep(packed, 1);
    EXPECT_NEAR(grey[0], 65535 / 2, 2);
    EXPECT_EQ(grey[0], grey[2]);
    EXPECT_EQ(grey[3], 0);
}

TEST(PlanarImage, AlphaIsAComponent) {
    const PlanarLayout ayuv{1, 1, 1, {0, 2, 4}, {0, 1, 4}, {0, 0, 4}, {0, 3, 4}};
    const PlanarImage image(ayuv, {.full_range = true}, 1, 1, {plane({128, 128, 77, 200}, 4)});
    image.convert();
    EXPECT_EQ(image.rgb()->format(), runtime::Format::Rgba8Unorm);
    const std::byte* const at = image.rgb()->row(0);
    EXPECT_EQ(std::to_integer<int>(at[0]), 77);
    EXPECT_EQ(std::to_integer<int>(at[2]), 77);
    EXPECT_EQ(std::to_integer<int>(at[3]), 200);
    EXPECT_EQ(PlanarImage::plane_size(ayuv, 0, 5, 3).row_bytes, 20);
}

// Between chroma of 128 and 228, which is seen in blue.
TEST(PlanarImage, ChromaLiesWhereTheHintsSay) {
    const auto blues = [](ChromaSiting siting) {
        const std::vector<uint8_t> luma(4, 0), u{128, 228}, v{128, 128};
        const PlanarImage image(yuv420, {.full_range = true, .across = siting}, 4, 1,
                                {plane(luma, 4), plane(u, 2), plane(v, 2)});
        image.convert();
        std::vector<int> found;
        for (int x = 0; x < 4; ++x) found.push_back(pixel(image, x)[2]);
        return found;
    };
    EXPECT_EQ(blues(ChromaSiting::Unknown), (std::vector{0, 0, 177, 177}));
    EXPECT_EQ(blues(ChromaSiting::First), (std::vector{0, 89, 177, 177}));
    EXPECT_EQ(blues(ChromaSiting::Middle), (std::vector{0, 44, 133, 177}));
}

struct PlanarTextures : testing::ProgramFixture {};

// A change that comes when draws before are done is seen; while one is under way there can be none.
TEST_F(PlanarTextures, AreConvertedAnewWhenNobodyReadsThem) {
    std::shared_ptr<std::byte[]> luma(new std::byte[1]{std::byte{255}});
    const auto planar = std::make_shared<const PlanarImage>(
        yuv444, PlanarColors{.full_range = true}, 1, 1,
        std::array<Plane, most_planes>{Plane{luma, 0, 1}, plane({128}, 1), plane({128}, 1)});
    Texture& texture = *context().textures.units[0].textures[static_cast<size_t>(TextureKind::Texture2D)];
    texture.sampler.min_filter = GL_NEAREST;
    texture.level(0) = {planar->rgb(), find_internal_format(GL_RGB8), planar->rgb()->extent(), 0};
    texture.live = {planar, planar->rgb()};
    texture.changed();
    commands::Enable(context(), GL_TEXTURE_2D);
    square();
    EXPECT_EQ(gl_->pixel(32, 32), (testing::Pixel{255, 255, 255, 255}));
    luma[0] = std::byte{51};
    commands::Clear(context(), GL_COLOR_BUFFER_BIT);
    square();
    EXPECT_EQ(gl_->pixel(32, 32), (testing::Pixel{51, 51, 51, 255}));
    expect(GL_NO_ERROR);
}

}  // namespace
}  // namespace glapi
