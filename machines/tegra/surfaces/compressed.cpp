// Blocks of compressed textures: EXT_texture_compression_s3tc, and OES_compressed_ETC1_RGB8_texture with the bytes of a
// block in the opposite order, as this machine has them.
#include <algorithm>

#include "machines/tegra/surfaces/pixels.h"

namespace machines::tegra {
namespace {

uint64_t little_endian(const uint8_t* bytes, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++) value |= static_cast<uint64_t>(bytes[i]) << 8 * i;
    return value;
}

uint8_t clamped(int value) { return static_cast<uint8_t>(std::clamp(value, 0, 255)); }

// `weight` thirds or fifths of b, rounded.
uint8_t between(int a, int b, int weight, int of) {
    return static_cast<uint8_t>((2 * (a * (of - weight) + b * weight) + of) / (2 * of));
}

void read_s3tc_colors(const uint8_t* bytes, bool may_have_three, std::array<Rgba8, 16>& texels) {
    const auto first = static_cast<uint32_t>(little_endian(bytes, 2)),
               second = static_cast<uint32_t>(little_endian(bytes + 2, 2));
    const auto indices = static_cast<uint32_t>(little_endian(bytes + 4, 4));
    std::array<Rgba8, 4> colors;
    for (size_t i = 0; i < 2; i++) {
        const uint8_t word[2] = {bytes[2 * i], bytes[2 * i + 1]};
        colors[i] = read_pixel(format_RGB565, word);
    }
    const bool three = may_have_three && first <= second;
    for (size_t c = 0; c < 3; c++) {
        colors[2][c] = three ? between(colors[0][c], colors[1][c], 1, 2) : between(colors[0][c], colors[1][c], 1, 3);
        colors[3][c] = three ? 0 : between(colors[0][c], colors[1][c], 2, 3);
    }
    colors[2][3] = 255;
    colors[3][3] = three ? 0 : 255;
    for (size_t i = 0; i < 16; i++) texels[i] = colors[indices >> 2 * i & 3];
}

void read_dxt5_alphas(const uint8_t* bytes, std::array<Rgba8, 16>& texels) {
    const int a = bytes[0], b = bytes[1];
    const uint64_t indices = little_endian(bytes + 2, 6);
    for (size_t i = 0; i < 16; i++) {
        const int index = static_cast<int>(indices >> 3 * i & 7);
        uint8_t& alpha = texels[i][3];
        if (index < 2)
            alpha = static_cast<uint8_t>(index ? b : a);
        else if (a > b)
            alpha = between(a, b, index - 1, 7);
        else
            alpha = index == 6 ? 0 : index == 7 ? 255 : between(a, b, index - 1, 5);
    }
}

constexpr int etc1_modifiers[8][2] = {{2, 8}, {5, 17}, {9, 29}, {13, 42}, {18, 60}, {24, 80}, {33, 106}, {47, 183}};

// The block as the number that the specification's bits count in.
void read_etc1(uint64_t block, std::array<Rgba8, 16>& texels) {
    const auto bits = [&](int high, int low) {
        return static_cast<int>(block >> low & ((uint64_t{1} << (high - low + 1)) - 1));
    };
    const bool differential = bits(33, 33), flipped = bits(32, 32);
    std::array<std::array<int, 3>, 2> base;
    for (int c = 0; c < 3; c++) {
        const int top = 63 - 8 * c;
        auto &first = base[0][static_cast<size_t>(c)], &second = base[1][static_cast<size_t>(c)];
        if (differential) {
            const int difference = bits(top - 5, top - 7);
            first = bits(top, top - 4);
            second = (first + (difference < 4 ? difference : difference - 8)) & 31;
            first = first << 3 | first >> 2;
            second = second << 3 | second >> 2;
        } else {
            first = bits(top, top - 3) * 17;
            second = bits(top - 4, top - 7) * 17;
        }
    }
    const std::array<int, 2> table{bits(39, 37), bits(36, 34)};
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            const auto part = static_cast<size_t>((flipped ? y : x) >= 2);
            const int pixel = 4 * x + y;  // columns
            const int change =
                etc1_modifiers[table[part]][bits(pixel, pixel)] * (bits(16 + pixel, 16 + pixel) ? -1 : 1);
            Rgba8& texel = texels[static_cast<size_t>(y) * 4 + static_cast<size_t>(x)];
            for (size_t c = 0; c < 3; c++) texel[c] = clamped(base[part][c] + change);
            texel[3] = 255;
        }
}

}  // namespace

uint32_t block_bytes(uint32_t format) {
    switch (format) {
#define TEGRA_FORMAT(...)
#define TEGRA_COMPRESSED(name, code, bytes) \
    case code:                              \
        return bytes;
#include "machines/tegra/surfaces/formats.def"
#undef TEGRA_FORMAT
#undef TEGRA_COMPRESSED
        default: return 0;
    }
}

std::array<Rgba8, 16> read_block(uint32_t format, const uint8_t* bytes) {
    std::array<Rgba8, 16> texels{};
    switch (format) {
        case format_DXT1: read_s3tc_colors(bytes, true, texels); break;
        case format_DXT3:
            read_s3tc_colors(bytes + 8, false, texels);
            for (size_t i = 0; i < 16; i++)
                texels[i][3] = static_cast<uint8_t>((bytes[i / 2] >> 4 * (i % 2) & 15) * 17);
            break;
        case format_DXT5:
            read_s3tc_colors(bytes + 8, false, texels);
            read_dxt5_alphas(bytes, texels);
            break;
        case format_ETC1: read_etc1(little_endian(bytes, 8), texels); break;
        default: break;
    }
    return texels;
}

}  // namespace machines::tegra
