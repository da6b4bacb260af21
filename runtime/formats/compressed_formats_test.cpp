// BPTC, ETC1, ETC2 and EAC: blocks by hand, and what the encoders make of pictures.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "runtime/formats/float_bits.h"
#include "runtime/formats/format.h"

namespace runtime {
namespace {

using Block = std::array<std::byte, 16>;

// ETC's words are big-endian.
Block etc_block(uint64_t word, uint64_t second = 0) {
    Block block{};
    for (int i = 0; i < 8; ++i) {
        block[static_cast<size_t>(i)] = static_cast<std::byte>(word >> (56 - 8 * i));
        block[static_cast<size_t>(8 + i)] = static_cast<std::byte>(second >> (56 - 8 * i));
    }
    return block;
}
// Fields of BPTC, from the lowest bit up.
Block bptc_block(std::initializer_list<std::pair<uint32_t, int>> fields) {
    Block block{};
    int at = 0;
    for (const auto& [value, bits] : fields)
        for (int i = 0; i < bits; ++i, ++at)
            if (value >> i & 1) block[static_cast<size_t>(at / 8)] |= std::byte{1} << at % 8;
    return block;
}

std::array<int, 4> bytes_at(Format format, const Block& block, int x, int y) {
    Texel texel;
    load_block_texels(format, block.data(), x, y, 1, &texel);
    std::array<int, 4> bytes;
    for (size_t c = 0; c < 4; ++c) bytes[c] = static_cast<int>(std::lround(float_of(texel[c]) * 255));
    return bytes;
}

TEST(Etc, HalvesAreShadesOfTwoColours) {
    // Individual colours 0x88 and 0x44, tables 0 and 7, side by side; texel (0, 1) has index 1, (3, 0) index 3.
    const uint64_t word =
        0x8484840000000000 | uint64_t{7} << 34 | uint64_t{1} << (16 + 12) | uint64_t{1} << 12 | 1 << 1;
    const Block block = etc_block(word);
    for (const Format format : {Format::Etc1RgbUnorm, Format::Etc2RgbUnorm}) {
        EXPECT_EQ(bytes_at(format, block, 0, 0), (std::array{0x88 + 2, 0x88 + 2, 0x88 + 2, 255}));
        EXPECT_EQ(bytes_at(format, block, 0, 1), (std::array{0x88 + 8, 0x88 + 8, 0x88 + 8, 255}));
        EXPECT_EQ(bytes_at(format, block, 2, 0), (std::array{0x44 + 47, 0x44 + 47, 0x44 + 47, 255}));
        EXPECT_EQ(bytes_at(format, block, 3, 0), (std::array{0, 0, 0, 255}));
    }
}

TEST(Etc, ModesOfEtc2) {
    // Planar: blue's difference leaves its range. All three colours are black, but for red to the right.
    const Block block = etc_block(uint64_t{1} << 42 | uint64_t{0b11111} << 34 | uint64_t{1} << 33 | uint64_t{1} << 32);
    EXPECT_EQ(bytes_at(Format::Etc2RgbUnorm, block, 0, 0), (std::array{0, 0, 0, 255}));
    EXPECT_EQ(bytes_at(Format::Etc2RgbUnorm, block, 2, 0), (std::array{128, 0, 0, 255}));
    EXPECT_EQ(bytes_at(Format::Etc2RgbUnorm, block, 2, 3), (std::array{128, 0, 0, 255}));
    // T: red overflows. Second colour 0x11, distance 3, all texels of index 1.
    const uint64_t t =
        uint64_t{0b11101} << 59 | uint64_t{0b011} << 56 | uint64_t{0x111} << 36 | uint64_t{1} << 33 | 0xffff;
    EXPECT_EQ(bytes_at(Format::Etc2RgbUnorm, etc_block(t), 1, 1), (std::array{0x11 + 3, 0x11 + 3, 0x11 + 3, 255}));
}

TEST(Etc, PunchThroughTexelsAreTransparent) {
    // Not opaque, the second half as the first: index 2 is transparent, 0 is the colour itself.
    const uint64_t word = 0x8080800000000000 | uint64_t{1} << 16;
    EXPECT_EQ(bytes_at(Format::Etc2PunchThroughUnorm, etc_block(word), 0, 0), (std::array{0, 0, 0, 0}));
    EXPECT_EQ(bytes_at(Format::Etc2PunchThroughUnorm, etc_block(word), 1, 0), (std::array{132, 132, 132, 255}));
}

TEST(Etc, EacCountsFromItsBase) {
    // Base 128, multiplier 2, table 0; the first texel's index is 7, the others' 0.
    const uint64_t word = uint64_t{128} << 56 | uint64_t{2} << 52 | uint64_t{7} << 45;
    EXPECT_EQ(bytes_at(Format::Etc2RgbaUnorm, etc_block(word, 0), 0, 0)[3], 128 + 28);
    EXPECT_EQ(bytes_at(Format::Etc2RgbaUnorm, etc_block(word, 0), 0, 1)[3], 128 - 6);
    Texel texel;
    load_block_texels(Format::EacR11Unorm, etc_block(word).data(), 0, 0, 1, &texel);
    EXPECT_FLOAT_EQ(float_of(texel[0]), (128 * 8 + 4 + 14 * 16) / 2047.0f);
    load_block_texels(Format::EacRg11Snorm, etc_block(0, uint64_t{0x80} << 56 | uint64_t{3} << 45).data(), 0, 0, 1,
                      &texel);
    EXPECT_FLOAT_EQ(float_of(texel[0]), -3 / 1023.0f);
    EXPECT_FLOAT_EQ(float_of(texel[1]), -1.0f);
}

TEST(Bptc, BlocksOfOneSubset) {
    // Mode 5 with rotation 1: red and alpha change places.
    const Block block = bptc_block({{1 << 5, 6},
                                    {1, 2},
                                    {127, 7},
                                    {127, 7},
                                    {0, 7},
                                    {0, 7},
                                    {64, 7},
                                    {64, 7},
                                    {10, 8},
                                    {200, 8},
                                    {0, 1},
                                    {0, 30},
                                    {0, 1},
                                    {3, 2}});
    EXPECT_EQ(bytes_at(Format::BptcUnorm, block, 0, 0), (std::array{10, 0, 129, 255}));
    EXPECT_EQ(bytes_at(Format::BptcUnorm, block, 1, 0), (std::array{200, 0, 129, 255}));
    EXPECT_EQ(bytes_at(Format::BptcUnorm, Block{}, 1, 1), (std::array{0, 0, 0, 0})) << "a reserved mode";
    Texel texel;
    load_block_texels(Format::BptcUnsignedFloat, bptc_block({{19, 5}}).data(), 0, 0, 1, &texel);
    EXPECT_EQ(texel, (Texel{0, 0, 0, bits_of(1)})) << "a reserved mode";
}

// Gray shades keep near, and single colours nearer, in all formats.
TEST(CompressedFormats, PicturesKeepTheirLook) {
    std::mt19937 random(5);
    for (int f = static_cast<int>(Format::BptcUnorm); f <= static_cast<int>(Format::Etc2RgbaSrgb); ++f) {
        const auto format = static_cast<Format>(f);
        const FormatInfo& info = format_info(format);
        SCOPED_TRACE(info.name);
        const bool is_signed = info.component_class == ComponentClass::Snorm || format == Format::BptcSignedFloat;
        const bool punch_through = info.bits[3] == 1;
        for (int round = 0; round < 40; ++round) {
            std::array<float, 4> base;
            for (float& value : base) value = 0.25f + 0.5f * static_cast<float>(random() % 256) / 255;
            if (is_signed && round % 3 == 0) base[0] = -base[0];
            const float spread = round % 2 ? 0.2f : 0.0f;
            std::array<Texel, 16> texels;
            for (Texel& texel : texels) {
                const float shade = spread * (static_cast<float>(random() % 256) / 255 - 0.5f);
                for (size_t c = 0; c < 4; ++c) texel[c] = bits_of(base[c] + shade);
                if (punch_through) texel[3] = bits_of(random() % 4 ? 1.0f : 0.0f);
            }
            Block block{};
            store_block(format, block.data(), texels);
            for (int i = 0; i < 16; ++i) {
                Texel decoded;
                load_block_texels(linear_counterpart(format), block.data(), i % 4, i / 4, 1, &decoded);
                const bool transparent = punch_through && texels[static_cast<size_t>(i)][3] == 0;
                for (size_t c = 0; c < 4; ++c) {
                    if (!info.bits[c]) continue;
                    const float given = transparent ? 0 : float_of(texels[static_cast<size_t>(i)][c]);
                    EXPECT_NEAR(float_of(decoded[c]), given, spread > 0 ? 0.07 : 0.03)
                        << "texel " << i << " of " << round;
                }
            }
        }
    }
}

}  // namespace
}  // namespace runtime
