// Compression of blocks: endpoints along the principal axis of a block's colours, indices by nearest distance.
#include "runtime/formats/block_encoders.h"

#include <algorithm>
#include <cmath>

namespace runtime {
namespace {

using codecs::write;

using Color = std::array<int, 3>;  // 0…255
using BlockColors = std::array<Color, 16>;

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
void encode_color(const BlockColors& colors, uint32_t transparent, std::byte* block) {
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

// The texels as bytes.
template <size_t count>
std::array<std::array<int, 4>, count> bytes_of(std::span<const Texel> texels) {
    std::array<std::array<int, 4>, count> bytes;
    for (size_t i = 0; i < count; ++i)
        for (size_t c = 0; c < 4; ++c) bytes[i][c] = to_byte(texels[i][c]);
    return bytes;
}

}  // namespace

namespace codecs {

void store_dxt(std::byte* block, std::span<const Texel> texels, int kind, bool punch_through) {
    BlockColors colors;
    std::array<int, 16> alpha;
    uint32_t transparent = 0;
    uint64_t nibbles = 0;
    for (size_t i = 0; i < 16; ++i) {
        for (size_t c = 0; c < 3; ++c) colors[i][c] = to_byte(texels[i][c]);
        alpha[i] = to_byte(texels[i][3]);
        if (alpha[i] < 128) transparent |= 1u << i;
        nibbles |= uint64_t{to_nibble(texels[i][3])} << 4 * i;
    }
    if (kind == 1) return encode_color(colors, punch_through ? transparent : 0, block);
    if (kind == 3)
        write(block, nibbles);
    else
        encode_channel(alpha, block);
    encode_color(colors, 0, block + 8);
}

void store_fxt1(std::byte* block, std::span<const Texel> texels, bool has_alpha) {
    auto bytes = bytes_of<32>(texels);
    for (size_t i = 0; i < bytes.size() && !has_alpha; ++i) bytes[i][3] = 255;
    encode_fxt1(bytes, block);
}

void store_rgtc(std::byte* block, std::span<const Texel> texels, size_t component, bool is_signed) {
    std::array<int, 16> values;
    for (size_t i = 0; i < 16; ++i)
        values[i] = is_signed ? Snorm<int8_t>::store(texels[i][component]) : to_byte(texels[i][component]);
    encode_channel(values, block);
}

void store_bptc(std::byte* block, std::span<const Texel> texels) { encode_bptc(bytes_of<16>(texels), block); }

void store_bptc_float(std::byte* block, std::span<const Texel> texels, bool is_signed) {
    std::array<Texel, 16> of_block;
    std::copy_n(texels.begin(), of_block.size(), of_block.begin());
    encode_bptc_float(of_block, is_signed, block);
}

void store_etc(std::byte* block, std::span<const Texel> texels, EtcKind kind) {
    encode_etc(bytes_of<16>(texels), kind == EtcKind::PunchThrough, block);
}

void store_etc_alpha(std::byte* block, std::span<const Texel> texels) {
    const auto bytes = bytes_of<16>(texels);
    std::array<int, 16> alpha;
    for (size_t i = 0; i < 16; ++i) alpha[i] = bytes[i][3];
    encode_eac(alpha, EacRange::Byte, block);
    encode_etc(bytes, false, block + 8);
}

void store_eac(std::byte* block, std::span<const Texel> texels, size_t component, bool is_signed) {
    const float maximum = is_signed ? 1023.0f : 2047.0f;
    std::array<int, 16> values;
    for (size_t i = 0; i < 16; ++i) {
        const float value = float_of(texels[i][component]);
        values[i] = static_cast<int>(std::lrint(std::clamp(value, is_signed ? -1.0f : 0.0f, 1.0f) * maximum));
    }
    encode_eac(values, is_signed ? EacRange::Signed11 : EacRange::Unsigned11, block);
}

}  // namespace codecs
}  // namespace runtime
