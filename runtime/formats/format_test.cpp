#include "runtime/formats/format.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <string_view>

#include "runtime/formats/float_bits.h"
#include "runtime/formats/small_floats.h"
#include "runtime/images/image.h"

namespace runtime {
namespace {

std::vector<Format> all_formats() {
    std::vector<Format> formats;
    for (int f = 1; f < static_cast<int>(Format::Count); ++f) formats.push_back(static_cast<Format>(f));
    return formats;
}
bool compressed(Format format) { return format_info(format).block_width != 1; }
// Blocks that are made otherwise than of colours on a line: compressed_formats_test.cpp.
bool is_etc_or_float(Format format) {
    return compressed(format) && format >= Format::BptcSignedFloat && format <= Format::Etc2RgbaSrgb;
}

bool is_integer(Format format) {
    const ComponentClass c = format_info(format).component_class;
    return c == ComponentClass::Signed || c == ComponentClass::Unsigned || c == ComponentClass::Stencil;
}

// sRGB formats name the one of the same memory without the curve; others have none.
TEST(Format, LinearFormatsHaveTheSameMemory) {
    for (const Format format : all_formats()) {
        const FormatInfo &info = format_info(format), &linear = format_info(linear_counterpart(format));
        SCOPED_TRACE(info.name);
        EXPECT_EQ(info.srgb, std::string_view(info.name).find("Srgb") != std::string_view::npos);
        EXPECT_FALSE(linear.srgb);
        EXPECT_EQ(info.bytes_per_block, linear.bytes_per_block);
        EXPECT_EQ(info.block_width, linear.block_width);
        EXPECT_EQ(info.block_height, linear.block_height);
        EXPECT_EQ(info.base, linear.base);
        EXPECT_EQ(info.bits, linear.bits);
    }
}

TEST(Format, WhatIsLoadedStoresAndLoadsAgain) {
    std::mt19937 random(1);
    for (Format format : all_formats()) {
        if (compressed(format)) continue;
        SCOPED_TRACE(format_info(format).name);
        constexpr int count = 64;
        const size_t bytes = format_info(format).bytes_per_block;
        std::vector<std::byte> memory((count + 2) * bytes), stored(memory.size(), std::byte{0x5a});
        for (std::byte& b : memory) b = static_cast<std::byte>(random());
        std::vector<Texel> texels(count), again(count);
        load_texels(format, memory.data(), 1, count, texels.data());
        store_texels(format, stored.data(), 1, count, texels.data());
        load_texels(format, stored.data(), 1, count, again.data());
        for (int i = 0; i < count; ++i)
            for (int c = 0; c < 4; ++c) {
                const uint32_t a = texels[i][c], b = again[i][c];
                // Padding and components beyond the format's aside, values come back as they were.
                if (!is_integer(format) && std::isnan(float_of(a)))
                    EXPECT_TRUE(std::isnan(float_of(b)));
                else
                    EXPECT_EQ(a, b) << "texel " << i << " component " << c;
            }
        // Texels outside of [x, x + count) are not touched.
        for (size_t i = 0; i < bytes; ++i) {
            EXPECT_EQ(stored[i], std::byte{0x5a});
            EXPECT_EQ(stored[(count + 1) * bytes + i], std::byte{0x5a});
        }
    }
}

TEST(Format, MissingComponentsAreFilledByBaseFormat) {
    std::mt19937 random(2);
    for (Format format : all_formats()) {
        const FormatInfo& info = format_info(format);
        SCOPED_TRACE(info.name);
        std::vector<std::byte> memory(16);
        for (std::byte& b : memory) b = static_cast<std::byte>(random() & 0x3f);
        Texel t;
        load_texels(format, memory.data(), 0, 1, &t);
        const uint32_t one = is_integer(format) ? 1 : bits_of(1.0f);
        switch (info.base) {
            case BaseFormat::Alpha: EXPECT_EQ((std::array{t[0], t[1], t[2]}), (std::array{0u, 0u, 0u})); break;
            case BaseFormat::Luminance: EXPECT_EQ((std::array{t[1], t[2], t[3]}), (std::array{t[0], t[0], one})); break;
            case BaseFormat::LuminanceAlpha: EXPECT_EQ((std::array{t[1], t[2]}), (std::array{t[0], t[0]})); break;
            case BaseFormat::Intensity:
                EXPECT_EQ((std::array{t[1], t[2], t[3]}), (std::array{t[0], t[0], t[0]}));
                break;
            case BaseFormat::Rg: EXPECT_EQ((std::array{t[2], t[3]}), (std::array{0u, one})); break;
            case BaseFormat::Rgb: EXPECT_EQ(t[3], one); break;
            case BaseFormat::Rgba: break;
            case BaseFormat::None:
            case BaseFormat::Red:
            case BaseFormat::DepthComponent:
            case BaseFormat::StencilIndex:
            case BaseFormat::DepthStencil: EXPECT_EQ((std::array{t[1], t[2], t[3]}), (std::array{0u, 0u, one})); break;
        }
    }
}

TEST(Format, NormalizedStoresRoundToNearestAndClamp) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> spread(-1.5f, 1.5f);
    for (Format format : all_formats()) {
        const FormatInfo& info = format_info(format);
        const bool is_signed = info.component_class == ComponentClass::Snorm;
        if (compressed(format) || info.srgb) continue;
        if (info.component_class != ComponentClass::Unorm && !is_signed) continue;
        SCOPED_TRACE(info.name);
        for (int n = 0; n < 500; ++n) {
            Texel texel, loaded;
            for (uint32_t& bits : texel) bits = bits_of(n == 0 ? std::nanf("") : spread(random));
            std::byte memory[16] = {};
            store_texels(format, memory, 0, 1, &texel);
            load_texels(format, memory, 0, 1, &loaded);
            for (int c = 0; c < 4; ++c) {
                const int source = info.base == BaseFormat::Luminance || info.base == BaseFormat::Intensity ||
                                           (info.base == BaseFormat::LuminanceAlpha && c < 3)
                                       ? 0
                                       : c;
                const int width = info.bits[source];
                if (!width || (info.base == BaseFormat::Luminance && c == 3)) continue;
                const double value = float_of(texel[source]), steps = std::exp2(width - (is_signed ? 1 : 0)) - 1;
                const double low = is_signed ? -1.0 : 0.0;
                const double clamped = std::isnan(value) ? 0.0 : std::min(std::max(value, low), 1.0);
                EXPECT_LE(std::fabs(float_of(loaded[c]) - clamped), 0.5 / steps + 1e-7) << value;
            }
        }
    }
}

TEST(Format, IntegerStoresClamp) {
    Texel texel{static_cast<uint32_t>(-70000), 70000, 300, static_cast<uint32_t>(-300)}, loaded;
    std::byte memory[16];
    store_texels(Format::Rgba16Sint, memory, 0, 1, &texel);
    load_texels(Format::Rgba16Sint, memory, 0, 1, &loaded);
    EXPECT_EQ(loaded, (Texel{static_cast<uint32_t>(-32768), 32767, 300, static_cast<uint32_t>(-300)}));
    store_texels(Format::Rgba8Uint, memory, 0, 1, &texel);
    load_texels(Format::Rgba8Uint, memory, 0, 1, &loaded);
    EXPECT_EQ(loaded, (Texel{255, 255, 255, 255}));
}

TEST(Format, EveryHalfComesBack) {
    for (uint32_t half = 0; half < 0x10000; ++half) {
        const float value = half_to_float(static_cast<uint16_t>(half));
        const uint32_t magnitude = half & 0x7fff;
        if (magnitude > 0x7c00) {
            EXPECT_TRUE(std::isnan(value));
            EXPECT_GT(float_to_half(value) & 0x7fff, 0x7c00);
            continue;
        }
        EXPECT_EQ(float_to_half(value), half);
        if (magnitude == 0x7c00) continue;
        const double expected = magnitude < 0x400 ? std::ldexp(magnitude, -24)
                                                  : std::ldexp(1024 + (magnitude & 0x3ff), (magnitude >> 10) - 25);
        EXPECT_EQ(value, half & 0x8000 ? -expected : expected);
    }
}

TEST(Format, HalvesRoundToNearestEven) {
    for (uint32_t half = 0; half < 0x7bff; ++half) {
        const float low = half_to_float(static_cast<uint16_t>(half));
        const float high = half_to_float(static_cast<uint16_t>(half + 1));
        const float middle = low + (high - low) / 2;  // exact
        EXPECT_EQ(float_to_half(middle), half & 1 ? half + 1 : half);
        EXPECT_EQ(float_to_half(std::nextafter(middle, 0.0f)), half);
        EXPECT_EQ(float_to_half(std::nextafter(middle, 1e9f)), half + 1);
    }
    EXPECT_EQ(float_to_half(65519.996f), 0x7bff);
    EXPECT_EQ(float_to_half(65520.0f), 0x7c00);
    EXPECT_EQ(float_to_half(-1e30f), 0xfc00);
}

TEST(Format, SmallFloatsComeBackAndRound) {
    for (uint32_t bits = 0; bits < 0x7c0; ++bits) {
        EXPECT_EQ(float_to_small_float<6>(small_float_to_float<6>(bits)), bits);
        if (bits < 0x3e0) {
            EXPECT_EQ(float_to_small_float<5>(small_float_to_float<5>(bits)), bits);
        }
        if (bits >= 0x7bf) continue;
        const float low = small_float_to_float<6>(bits), high = small_float_to_float<6>(bits + 1);
        EXPECT_EQ(float_to_small_float<6>(low + (high - low) / 2), bits & 1 ? bits + 1 : bits);
    }
    EXPECT_EQ(float_to_small_float<6>(-1.0f), 0u);
    EXPECT_EQ(float_to_small_float<6>(1e20f), 0x7bfu);
    EXPECT_EQ(float_to_small_float<6>(INFINITY), 0x7c0u);
    EXPECT_TRUE(std::isnan(small_float_to_float<6>(float_to_small_float<6>(std::nanf("")))));
}

TEST(Format, SharedExponentIsWithinHalfAStep) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> exponent(-20, 17);
    for (int n = 0; n < 2000; ++n) {
        Texel texel{bits_of(std::exp2(exponent(random))), bits_of(std::exp2(exponent(random))),
                    bits_of(std::exp2(exponent(random))), 0};
        Texel loaded;
        std::byte memory[4];
        store_texels(Format::Rgb9E5Float, memory, 0, 1, &texel);
        load_texels(Format::Rgb9E5Float, memory, 0, 1, &loaded);
        float top = 0;
        for (int c = 0; c < 3; ++c) top = std::max(top, std::min(float_of(texel[c]), 65408.0f));
        const double step = std::max(top / 256.0, std::ldexp(1.0, -24));
        for (int c = 0; c < 3; ++c)
            EXPECT_NEAR(float_of(loaded[c]), std::min(float_of(texel[c]), 65408.0f), step / 2 * 1.01);
    }
}

TEST(Format, CounterpartsDifferInNothingElse) {
    for (size_t i = 1; i < format_infos.size(); ++i) {
        const auto format = static_cast<Format>(i);
        const FormatInfo& info = format_info(format);
        if (const Format srgb = srgb_counterpart(format); srgb != Format::None) {
            EXPECT_EQ(linear_counterpart(srgb), format) << info.name;
            EXPECT_EQ(format_info(srgb).layout, info.layout) << info.name;
        }
        const FormatInfo& plain = format_info(uncompressed_counterpart(format));
        EXPECT_EQ(plain.block_width, 1) << info.name;
        EXPECT_EQ(plain.base, info.base) << info.name;
        EXPECT_EQ(plain.component_class, info.component_class) << info.name;
        EXPECT_EQ(plain.srgb, info.srgb) << info.name;
        for (size_t c = 0; c < 4; ++c) EXPECT_GE(plain.bits[c], info.bits[c]) << info.name;
    }
    EXPECT_EQ(uncompressed_counterpart(Format::Dxt1RgbSrgb), Format::Rgbx8Srgb);
    EXPECT_EQ(uncompressed_counterpart(Format::EacRg11Snorm), Format::Rg16Snorm);
    EXPECT_EQ(uncompressed_counterpart(Format::BptcUnsignedFloat), Format::Rgb32Float);
}

// Names of GL's for pixels that are shared with others.
TEST(Format, SharedPixelsHaveASizedInternalFormat) {
    EXPECT_EQ(sized_internal_format(Format::Bgra8Unorm, true), 0x8058u);     // GL_RGBA8
    EXPECT_EQ(sized_internal_format(Format::Bgra8Unorm, false), 0x8051u);    // GL_RGB8
    EXPECT_EQ(sized_internal_format(Format::Bgrx8Unorm, true), 0x8051u);     // GL_RGB8
    EXPECT_EQ(sized_internal_format(Format::Rgb10A2Unorm, true), 0x8059u);   // GL_RGB10_A2
    EXPECT_EQ(sized_internal_format(Format::Rgb10A2Unorm, false), 0x8052u);  // GL_RGB10
    EXPECT_EQ(sized_internal_format(Format::L8Unorm, true), 0x8040u);        // GL_LUMINANCE8
}

TEST(Format, SrgbCurveIsExact) {
    for (int i = 0; i < 256; ++i) {
        const double encoded = i / 255.0;
        const double linear = encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
        EXPECT_FLOAT_EQ(srgb_to_linear(static_cast<uint8_t>(i)), static_cast<float>(linear));
        EXPECT_EQ(linear_to_srgb(srgb_to_linear(static_cast<uint8_t>(i))), i);
    }
    std::mt19937 random(6);
    std::uniform_real_distribution<float> unit(0, 1);
    for (int n = 0; n < 10000; ++n) {
        const double linear = unit(random);
        const double encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
        EXPECT_NEAR(linear_to_srgb(static_cast<float>(linear)), encoded * 255, 0.501);
    }
    EXPECT_EQ(linear_to_srgb(-1), 0);
    EXPECT_EQ(linear_to_srgb(7), 255);
    EXPECT_EQ(linear_to_srgb(std::nanf("")), 0);
}

TEST(Format, DepthAndStencilShareAWordWithoutTouchingEachOther) {
    for (Format format : {Format::Depth24Stencil8, Format::Depth32FloatStencil8}) {
        SCOPED_TRACE(format_info(format).name);
        std::byte memory[32] = {};
        const Texel depths[2] = {{bits_of(0.25f), 0, 0, 0}, {bits_of(1.0f), 0, 0, 0}};
        const uint8_t stencils[2] = {0xa5, 0x3c};
        store_stencil(format, memory, 1, 2, stencils);
        store_texels(format, memory, 1, 2, depths);
        Texel loaded[2];
        uint8_t values[2];
        load_texels(format, memory, 1, 2, loaded);
        load_stencil(format, memory, 1, 2, values);
        EXPECT_NEAR(float_of(loaded[0][0]), 0.25f, 1e-7);
        EXPECT_EQ(float_of(loaded[1][0]), 1.0f);
        EXPECT_EQ(values[0], 0xa5);
        EXPECT_EQ(values[1], 0x3c);
        store_stencil(format, memory, 1, 1, &stencils[1]);
        load_texels(format, memory, 1, 1, loaded);
        EXPECT_NEAR(float_of(loaded[0][0]), 0.25f, 1e-7);
    }
}

TEST(Format, S3tcBlocksDecode) {
    // Red to blue with color0 > color1, codes 0, 1, 2, 3 in the first row.
    const uint8_t dxt1[8] = {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0, 0, 0};
    Texel t[4];
    load_texels(Format::Dxt1RgbUnorm, reinterpret_cast<const std::byte*>(dxt1), 0, 4, t);
    EXPECT_EQ(float_of(t[0][0]), 1.0f);
    EXPECT_EQ(float_of(t[1][2]), 1.0f);
    EXPECT_NEAR(float_of(t[2][0]), 2 / 3.0, 1e-6);
    EXPECT_NEAR(float_of(t[3][0]), 1 / 3.0, 1e-6);
    // The other order: the half-way colour and transparent black.
    const uint8_t punch[8] = {0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0};
    load_texels(Format::Dxt1RgbaUnorm, reinterpret_cast<const std::byte*>(punch), 0, 4, t);
    EXPECT_NEAR(float_of(t[2][0]), 128 / 255.0, 1e-6);
    EXPECT_EQ(t[3], (Texel{0, 0, 0, 0}));
    load_texels(Format::Dxt1RgbUnorm, reinterpret_cast<const std::byte*>(punch), 3, 1, t);
    EXPECT_EQ(float_of(t[0][3]), 1.0f);
}

TEST(Format, RgtcInterpolatesInFloatingPoint) {
    // 255 and 0 with codes 0 … 7: eight values, 255 first.
    const uint64_t codes = 0b111'110'101'100'011'010'001'000;
    uint8_t block[8] = {255, 0};
    std::memcpy(block + 2, &codes, 6);
    Texel t[4];
    load_block_texels(Format::Rgtc1Unorm, reinterpret_cast<const std::byte*>(block), 0, 1, 4, t);
    const double expected[4] = {4 / 7.0, 3 / 7.0, 2 / 7.0, 1 / 7.0};
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(float_of(t[i][0]), expected[i], 1e-6);
}

// What is compressed is near what was given: exact for single colours that the format has, within a step of the ends
// otherwise.
TEST(Format, BlocksCompressAndDecode) {
    std::mt19937 random(7);
    for (Format format : all_formats()) {
        if (!compressed(format) || is_etc_or_float(format) || is_astc(format)) continue;
        const FormatInfo& info = format_info(format);
        if (info.block_width != 4) continue;  // FXT1: fxt1_test.cpp
        SCOPED_TRACE(info.name);
        const bool is_signed = info.component_class == ComponentClass::Snorm;
        for (int round = 0; round < 60; ++round) {
            // Gradients between two colours, as pictures have them; every tenth block is of one colour.
            std::array<float, 4> from, to;
            for (int c = 0; c < 4; ++c) {
                from[c] = static_cast<float>(random() % 256) / 255.0f;
                to[c] = round % 10 == 0 ? from[c] : static_cast<float>(random() % 256) / 255.0f;
                if (is_signed && round & 1) from[c] = -from[c];
            }
            std::array<Texel, 16> texels;
            for (int i = 0; i < 16; ++i) {
                // Both ends occur among the opaque texels.
                const float weight = i == 14 ? 0.0f : i == 15 ? 1.0f : static_cast<float>(random() % 4) / 3.0f;
                for (int c = 0; c < 4; ++c) texels[i][c] = bits_of(from[c] + weight * (to[c] - from[c]));
                if (format == Format::Dxt1RgbaUnorm || format == Format::Dxt1RgbaSrgb)
                    texels[i][3] = bits_of(round & 1 && i < 5 ? 0.0f : 1.0f);
            }
            std::byte block[16] = {};
            store_block(format, block, texels);
            const Format plain = linear_counterpart(format);
            for (int y = 0; y < 4; ++y) {
                Texel decoded[4];
                load_block_texels(plain, block, 0, y, 4, decoded);
                for (int x = 0; x < 4; ++x)
                    for (int c = 0; c < 4; ++c) {
                        const bool luminance =
                            info.base == BaseFormat::Luminance || info.base == BaseFormat::LuminanceAlpha;
                        const int source = luminance && c < 3 ? 0 : c;
                        if (!info.bits[source]) continue;
                        const Texel& given = texels[4 * y + x];
                        if (float_of(given[3]) == 0.0f && c < 3) continue;  // black where transparent
                        const bool blocky = info.bytes_per_block == 8 && info.base == BaseFormat::Rgba;
                        const double step = info.base == BaseFormat::Rgb || info.base == BaseFormat::Rgba
                                                ? (c == 3 ? 1 / 14.0 : 1 / 24.0)
                                            : is_signed ? 1 / 8.0
                                                        : 1 / 12.0;
                        EXPECT_NEAR(float_of(decoded[x][c]), float_of(given[source]), blocky && round & 1 ? 0.26 : step)
                            << "round " << round;
                    }
            }
        }
    }
    std::array<Texel, 16> white;
    white.fill({bits_of(1.0f), bits_of(1.0f), bits_of(1.0f), bits_of(1.0f)});
    std::byte block[16];
    Texel decoded;
    for (Format format : {Format::Dxt1RgbUnorm, Format::Dxt1RgbaUnorm, Format::Dxt3Unorm, Format::Dxt5Unorm}) {
        store_block(format, block, white);
        load_block_texels(format, block, 3, 3, 1, &decoded);
        EXPECT_EQ(decoded, white[0]);
    }
}

// EXT_texture_compression_s3tc: alpha / 15, the nearest of these to what was given.
TEST(BlockEncoder, Dxt3AlphaIsTheNearest) {
    for (int k = 0; k < 15; ++k) {
        const float middle = static_cast<float>((k + 0.5) / 15);
        for (const float value : {std::nextafter(middle, 0.0f), middle, std::nextafter(middle, 1.0f)}) {
            std::array<Texel, 16> texels;
            texels.fill({0, 0, 0, bits_of(value)});
            std::byte block[16];
            store_block(Format::Dxt3Unorm, block, texels);
            Texel decoded;
            load_block_texels(Format::Dxt3Unorm, block, 1, 2, 1, &decoded);
            const double side = double{value} * 30 - (2 * k + 1);  // exact
            const int given = static_cast<int>(std::lround(float_of(decoded[3]) * 15));
            if (side != 0)
                EXPECT_EQ(given, side > 0 ? k + 1 : k) << k << ' ' << side;
            else
                EXPECT_TRUE(given == k || given == k + 1) << k;
            EXPECT_EQ(float_of(decoded[3]), static_cast<float>(given) / 15);
        }
    }
}

TEST(Image, RowsAreAlignedAndOwned) {
    const Image image(Format::Rgb8Unorm, {5, 7, 3}, 4);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(image.row(0)) % 64, 0u);
    EXPECT_EQ(image.row_stride() % 64, 0);
    for (int z = 0; z < 3; ++z)
        for (int s = 0; s < 4; ++s)
            for (int y = 0; y < 7; ++y)
                for (int i = 0; i < 15; ++i) ASSERT_EQ(image.row(y, z, s)[i], std::byte{0});
    EXPECT_THROW(Image(Format::Rgba32Float, {1 << 30, 1 << 30, 1 << 10}), std::bad_alloc);
}

}  // namespace
}  // namespace runtime
