// FXT1: blocks by hand, one of each kind, and what the encoder makes of pictures.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "runtime/formats/float_bits.h"
#include "runtime/formats/format.h"

namespace runtime::fxt1_test {
namespace {

struct Block {
    std::array<std::byte, 16> bytes{};

    // Fields by the numbers of their lowest and highest bits, as the specification has them.
    void set(int low, int high, uint32_t value) {
        for (int at = low; at <= high; ++at)
            if (value >> (at - low) & 1) bytes[static_cast<size_t>(at / 8)] |= std::byte{1} << at % 8;
    }
    void set_color(int low, uint32_t red, uint32_t green, uint32_t blue) {
        set(low, low + 4, blue);
        set(low + 5, low + 9, green);
        set(low + 10, low + 14, red);
    }
    std::array<int, 4> at(int x, int y, Format format = Format::Fxt1RgbaUnorm) const {
        Texel texel;
        load_block_texels(format, bytes.data(), x, y, 1, &texel);
        std::array<int, 4> values;
        for (size_t c = 0; c < 4; ++c) values[c] = static_cast<int>(std::lround(float_of(texel[c]) * 255));
        return values;
    }
};
using Color = std::array<int, 4>;

TEST(Fxt1, ShadesOfTwoColors) {
    Block block;
    block.set_color(96, 0, 31, 16);   // colour 0
    block.set_color(111, 31, 0, 16);  // colour 1: bit 125 is its own here
    block.set(0, 2, 0);               // texel 0
    block.set(3, 5, 1);
    block.set(12, 14, 3);  // texel 4: (0, 1)
    block.set(48, 50, 6);  // texel 16: (4, 0)
    block.set(63, 65, 5);  // texel 21: (5, 1), in both halves of the block
    block.set(93, 95, 7);  // texel 31: (7, 3)
    EXPECT_EQ(block.at(0, 0), (Color{0, 255, 132, 255}));
    EXPECT_EQ(block.at(1, 0), (Color{43, 213, 132, 255}));
    EXPECT_EQ(block.at(0, 1), (Color{128, 128, 132, 255}));
    EXPECT_EQ(block.at(4, 0), (Color{255, 0, 132, 255}));
    EXPECT_EQ(block.at(5, 1), (Color{213, 43, 132, 255}));
    EXPECT_EQ(block.at(7, 3), (Color{0, 0, 0, 0}));
    EXPECT_EQ(block.at(7, 3, Format::Fxt1RgbUnorm), (Color{0, 0, 0, 255}));
}

TEST(Fxt1, FourColors) {
    Block block;
    block.set(125, 127, 0b010);
    for (uint32_t n = 0; n < 4; ++n) block.set_color(64 + 15 * static_cast<int>(n), n, 2 * n, 8 * n + 7);
    block.set(2, 3, 1);
    block.set(38, 39, 2);  // texel 19: (7, 0)
    block.set(62, 63, 3);
    EXPECT_EQ(block.at(0, 0), (Color{0, 0, 57, 255}));
    EXPECT_EQ(block.at(1, 0), (Color{8, 16, 123, 255}));
    EXPECT_EQ(block.at(7, 0), (Color{16, 33, 189, 255}));
    EXPECT_EQ(block.at(7, 3), (Color{24, 49, 255, 255}));
}

TEST(Fxt1, TwoColorsForEachHalf) {
    Block block;
    block.set(127, 127, 1);
    block.set(125, 126, 0b01);         // the lowest bit of green of colour 1 is set, that of colour 3 is not
    block.set_color(64, 31, 10, 0);    // colour 0
    block.set_color(79, 0, 10, 31);    // colour 1
    block.set_color(94, 4, 4, 4);      // colour 2
    block.set_color(109, 20, 20, 20);  // colour 3
    block.set(0, 1, 2);                // texel 0: the bit of green of colour 0 is 1 ^ 1 = 0
    block.set(2, 3, 0);
    block.set(4, 5, 3);
    block.set(32, 33, 3);  // texel 16: that of colour 2 is 1 ^ 0 = 1
    block.set(34, 35, 0);
    block.set(36, 37, 1);
    EXPECT_EQ(block.at(1, 0), (Color{255, 81, 0, 255}));     // green 10·2 of 63
    EXPECT_EQ(block.at(2, 0), (Color{0, 85, 255, 255}));     // 10·2 + 1
    EXPECT_EQ(block.at(0, 0), (Color{85, 84, 170, 255}));    // (a + 2b + 1) / 3
    EXPECT_EQ(block.at(4, 0), (Color{165, 162, 165, 255}));  // colour 3: green 20·2
    EXPECT_EQ(block.at(5, 0), (Color{33, 36, 33, 255}));     // colour 2: green 4·2 + 1
    EXPECT_EQ(block.at(6, 0), (Color{77, 78, 77, 255}));
    // Three colours and transparent black; colour 0 has five bits of green.
    block.set(124, 124, 1);
    EXPECT_EQ(block.at(1, 0), (Color{255, 82, 0, 255}));
    EXPECT_EQ(block.at(0, 0), (Color{0, 85, 255, 255}));
    EXPECT_EQ(block.at(2, 0), (Color{0, 0, 0, 0}));
    EXPECT_EQ(block.at(6, 0), (Color{99, 97, 99, 255}));
    EXPECT_EQ(block.at(2, 0, Format::Fxt1RgbUnorm), (Color{0, 0, 0, 255}));
}

TEST(Fxt1, ColorsWithAlpha) {
    Block block;
    block.set(125, 127, 0b011);
    for (uint32_t n = 0; n < 3; ++n) {
        block.set_color(64 + 15 * static_cast<int>(n), 31 * (n == 0), 31 * (n == 1), 31 * (n == 2));
        block.set(109 + 5 * static_cast<int>(n), 113 + 5 * static_cast<int>(n), 8 * n + 3);
    }
    block.set(2, 3, 1);
    block.set(4, 5, 2);
    block.set(6, 7, 3);
    block.set(34, 35, 1);
    block.set(36, 37, 3);
    EXPECT_EQ(block.at(0, 0), (Color{255, 0, 0, 24}));
    EXPECT_EQ(block.at(1, 0), (Color{0, 255, 0, 90}));
    EXPECT_EQ(block.at(2, 0), (Color{0, 0, 255, 156}));
    EXPECT_EQ(block.at(3, 0), (Color{0, 0, 0, 0}));
    block.set(124, 124, 1);
    EXPECT_EQ(block.at(0, 0), (Color{255, 0, 0, 24}));
    EXPECT_EQ(block.at(1, 0), (Color{170, 85, 0, 46}));
    EXPECT_EQ(block.at(2, 0), (Color{85, 170, 0, 68}));
    EXPECT_EQ(block.at(3, 0), (Color{0, 255, 0, 90}));
    EXPECT_EQ(block.at(4, 0), (Color{0, 0, 255, 156}));
    EXPECT_EQ(block.at(5, 0), (Color{0, 85, 170, 134}));
    EXPECT_EQ(block.at(6, 0), (Color{0, 255, 0, 90}));
}

using Picture = std::array<Color, 32>;  // row by row

// The largest difference of a component after compression.
int worst(const Picture& picture, Format format = Format::Fxt1RgbaUnorm) {
    std::array<Texel, 32> texels;
    for (size_t i = 0; i < texels.size(); ++i)
        for (size_t c = 0; c < 4; ++c) texels[i][c] = std::bit_cast<uint32_t>(static_cast<float>(picture[i][c]) / 255);
    Block block;
    store_block(format, block.bytes.data(), texels);
    int most = 0;
    for (int i = 0; i < 32; ++i)
        for (size_t c = 0; c < 4; ++c)
            most = std::max(most, std::abs(block.at(i % 8, i / 8, format)[c] - picture[static_cast<size_t>(i)][c]));
    return most;
}

TEST(Fxt1, TheEncoderFindsAWay) {
    Picture ramp, four, halves, clear, faint;
    for (int i = 0; i < 32; ++i) {
        const auto n = static_cast<size_t>(i);
        const int x = i % 8;
        ramp[n] = {x * 36, 255 - x * 36, 60, 255};
        four[n] =
            std::array<Color, 4>{{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}}}[n % 4];
        halves[n] = x < 4 ? Color{x % 4 * 85, 0, 255, 255} : Color{255, x % 4 * 85, 0, 255};
        clear[n] = x == 3 ? Color{0, 0, 0, 0} : Color{200, 100, 50, 255};
        faint[n] = {255, 0, 0, x < 4 ? x * 60 : 255 - (x - 4) * 60};
    }
    EXPECT_LE(worst(ramp), 25);
    EXPECT_LE(worst(four), 1);
    EXPECT_LE(worst(halves), 4);
    EXPECT_LE(worst(clear), 4);
    EXPECT_LE(worst(faint), 40);
    Picture plain;
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
        std::uniform_int_distribution<int> value(0, 255);
        plain.fill({value(random), value(random), value(random), 255});
        EXPECT_LE(worst(plain), 4);
        EXPECT_LE(worst(plain, Format::Fxt1RgbUnorm), 4);
    }
    // No alpha in the format without.
    for (Color& color : clear) color[3] = 255;
    clear[3] = {0, 0, 0, 255};
    EXPECT_LE(worst(clear, Format::Fxt1RgbUnorm), 4);
}

}  // namespace
}  // namespace runtime::fxt1_test
