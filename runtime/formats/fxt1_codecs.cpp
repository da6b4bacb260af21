// 3DFX_texture_compression_FXT1: blocks of 8×4 texels in one of four ways, as the highest bits tell. Each is two
// halves of 4×4; texel 16·half + 4·y + x.
#include "runtime/formats/format_codecs.h"

namespace runtime::codecs {
namespace fxt1_blocks {
namespace {

using Color = std::array<int, 4>;

int expand_5(int value) { return value << 3 | value >> 2; }

struct Block {
    uint64_t low, high;

    int bit(int at) const { return static_cast<int>((at < 64 ? low >> at : high >> (at - 64)) & 1); }
    int five(int at) const { return static_cast<int>(high >> (at - 64) & 31); }
    // The colour's fields are blue, green and red, from the lowest bit on.
    Color color(int at) const { return {expand_5(five(at + 10)), expand_5(five(at + 5)), expand_5(five(at)), 255}; }
    int two_bit_code(int texel) const { return static_cast<int>(low >> 2 * texel & 3); }
    int three_bit_code(int texel) const { return bit(3 * texel) | bit(3 * texel + 1) << 1 | bit(3 * texel + 2) << 2; }
};

// `steps` steps from a to b, rounded to nearest.
Color mixed(const Color& a, const Color& b, int step, int steps) {
    Color result{};
    for (size_t c = 0; c < 4; ++c) result[c] = ((steps - step) * a[c] + step * b[c] + steps / 2) / steps;
    return result;
}

constexpr Color transparent{0, 0, 0, 0};

// Seven shades between two colours.
Color decode_shades(const Block& block, int texel) {
    const int code = block.three_bit_code(texel);
    return code == 7 ? transparent : mixed(block.color(96), block.color(111), code, 6);
}

// Two colours for each half. Where the fourth code is a colour, too, the lowest bit of the first one's green is the
// higher bit of the half's first code, but for the other's lowest bit.
Color decode_halves(const Block& block, int half, int texel) {
    const bool three = block.bit(124);
    const int lowest = block.bit(125 + half), at = 64 + 30 * half;
    const auto green_of_six = [](int five, int last) { return five << 3 | last << 2 | five >> 3; };
    Color first = block.color(at), second = block.color(at + 15);
    second[1] = green_of_six(block.five(at + 20), lowest);
    if (!three) first[1] = green_of_six(block.five(at + 5), block.bit(32 * half + 1) ^ lowest);
    const int code = block.two_bit_code(texel);
    if (!three) return mixed(first, second, code, 3);
    if (code == 3) return transparent;
    if (code != 1) return code ? second : first;
    for (size_t c = 0; c < 3; ++c) first[c] = (first[c] + second[c]) / 2;
    return first;
}

// Three colours with alpha: each half mixes two, or all have three and transparent black.
Color decode_alpha(const Block& block, int half, int texel) {
    const auto color = [&](int n) {
        Color result = block.color(64 + 15 * n);
        result[3] = expand_5(block.five(109 + 5 * n));
        return result;
    };
    const int code = block.two_bit_code(texel);
    if (block.bit(124)) return mixed(color(half ? 2 : 0), color(1), code, 3);
    return code == 3 ? transparent : color(code);
}

}  // namespace
}  // namespace fxt1_blocks

void decode_fxt1(const std::byte* from, int x, int y, std::array<uint8_t, 4>& rgba) {
    using namespace fxt1_blocks;
    const fxt1_blocks::Block block{read<uint64_t>(from), read<uint64_t>(from + 8)};
    const int half = x >> 2, texel = 16 * half + 4 * y + (x & 3);
    fxt1_blocks::Color color;
    if (block.bit(127))
        color = decode_halves(block, half, texel);
    else if (!block.bit(126))
        color = decode_shades(block, texel);
    else if (block.bit(125))
        color = decode_alpha(block, half, texel);
    else
        color = block.color(64 + 15 * block.two_bit_code(texel));
    for (size_t c = 0; c < 4; ++c) rgba[c] = static_cast<uint8_t>(color[c]);
}

}  // namespace runtime::codecs
