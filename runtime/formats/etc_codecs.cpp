// Blocks of ETC1, ETC2 and EAC (ARB_ES3_compatibility). Texels are numbered down columns, and words are big-endian.
#include "runtime/formats/etc_tables.h"

namespace runtime::codecs {
namespace {

using Color = std::array<int, 3>;

uint64_t big_endian(const std::byte* block) {
    uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word = word << 8 | static_cast<uint64_t>(block[i]);
    return word;
}

// Bits `high` … `low` of a block.
int field(uint64_t word, int high, int low) {
    return static_cast<int>(word >> low & ((uint64_t{2} << (high - low)) - 1));
}

int expand_4(int value) { return value << 4 | value; }
int expand_5(int value) { return value << 3 | value >> 2; }
int expand_6(int value) { return value << 2 | value >> 4; }
int expand_7(int value) { return value << 1 | value >> 6; }

std::array<uint8_t, 4> shifted(const Color& color, int by) {
    const auto byte = [by](int value) { return static_cast<uint8_t>(std::clamp(value + by, 0, 255)); };
    return {byte(color[0]), byte(color[1]), byte(color[2]), 255};
}

// Three colours, at the block's origin and four texels along each axis, and all between them.
std::array<uint8_t, 4> planar(uint64_t word, int x, int y) {
    const Color origin{expand_6(field(word, 62, 57)), expand_7(field(word, 56, 56) << 6 | field(word, 54, 49)),
                       expand_6(field(word, 48, 48) << 5 | field(word, 44, 43) << 3 | field(word, 41, 39))};
    const Color across{expand_6(field(word, 38, 34) << 1 | field(word, 32, 32)), expand_7(field(word, 31, 25)),
                       expand_6(field(word, 24, 19))};
    const Color down{expand_6(field(word, 18, 13)), expand_7(field(word, 12, 6)), expand_6(field(word, 5, 0))};
    Color color;
    for (size_t c = 0; c < 3; ++c)
        color[c] = (x * (across[c] - origin[c]) + y * (down[c] - origin[c]) + 4 * origin[c] + 2) >> 2;
    return shifted(color, 0);
}

// Four colours: one and three around another one.
std::array<uint8_t, 4> t_mode(uint64_t word, int index) {
    const Color first{expand_4(field(word, 60, 59) << 2 | field(word, 57, 56)), expand_4(field(word, 55, 52)),
                      expand_4(field(word, 51, 48))};
    const Color second{expand_4(field(word, 47, 44)), expand_4(field(word, 43, 40)), expand_4(field(word, 39, 36))};
    const int distance = etc_distances[field(word, 35, 34) << 1 | field(word, 32, 32)];
    switch (index) {
        case 0: return shifted(first, 0);
        case 1: return shifted(second, distance);
        case 2: return shifted(second, 0);
        default: return shifted(second, -distance);
    }
}

// Four colours: two around each of two.
std::array<uint8_t, 4> h_mode(uint64_t word, int index) {
    const Color first{field(word, 62, 59), field(word, 58, 56) << 1 | field(word, 52, 52),
                      field(word, 51, 51) << 3 | field(word, 49, 47)};
    const Color second{field(word, 46, 43), field(word, 42, 39), field(word, 38, 35)};
    // The order of the colours is a bit of the distance.
    const int distance = etc_distances[field(word, 34, 34) << 2 | field(word, 32, 32) << 1 | (first >= second ? 1 : 0)];
    Color color = index < 2 ? first : second;
    for (int& value : color) value = expand_4(value);
    return shifted(color, index % 2 ? -distance : distance);
}

// Two halves, each of shades of one colour.
std::array<uint8_t, 4> halves(uint64_t word, bool differential, bool opaque, int x, int y, int index) {
    const bool flipped = field(word, 32, 32);
    const int half = (flipped ? y : x) / 2;
    Color color;
    for (size_t c = 0; c < 3; ++c) {
        const int top = 63 - 8 * static_cast<int>(c);
        if (differential) {
            const int difference = half ? ((field(word, top - 5, top - 7) ^ 4) - 4) : 0;
            color[c] = expand_5(field(word, top, top - 4) + difference);
        } else {
            color[c] = expand_4(half ? field(word, top - 4, top - 7) : field(word, top, top - 3));
        }
    }
    return shifted(color, etc_modifier(half ? field(word, 36, 34) : field(word, 39, 37), index, opaque));
}

}  // namespace

void decode_etc(const std::byte* block, EtcKind kind, int x, int y, std::array<uint8_t, 4>& rgba) {
    const uint64_t word = big_endian(block);
    const int texel = 4 * x + y;
    const int index = field(word, 16 + texel, 16 + texel) << 1 | field(word, texel, texel);
    const bool marked = field(word, 33, 33);
    const bool differential = marked || kind == EtcKind::PunchThrough;
    const bool opaque = marked || kind != EtcKind::PunchThrough;
    // ETC2 puts its modes where a second colour would be out of range.
    int overflowing = 3;
    for (int c = 2; c >= 0 && differential && kind != EtcKind::Etc1; --c) {
        const int top = 63 - 8 * c;
        const int sum = field(word, top, top - 4) + ((field(word, top - 5, top - 7) ^ 4) - 4);
        if (sum < 0 || sum > 31) overflowing = c;
    }
    if (overflowing == 2) {
        rgba = planar(word, x, y);
        return;
    }
    if (!opaque && index == 2) {
        rgba = {};
        return;
    }
    rgba = overflowing == 0   ? t_mode(word, index)
           : overflowing == 1 ? h_mode(word, index)
                              : halves(word, differential, opaque, x, y, index);
}

int decode_eac(const std::byte* block, int x, int y, EacRange range) {
    const uint64_t word = big_endian(block);
    const int texel = 4 * x + y;
    const int step = eac_modifiers[field(word, 51, 48)][field(word, 47 - 3 * texel, 45 - 3 * texel)];
    const int multiplier = field(word, 55, 52);
    const int base = field(word, 63, 56);
    switch (range) {
        case EacRange::Byte: return std::clamp(base + step * multiplier, 0, 255);
        case EacRange::Unsigned11: return std::clamp(8 * base + 4 + step * (multiplier ? 8 * multiplier : 1), 0, 2047);
        case EacRange::Signed11: break;
    }
    const int signed_base = std::max((base ^ 128) - 128, -127);
    return std::clamp(8 * signed_base + step * (multiplier ? 8 * multiplier : 1), -1023, 1023);
}

}  // namespace runtime::codecs
