// Section C.2.14 and C.2.15 of KHR_texture_compression_astc_hdr.
#include "runtime/formats/astc_endpoints.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace runtime::codecs {
namespace {

constexpr int opaque = 255, high_one = 0x780;

void set(int* color, int red, int green, int blue, int alpha) {
    color[0] = red, color[1] = green, color[2] = blue, color[3] = alpha;
}

// The top bit of an offset is the low bit, made the top one, of its base; what is left has a sign.
void move_bit(int& offset, int& base) {
    base = base >> 1 | (offset & 0x80);
    offset = offset >> 1 & 0x3f;
    if (offset & 0x20) offset -= 0x40;
}

// Colours whose order says that red and green are kept as differences from blue.
void set_contracted(int* color, int red, int green, int blue, int alpha) {
    set(color, (red + blue) >> 1, (green + blue) >> 1, blue, alpha);
}

void set_direct(Endpoints& ends, const int* v, bool has_alpha) {
    const int a0 = has_alpha ? v[6] : opaque, a1 = has_alpha ? v[7] : opaque;
    if (v[1] + v[3] + v[5] >= v[0] + v[2] + v[4]) {
        set(ends.of[0], v[0], v[2], v[4], a0);
        set(ends.of[1], v[1], v[3], v[5], a1);
    } else {
        set_contracted(ends.of[0], v[1], v[3], v[5], a1);
        set_contracted(ends.of[1], v[0], v[2], v[4], a0);
    }
}

void set_offset(Endpoints& ends, const int* values, bool has_alpha) {
    int v[8] = {};
    std::copy_n(values, has_alpha ? 8 : 6, v);
    for (int n = 0; n < (has_alpha ? 4 : 3); ++n) move_bit(v[2 * n + 1], v[2 * n]);
    const int a0 = has_alpha ? v[6] : opaque, a1 = has_alpha ? v[6] + v[7] : opaque;
    if (v[1] + v[3] + v[5] >= 0) {
        set(ends.of[0], v[0], v[2], v[4], a0);
        set(ends.of[1], v[0] + v[1], v[2] + v[3], v[4] + v[5], a1);
    } else {
        set_contracted(ends.of[0], v[0] + v[1], v[2] + v[3], v[4] + v[5], a1);
        set_contracted(ends.of[1], v[0], v[2], v[4], a0);
    }
}

// Bits of the values that go elsewhere in each mode: their targets, "R9 R8 …", in their order.
template <class BitsOf>
void set_bits(std::string_view targets, const int* bits, BitsOf&& bits_of) {
    for (int n = 0; !targets.empty(); ++n) {
        const size_t end = std::min(targets.find(' '), targets.size());
        const std::string_view word = targets.substr(0, end);
        int number = 0;
        for (const char digit : word.substr(1)) number = number * 10 + digit - '0';
        bits_of(word[0]) |= bits[n] << number;
        targets.remove_prefix(std::min(end + 1, targets.size()));
    }
}

// Mode 7: a colour and what the other is darker by. Table C.2.20.
void set_high_scaled(Endpoints& ends, const int* v) {
    constexpr struct {
        int shift;
        std::string_view targets;  // of X0 … X6
    } rows[] = {
        {1, "R9 R8 R7 R10 R6 S6 S5"}, {1, "R8 G5 R7 B5 R6 R10 R9"}, {2, "R9 R8 R7 R6 S7 S6 S5"},
        {3, "R8 G5 R7 B5 R6 S6 S5"},  {4, "G6 G5 B6 B5 R6 R7 S5"},  {5, "G6 G5 B6 B5 R6 S6 S5"},
    };
    const int field = v[0] >> 6 | (v[1] >> 7) << 2 | (v[2] >> 7) << 3;
    const bool plain = field < 12;
    const int mode = plain ? field & 3 : field < 15 ? 4 : 5;
    const int major = plain ? field >> 2 : field < 15 ? field & 3 : 0;
    int red = v[0] & 63, green = v[1] & 31, blue = v[2] & 31, scale = v[3] & 31;
    const int extra[] = {v[1] >> 6 & 1, v[1] >> 5 & 1, v[2] >> 6 & 1, v[2] >> 5 & 1,
                         v[3] >> 7 & 1, v[3] >> 6 & 1, v[3] >> 5 & 1};
    set_bits(rows[mode].targets, extra, [&](char which) -> int& {
        return which == 'R' ? red : which == 'G' ? green : which == 'B' ? blue : scale;
    });
    for (int* value : {&red, &green, &blue, &scale}) *value <<= rows[mode].shift;
    if (mode != 5) green = red - green, blue = red - blue;
    if (major == 1) std::swap(red, green);
    if (major == 2) std::swap(red, blue);
    const auto within = [](int value) { return std::clamp(value, 0, 0xfff); };
    set(ends.of[0], within(red - scale), within(green - scale), within(blue - scale), high_one);
    set(ends.of[1], within(red), within(green), within(blue), high_one);
}

int sign_extended(int value, int bits) {
    const int top = 1 << (bits - 1);
    return ((value & (2 * top - 1)) ^ top) - top;
}

// Modes 11, 14 and 15: two colours. Tables C.2.21 to C.2.23. Targets: a, c, p and q for b0 and b1, d and e for d0 and
// d1, whose own fields have the bits that go there already.
void set_high_direct(Endpoints& ends, const int* v) {
    const int major = v[4] >> 7 | (v[5] >> 7) << 1;
    if (major == 3) {
        set(ends.of[0], v[0] << 4, v[2] << 4, (v[4] & 0x7f) << 5, high_one);
        set(ends.of[1], v[1] << 4, v[3] << 4, (v[5] & 0x7f) << 5, high_one);
        return;
    }
    constexpr struct {
        int d_bits, shift;
        std::string_view targets;  // of X0 … X5
    } rows[] = {
        {7, 3, "p6 q6 d6 e6 d5 e5"},   {6, 3, "p6 q6 p7 q7 d5 e5"},   {7, 2, "a9 c6 d6 e6 d5 e5"},
        {6, 2, "p6 q6 a9 c6 d5 e5"},   {5, 1, "p6 q6 p7 q7 a9 a10"},  {6, 1, "a9 a10 c7 c6 d5 e5"},
        {5, 0, "p6 q6 a11 c6 a9 a10"}, {6, 0, "a9 a10 a11 c6 d5 e5"},
    };
    const auto& row = rows[v[1] >> 7 | (v[2] >> 7) << 1 | (v[3] >> 7) << 2];
    int a = v[0] | (v[1] & 0x40) << 2, c = v[1] & 63, b0 = v[2] & 63, b1 = v[3] & 63, d0 = v[4] & 31, d1 = v[5] & 31;
    const int extra[] = {v[2] >> 6 & 1, v[3] >> 6 & 1, v[4] >> 6 & 1, v[5] >> 6 & 1, v[4] >> 5 & 1, v[5] >> 5 & 1};
    set_bits(row.targets, extra, [&](char which) -> int& {
        switch (which) {
            case 'a': return a;
            case 'c': return c;
            case 'p': return b0;
            case 'q': return b1;
            case 'd': return d0;
            default: return d1;
        }
    });
    d0 = sign_extended(d0, row.d_bits);
    d1 = sign_extended(d1, row.d_bits);
    const auto shifted = [&](int value) { return std::clamp(value * (1 << row.shift), 0, 0xfff); };
    set(ends.of[0], shifted(a - c), shifted(a - b0 - c - d0), shifted(a - b1 - c - d1), high_one);
    set(ends.of[1], shifted(a), shifted(a - b0), shifted(a - b1), high_one);
    for (int* color : ends.of) std::swap(color[0], color[major]);
}

// Mode 15's alpha: two numbers, or one and a difference of a precision that the top bits choose.
void set_high_alpha(Endpoints& ends, int first, int second) {
    const int mode = first >> 7 | (second >> 7) << 1;
    first &= 0x7f, second &= 0x7f;
    if (mode == 3) {
        ends.of[0][3] = first << 5, ends.of[1][3] = second << 5;
        return;
    }
    first |= (second << (mode + 1)) & 0x780;
    const int difference = sign_extended(second, 6 - mode) * (1 << (4 - mode));
    first <<= 4 - mode;
    ends.of[0][3] = first;
    ends.of[1][3] = std::clamp(first + difference, 0, 0xfff);
}

// Modes of luminance: 0 to 5 without 4, of `high` range 2 and 3.
void set_luminance(Endpoints& ends, int first, int second, int alpha) {
    set(ends.of[0], first, first, first, alpha);
    set(ends.of[1], second, second, second, alpha);
}

}  // namespace

Endpoints endpoints_of(int mode, const int* v) {
    Endpoints ends{};
    ends.color_is_high = mode == 2 || mode == 3 || mode == 7 || mode == 11 || mode >= 14;
    ends.alpha_is_high = ends.color_is_high && mode != 14;
    switch (mode) {
        case 0: set_luminance(ends, v[0], v[1], opaque); break;
        case 1: {
            const int base = v[0] >> 2 | (v[1] & 0xc0);
            set_luminance(ends, base, base + (v[1] & 0x3f), opaque);
            break;
        }
        case 2:
            if (v[1] >= v[0])
                set_luminance(ends, v[0] << 4, v[1] << 4, high_one);
            else
                set_luminance(ends, (v[1] << 4) + 8, (v[0] << 4) - 8, high_one);
            break;
        case 3: {
            const bool wide = v[0] & 0x80;  // the difference has a bit more, the luminance is coarser
            const int base = wide ? (v[1] & 0xe0) << 4 | (v[0] & 0x7f) << 2 : (v[1] & 0xf0) << 4 | (v[0] & 0x7f) << 1;
            const int difference = wide ? (v[1] & 0x1f) << 2 : (v[1] & 0x0f) << 1;
            set_luminance(ends, base, std::min(base + difference, 0xfff), high_one);
            break;
        }
        case 4:
        case 5: {
            int luminance[] = {v[0], v[1]}, alpha[] = {v[2], v[3]};
            if (mode == 5) {
                move_bit(luminance[1], luminance[0]);
                move_bit(alpha[1], alpha[0]);
                luminance[1] += luminance[0], alpha[1] += alpha[0];
            }
            for (int n = 0; n < 2; ++n) set(ends.of[n], luminance[n], luminance[n], luminance[n], alpha[n]);
            break;
        }
        case 6:
        case 10:
            set(ends.of[0], v[0] * v[3] >> 8, v[1] * v[3] >> 8, v[2] * v[3] >> 8, mode == 10 ? v[4] : opaque);
            set(ends.of[1], v[0], v[1], v[2], mode == 10 ? v[5] : opaque);
            break;
        case 7: set_high_scaled(ends, v); break;
        case 8: set_direct(ends, v, false); break;
        case 9: set_offset(ends, v, false); break;
        case 12: set_direct(ends, v, true); break;
        case 13: set_offset(ends, v, true); break;
        default:
            set_high_direct(ends, v);
            if (mode == 14) ends.of[0][3] = v[6], ends.of[1][3] = v[7];
            if (mode == 15) set_high_alpha(ends, v[6], v[7]);
    }
    if (!ends.color_is_high)
        for (int* color : ends.of)
            for (int c = 0; c < 4; ++c) color[c] = std::clamp(color[c], 0, 255);
    return ends;
}

}  // namespace runtime::codecs
