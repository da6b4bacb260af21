// Compression of blocks: endpoints along the principal axis of a block's colours, indices by nearest distance.
#include "runtime/formats/block_encoders.h"

#include <algorithm>
#include <cmath>

namespace runtime {
namespace {

using codecs::write;

using Color = std::array<int, 3>;  // 0…255
using Colors = std::array<Color, 16>;

int to_byte(uint32_t bits) { return static_cast<int>(codecs::Unorm<uint8_t>::store(bits)); }

// The nearest of 16 steps. Not by way of a byte, nor of a product that is rounded: values next to the middle between
// two steps would go astray.
uint32_t to_nibble(uint32_t bits) {
    const float value = float_of(bits);
    return value > 0 ? static_cast<uint32_t>(std::lrint(std::min(value, 1.0f) * 15.0)) : 0;
}

uint32_t pack_565(const std::array<float, 3>& color) {
    const auto field = [](float value, int maximum) {
        return static_cast<uint32_t>(std::clamp(value, 0.0f, 255.0f) / 255.0f * static_cast<float>(maximum) + 0.5f);
    };
    return field(color[0], 31) << 11 | field(color[1], 63) << 5 | field(color[2], 31);
}

// As decode_color() expands and mixes.
std::array<Color, 4> palette(uint32_t color0, uint32_t color1, bool four) {
    const auto expand = [](uint32_t c) -> Color {
        const int r = static_cast<int>(c >> 11), g = static_cast<int>(c >> 5 & 63), b = static_cast<int>(c & 31);
        return {r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2};
    };
    std::array<Color, 4> colors{expand(color0), expand(color1), {}, {}};
    for (size_t c = 0; c < 3; ++c) {
        const int a = colors[0][c], b = colors[1][c];
        colors[2][c] = four ? (2 * a + b + 1) / 3 : (a + b + 1) / 2;
        colors[3][c] = four ? (a + 2 * b + 1) / 3 : 0;
    }
    return colors;
}

int distance(const Color& a, const Color& b) {
    int sum = 0;
    for (size_t c = 0; c < 3; ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sum;
}

// `transparent`: texels that take the code of transparent black, which only three-colour blocks have.
void encode_color(const Colors& colors, uint32_t transparent, std::byte* block) {
    const auto ends = codecs::principal_ends(colors, ~transparent & 0xffff);
    uint32_t color0 = pack_565(ends[0]), color1 = pack_565(ends[1]);
    const bool four = transparent == 0;
    if (four ? color0 < color1 : color0 > color1) std::swap(color0, color1);
    const auto choices = palette(color0, color1, four && color0 != color1);
    // Equal colours select the mode with black as the last code, which is not wanted.
    const size_t usable = color0 == color1 ? 1 : four ? 4 : 3;
    uint32_t codes = 0;
    for (size_t i = 0; i < 16; ++i) {
        uint32_t best = 0;
        for (uint32_t code = 1; code < usable; ++code)
            if (distance(colors[i], choices[code]) < distance(colors[i], choices[best])) best = code;
        if (transparent >> i & 1) best = 3;
        codes |= best << 2 * i;
    }
    write(block, static_cast<uint16_t>(color0));
    write(block + 2, static_cast<uint16_t>(color1));
    write(block + 4, codes);
}

// Sixteen values of one channel between two ends, in the mode of eight values; all equal ones need just one code.
void encode_channel(const std::array<int, 16>& values, std::byte* block) {
    const auto [low, high] = std::ranges::minmax(values);
    uint64_t codes = 0;
    for (size_t i = 0; i < 16; ++i) {
        uint64_t best = 0;
        int best_distance = std::abs(values[i] - high) * 7;
        for (int code = 1; code < 8 && low != high; ++code) {
            const int value = code == 1 ? 7 * low : (8 - code) * high + (code - 1) * low;
            if (std::abs(7 * values[i] - value) >= best_distance) continue;
            best_distance = std::abs(7 * values[i] - value);
            best = static_cast<uint64_t>(code);
        }
        codes |= best << 3 * i;
    }
    const uint64_t word = codes << 16 | static_cast<uint64_t>(low & 255) << 8 | static_cast<uint64_t>(high & 255);
    write(block, word);
}

std::array<int, 16> channel_of(const std::array<Texel, 16>& texels, size_t channel, bool is_signed) {
    std::array<int, 16> values;
    for (size_t i = 0; i < 16; ++i)
        values[i] = is_signed ? codecs::Snorm<int8_t>::store(texels[i][channel]) : to_byte(texels[i][channel]);
    return values;
}

std::array<std::array<int, 4>, 16> bytes_of(const std::array<Texel, 16>& texels) {
    std::array<std::array<int, 4>, 16> bytes;
    for (size_t i = 0; i < 16; ++i)
        for (size_t c = 0; c < 4; ++c) bytes[i][c] = to_byte(texels[i][c]);
    return bytes;
}

void encode_eac_channels(const std::array<Texel, 16>& texels, const FormatInfo& info, std::byte* block) {
    const bool is_signed = info.component_class == ComponentClass::Snorm;
    const float maximum = is_signed ? 1023.0f : 2047.0f;
    for (int channel = 0; channel < info.bytes_per_block / 8; ++channel) {
        std::array<int, 16> values;
        for (size_t i = 0; i < 16; ++i) {
            const float value = float_of(texels[i][static_cast<size_t>(channel)]);
            values[i] = static_cast<int>(std::lrint(std::clamp(value, is_signed ? -1.0f : 0.0f, 1.0f) * maximum));
        }
        codecs::encode_eac(values, is_signed ? codecs::EacRange::Signed11 : codecs::EacRange::Unsigned11,
                           block + 8 * channel);
    }
}

void store_fxt1(std::byte* block, std::span<const Texel> texels, bool has_alpha) {
    std::array<std::array<int, 4>, 32> bytes;
    for (size_t i = 0; i < bytes.size(); ++i)
        for (size_t c = 0; c < 4; ++c) bytes[i][c] = c < 3 || has_alpha ? to_byte(texels[i][c]) : 255;
    codecs::encode_fxt1(bytes, block);
}

}  // namespace

void store_block(Format format, std::byte* block, std::span<const Texel> of_block) {
    const FormatInfo& info = format_info(format);
    if (info.block_width == 1) return;
    if (format == Format::Fxt1RgbUnorm || format == Format::Fxt1RgbaUnorm)
        return store_fxt1(block, of_block, format == Format::Fxt1RgbaUnorm);
    std::array<Texel, 16> texels;
    std::copy_n(of_block.begin(), texels.size(), texels.begin());
    const bool is_signed = info.component_class == ComponentClass::Snorm;
    switch (format) {
        case Format::BptcUnorm:
        case Format::BptcSrgb: return codecs::encode_bptc(bytes_of(texels), block);
        case Format::BptcSignedFloat:
        case Format::BptcUnsignedFloat:
            return codecs::encode_bptc_float(texels, format == Format::BptcSignedFloat, block);
        case Format::Etc1RgbUnorm:
        case Format::Etc2RgbUnorm:
        case Format::Etc2RgbSrgb: return codecs::encode_etc(bytes_of(texels), false, block);
        case Format::Etc2PunchThroughUnorm:
        case Format::Etc2PunchThroughSrgb: return codecs::encode_etc(bytes_of(texels), true, block);
        case Format::Etc2RgbaUnorm:
        case Format::Etc2RgbaSrgb: {
            const auto bytes = bytes_of(texels);
            std::array<int, 16> alpha;
            for (size_t i = 0; i < 16; ++i) alpha[i] = bytes[i][3];
            codecs::encode_eac(alpha, codecs::EacRange::Byte, block);
            return codecs::encode_etc(bytes, false, block + 8);
        }
        case Format::EacR11Unorm:
        case Format::EacR11Snorm:
        case Format::EacRg11Unorm:
        case Format::EacRg11Snorm: return encode_eac_channels(texels, info, block);
        default: break;
    }
    switch (info.base) {
        case BaseFormat::Red:
        case BaseFormat::Luminance: return encode_channel(channel_of(texels, 0, is_signed), block);
        case BaseFormat::Rg:
        case BaseFormat::LuminanceAlpha:
            encode_channel(channel_of(texels, 0, is_signed), block);
            return encode_channel(channel_of(texels, info.base == BaseFormat::Rg ? 1 : 3, is_signed), block + 8);
        default: break;
    }
    Colors colors;
    std::array<int, 16> alpha;
    uint32_t transparent = 0;
    for (size_t i = 0; i < 16; ++i) {
        for (size_t c = 0; c < 3; ++c) colors[i][c] = to_byte(texels[i][c]);
        alpha[i] = to_byte(texels[i][3]);
        if (alpha[i] < 128) transparent |= 1u << i;
    }
    switch (format) {
        case Format::Dxt1RgbUnorm:
        case Format::Dxt1RgbSrgb: return encode_color(colors, 0, block);
        case Format::Dxt1RgbaUnorm:
        case Format::Dxt1RgbaSrgb: return encode_color(colors, transparent, block);
        case Format::Dxt3Unorm:
        case Format::Dxt3Srgb: {
            uint64_t word = 0;
            for (size_t i = 0; i < 16; ++i) word |= uint64_t{to_nibble(texels[i][3])} << 4 * i;
            write(block, word);
            return encode_color(colors, 0, block + 8);
        }
        default: encode_channel(alpha, block); return encode_color(colors, 0, block + 8);
    }
}

}  // namespace runtime
