// ASTC: blocks by hand. What encoders of the format make of pictures is Piglit's matter.
#include <array>
#include <bit>
#include <cstring>
#include <gtest/gtest.h>

#include "runtime/formats/format.h"

namespace runtime {
namespace {

using Block = std::array<uint8_t, 16>;

struct BlockWriter {
    Block block{};
    void put(int at, int count, uint32_t value) {
        for (int i = 0; i < count; ++i, ++at)
            if (value >> i & 1) block[static_cast<size_t>(at / 8)] |= static_cast<uint8_t>(1 << at % 8);
    }
    // Weights go down from the top bit.
    void put_weight(int at, int count, uint32_t value) {
        for (int i = 0; i < count; ++i) put(127 - at - i, 1, value >> i & 1);
    }
};

std::array<float, 4> texel_of(Format format, const Block& block, int x, int y) {
    Texel texel;
    load_block_texels(format, reinterpret_cast<const std::byte*>(block.data()), x, y, 1, &texel);
    return std::bit_cast<std::array<float, 4>>(texel);
}

TEST(Astc, BlocksOfOneColour) {
    BlockWriter writer;
    writer.put(0, 12, 0xdfc);  // of fixed-point numbers, everywhere
    for (int n = 0; n < 4; ++n) writer.put(12 + 13 * n, 13, 0x1fff);
    const uint32_t values[] = {0xffff, 0x8000, 0, 0x4000};
    for (int c = 0; c < 4; ++c) writer.put(64 + 16 * c, 16, values[c]);
    EXPECT_EQ(texel_of(Format::Astc6x5Unorm, writer.block, 5, 4), (std::array<float, 4>{1, 0.5f, 0, 0.25f}));
    // As halves these are no numbers that sRGB has.
    writer.put(9, 1, 1);
    EXPECT_EQ(texel_of(Format::Astc6x5Srgb, writer.block, 0, 0), (std::array<float, 4>{1, 0, 1, 1}));
}

TEST(Astc, HalvesOfOneColour) {
    BlockWriter writer;
    writer.put(0, 12, 0xffc);
    for (int n = 0; n < 4; ++n) writer.put(12 + 13 * n, 13, 0x1fff);
    const uint32_t values[] = {0x4400, 0x3c00, 0x3800, 0x3c00};
    for (int c = 0; c < 4; ++c) writer.put(64 + 16 * c, 16, values[c]);
    EXPECT_EQ(texel_of(Format::Astc4x4Unorm, writer.block, 1, 2), (std::array<float, 4>{4, 1, 0.5f, 1}));
}

// A grid as large as the block, of weights of two bits; luminance from 0 to 255.
TEST(Astc, WeightsLieBetweenTheEndpoints) {
    BlockWriter writer;
    // 4 by 4: B = 0, A = 2, in the order of the first row; four levels: R = 100.
    writer.put(0, 2, 2);
    writer.put(4, 1, 0);
    writer.put(5, 2, 2);
    writer.put(13, 4, 0);  // one partition, luminance
    writer.put(17, 8, 0);  // 256 levels fit
    writer.put(25, 8, 255);
    for (int n = 0; n < 16; ++n) writer.put_weight(2 * n, 2, static_cast<uint32_t>(n % 4));
    const float expected[] = {0, 21.0f / 64, 43.0f / 64, 1};
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x) {
            const auto texel = texel_of(Format::Astc4x4Unorm, writer.block, x, y);
            for (int c = 0; c < 3; ++c) EXPECT_NEAR(texel[static_cast<size_t>(c)], expected[x], 1e-4) << x << ' ' << y;
            EXPECT_EQ(texel[3], 1);
        }
}

TEST(Astc, WhatIsNoBlockIsMagenta) {
    const std::array<float, 4> magenta{1, 0, 1, 1};
    EXPECT_EQ(texel_of(Format::Astc4x4Unorm, Block{}, 0, 0), magenta);
    BlockWriter wide;  // a grid of 12 by 2 is too wide for the block
    wide.put(2, 2, 3);
    EXPECT_EQ(texel_of(Format::Astc8x8Unorm, wide.block, 3, 3), magenta);
}

}  // namespace
}  // namespace runtime
