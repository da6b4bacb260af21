// Decodes ASTC: KHR_texture_compression_astc_hdr, both profiles, blocks of two dimensions.
//
// A block has weights from its top bits downwards, and colours (endpoints) above its configuration. Both are sequences
// of integers in ranges that need no whole number of bits. A texel's weight, interpolated in a grid that may be coarser
// than the block, says where between the two endpoints of its partition its colour lies.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "runtime/formats/astc_endpoints.h"
#include "runtime/formats/format_codecs.h"

namespace runtime::codecs {
namespace {

constexpr int most_weights = 64;

class Block {
  public:
    explicit Block(const std::byte* memory) { std::memcpy(words_, memory, sizeof words_); }
    int bits(int first, int count) const {
        uint64_t value = words_[first / 64] >> first % 64;
        if (first % 64 && first < 64) value |= words_[1] << (64 - first);
        return static_cast<int>(value & ((uint64_t{1} << count) - 1));
    }
    int bit(int at) const { return at < 128 ? bits(at, 1) : 0; }

  private:
    uint64_t words_[2];
};

// A range of integers: as many as `levels`, coded as bits below a trit or a quint, or without one.
struct Range {
    int levels, bits, trits, quints;
    // Bits of a sequence of `count`.
    int size(int count) const { return count * bits + (8 * count * trits + 4) / 5 + (7 * count * quints + 2) / 3; }
};
constexpr Range ranges[] = {
    {2, 1, 0, 0},  {3, 0, 1, 0},  {4, 2, 0, 0},  {5, 0, 0, 1},   {6, 1, 1, 0},   {8, 3, 0, 0},   {10, 1, 0, 1},
    {12, 2, 1, 0}, {16, 4, 0, 0}, {20, 2, 0, 1}, {24, 3, 1, 0},  {32, 5, 0, 0},  {40, 3, 0, 1},  {48, 4, 1, 0},
    {64, 6, 0, 0}, {80, 4, 0, 1}, {96, 5, 1, 0}, {128, 7, 0, 0}, {160, 5, 0, 1}, {192, 6, 1, 0}, {256, 8, 0, 0},
};
constexpr int first_endpoint_range = 4;  // endpoints have six levels at least

// The five trits that eight bits stand for, and the three quints of seven.
void unpack_trits(int t, int* trits) {
    int c;
    if ((t >> 2 & 7) == 7) {
        c = (t >> 5 & 7) << 2 | (t & 3);
        trits[4] = trits[3] = 2;
    } else {
        c = t & 31;
        const bool high = (t >> 5 & 3) == 3;
        trits[4] = high ? 2 : t >> 7 & 1;
        trits[3] = high ? t >> 7 & 1 : t >> 5 & 3;
    }
    if ((c & 3) == 3) {
        trits[2] = 2;
        trits[1] = c >> 4 & 1;
        trits[0] = (c >> 3 & 1) << 1 | ((c >> 2 & 1) & ~(c >> 3 & 1));
    } else if ((c >> 2 & 3) == 3) {
        trits[2] = trits[1] = 2;
        trits[0] = c & 3;
    } else {
        trits[2] = c >> 4 & 1;
        trits[1] = c >> 2 & 3;
        trits[0] = (c >> 1 & 1) << 1 | ((c & 1) & ~(c >> 1 & 1));
    }
}
void unpack_quints(int q, int* quints) {
    const int low = q & 1;
    if ((q >> 1 & 3) == 3 && (q >> 5 & 3) == 0) {
        quints[2] = low << 2 | ((q >> 4 & 1) & ~low) << 1 | ((q >> 3 & 1) & ~low);
        quints[1] = quints[0] = 4;
        return;
    }
    int c;
    if ((q >> 1 & 3) == 3) {
        quints[2] = 4;
        c = (q >> 3 & 3) << 3 | (~(q >> 5) & 3) << 1 | low;
    } else {
        quints[2] = q >> 5 & 3;
        c = q & 31;
    }
    const bool high = (c & 7) == 5;
    quints[1] = high ? 4 : c >> 3 & 3;
    quints[0] = high ? c >> 3 & 3 : c & 7;
}

// One integer of a sequence: its bits, and its trit or quint.
struct Digit {
    int bits, high;
};

// `bit(n)`: the n-th bit of the sequence.
template <class Bit>
void read_sequence(const Range& range, int count, Bit&& bit, Digit* digits) {
    int at = 0;
    const auto take = [&](int n) {
        int value = 0;
        for (int i = 0; i < n; ++i) value |= bit(at++) << i;
        return value;
    };
    constexpr int trit_bits[] = {2, 2, 1, 2, 1}, quint_bits[] = {3, 2, 2};
    const int group = range.trits ? 5 : range.quints ? 3 : 1;
    const int* const shares = range.trits ? trit_bits : quint_bits;
    for (int first = 0; first < count; first += group) {
        int packed = 0, shift = 0, high[5] = {};
        for (int i = 0; i < group && first + i < count; ++i) {
            digits[first + i].bits = take(range.bits);
            if (group == 1) continue;
            packed |= take(shares[i]) << shift;
            shift += shares[i];
        }
        if (range.trits) unpack_trits(packed, high);
        if (range.quints) unpack_quints(packed, high);
        for (int i = 0; i < group && first + i < count; ++i) digits[first + i].high = high[i];
    }
}

// How a digit with a trit or a quint becomes a number of `width` bits: high × factor, plus its bits (but the lowest,
// a) where `positions` has their letters, all of it inverted where a is set.
struct Spread {
    int levels, factor;
    std::string_view positions;
};
constexpr Spread endpoint_spreads[] = {
    {6, 204, "000000000"}, {12, 93, "b000b0bb0"}, {24, 44, "cb000cbcb"},  {48, 22, "dcb000dcb"},
    {96, 11, "edcb000ed"}, {192, 5, "fedcb000f"}, {10, 113, "000000000"}, {20, 54, "b0000bb00"},
    {40, 26, "cb0000cbc"}, {80, 13, "dcb0000dc"}, {160, 6, "edcb0000e"},
};
constexpr Spread weight_spreads[] = {
    {6, 50, "0000000"}, {12, 23, "b000b0b"}, {24, 11, "cb000cb"}, {10, 28, "0000000"}, {20, 13, "b0000b0"},
};

int spread(const Spread& row, Digit digit) {
    const auto width = static_cast<int>(row.positions.size());
    int number = 0;
    for (const char letter : row.positions)
        number = number << 1 | (letter == '0' ? 0 : digit.bits >> (letter - 'a') & 1);
    number += digit.high * row.factor;
    const int inverted = digit.bits & 1 ? (1 << width) - 1 : 0;
    number ^= inverted;
    const int top = 1 << (width - 2);
    return (inverted & top) | (number >> 2 & ~(inverted & top));
}

// The bits of a number repeated until there are `wanted`.
int repeat_bits(int number, int bits, int wanted) {
    int result = 0;
    for (int have = 0; have < wanted; have += bits)
        result |= have + bits <= wanted ? number << (wanted - have - bits) : number >> (have + bits - wanted);
    return result;
}

int endpoint_value(const Range& range, Digit digit) {
    if (!range.trits && !range.quints) return repeat_bits(digit.bits, range.bits, 8);
    return spread(*std::ranges::find(endpoint_spreads, range.levels, &Spread::levels), digit);
}

// 0…64.
int weight_value(const Range& range, Digit digit) {
    int value;
    if (!range.trits && !range.quints) {
        value = repeat_bits(digit.bits, range.bits, 6);
    } else if (range.bits == 0) {
        constexpr int of_trit[] = {0, 32, 63}, of_quint[] = {0, 16, 32, 47, 63};
        value = range.trits ? of_trit[digit.high] : of_quint[digit.high];
    } else {
        value = spread(*std::ranges::find(weight_spreads, range.levels, &Spread::levels), digit);
    }
    return value > 32 ? value + 1 : value;
}

// The grid of weights; no width: the mode is reserved.
struct Grid {
    int width = 0, height = 0;
    bool two_planes = false;
    const Range* range = nullptr;
    int weights() const { return width * height * (two_planes ? 2 : 1); }
};

Grid read_grid(const Block& block) {
    Grid grid;
    const int a = block.bits(5, 2);
    int level = block.bit(4);
    bool has_flags = true;  // two planes, high precision
    if (block.bits(0, 2)) {
        const int b = block.bits(7, 2);
        level |= block.bits(0, 2) << 1;
        switch (block.bits(2, 2)) {
            case 0: grid.width = b + 4, grid.height = a + 2; break;
            case 1: grid.width = b + 8, grid.height = a + 2; break;
            case 2: grid.width = a + 2, grid.height = b + 8; break;
            default:
                if (block.bit(8))
                    grid.width = (b & 1) + 2, grid.height = a + 2;
                else
                    grid.width = a + 2, grid.height = b + 6;
        }
    } else {
        level |= block.bits(2, 2) << 1;
        switch (block.bits(7, 2)) {
            case 0: grid.width = 12, grid.height = a + 2; break;
            case 1: grid.width = a + 2, grid.height = 12; break;
            case 2:
                grid.width = a + 6, grid.height = block.bits(9, 2) + 6;
                has_flags = false;
                break;
            default:
                if (a == 0) grid.width = 6, grid.height = 10;
                if (a == 1) grid.width = 10, grid.height = 6;
        }
    }
    grid.two_planes = has_flags && block.bit(10);
    if (level < 2) return {};
    grid.range = &ranges[level - 2 + (has_flags && block.bit(9) ? 6 : 0)];
    return grid;
}

// The partition of a texel: a hash that the format fixes.
int partition_of(int seed, int x, int y, int partitions, bool small_block) {
    if (partitions == 1) return 0;
    if (small_block) x <<= 1, y <<= 1;
    seed += (partitions - 1) * 1024;
    auto hash = static_cast<uint32_t>(seed);
    hash ^= hash >> 15;
    hash -= hash << 17;
    hash += hash << 7;
    hash += hash << 4;
    hash ^= hash >> 5;
    hash += hash << 16;
    hash ^= hash >> 7;
    hash ^= hash >> 3;
    hash ^= hash << 6;
    hash ^= hash >> 17;
    const int parity = seed & 2 ? 4 : 5, count = partitions == 3 ? 6 : 5;
    const int shift_x = seed & 1 ? parity : count, shift_y = seed & 1 ? count : parity;
    const auto factor = [&](int nibble, int shift) {
        const auto number = static_cast<int>(hash >> (4 * nibble) & 15);
        return (number * number) >> shift;
    };
    int best = 0, most = -1;
    for (int n = 0; n < partitions; ++n) {
        const auto offset = static_cast<int>(hash >> (14 - 4 * n));
        const int own = (factor(2 * n, shift_x) * x + factor(2 * n + 1, shift_y) * y + offset) & 63;
        if (own > most) best = n, most = own;
    }
    return best;
}

// A texel's weight in one plane.
int interpolated_weight(const Grid& grid, const int* weights, int plane, int width, int height, int x, int y) {
    const auto scaled = [](int at, int size, int cells) {
        return ((1024 + size / 2) / (size - 1) * at * (cells - 1) + 32) >> 6;
    };
    const int column = scaled(x, width, grid.width), row = scaled(y, height, grid.height);
    const int right = column & 15, down = row & 15, both = (right * down + 8) >> 4;
    const auto weight = [&](int dx, int dy) {
        const int i = std::min((column >> 4) + dx, grid.width - 1), j = std::min((row >> 4) + dy, grid.height - 1);
        return weights[(i + j * grid.width) * (grid.two_planes ? 2 : 1) + plane];
    };
    return (weight(0, 0) * (16 - right - down + both) + weight(1, 0) * (right - both) + weight(0, 1) * (down - both) +
            weight(1, 1) * both + 8) >>
           4;
}

constexpr Texel error_color{0x3f800000, 0, 0x3f800000, 0x3f800000};

uint32_t of_unorm16(int value, bool srgb, bool alpha) {
    if (srgb && !alpha) return Srgb8::load(static_cast<uint8_t>(value >> 8));
    if (srgb) return Unorm<uint8_t>::load(static_cast<uint8_t>(value >> 8));
    return bits_of(value == 65535 ? 1.0f : static_cast<float>(value) / 65536.0f);
}

// Sixteen bits, five of them an exponent; the mantissa is piecewise linear.
uint32_t of_logarithmic(int value) {
    const int mantissa = value & 0x7ff;
    const int straight = mantissa < 512 ? 3 * mantissa : mantissa < 1536 ? 4 * mantissa - 512 : 5 * mantissa - 2048;
    const int half = std::min((value >> 11) << 10 | straight >> 3, 0x7bff);
    return bits_of(half_to_float(static_cast<uint16_t>(half)));
}

// A block of one colour.
Texel constant_color(const Block& block, bool srgb) {
    const bool is_float = block.bit(9);
    if (block.bits(10, 2) != 3 || (is_float && srgb)) return error_color;
    const int left = block.bits(12, 13), right = block.bits(25, 13), low = block.bits(38, 13),
              high = block.bits(51, 13);
    const bool everywhere = (left & right & low & high) == 0x1fff;
    if (!everywhere && (left >= right || low >= high)) return error_color;
    Texel texel;
    for (int c = 0; c < 4; ++c) {
        const int value = block.bits(64 + 16 * c, 16);
        texel[static_cast<size_t>(c)] =
            is_float ? bits_of(half_to_float(static_cast<uint16_t>(value))) : of_unorm16(value, srgb, c == 3);
    }
    return texel;
}

// The endpoint modes of the partitions, and where the colours' bits are.
struct Colors {
    int partitions = 1, seed = 0;
    int modes[4] = {};
    int first_bit = 0, bit_count = 0;
    int values() const {
        int count = 0;
        for (int n = 0; n < partitions; ++n) count += endpoint_values(modes[n]);
        return count;
    }
};

// `below_weights`: where the weights end. Moves to behind what it reads there.
Colors read_colors(const Block& block, int& below_weights) {
    Colors colors;
    colors.partitions = block.bits(11, 2) + 1;
    if (colors.partitions == 1) {
        colors.modes[0] = block.bits(13, 4);
        colors.first_bit = 17;
        return colors;
    }
    colors.seed = block.bits(13, 10);
    colors.first_bit = 29;
    int field = block.bits(23, 6);
    if ((field & 3) == 0) {
        std::fill_n(colors.modes, colors.partitions, field >> 2);
        return colors;
    }
    const int more = 3 * colors.partitions - 4;
    below_weights -= more;
    field |= block.bits(below_weights, more) << 6;
    for (int n = 0; n < colors.partitions; ++n) {
        const int higher = field >> (2 + n) & 1;
        const int low = field >> (2 + colors.partitions + 2 * n) & 3;
        colors.modes[n] = ((field & 3) - 1 + higher) << 2 | low;
    }
    return colors;
}

}  // namespace

Texel decode_astc(const std::byte* memory, int width, int height, bool srgb, int x, int y) {
    const Block block(memory);
    if (block.bits(0, 9) == 0x1fc) return constant_color(block, srgb);
    const Grid grid = read_grid(block);
    if (!grid.range || grid.width == 0 || grid.width > width || grid.height > height || grid.weights() > most_weights)
        return error_color;
    const int weight_bits = grid.range->size(grid.weights());
    if (weight_bits < 24 || weight_bits > 96) return error_color;

    int below_weights = 128 - weight_bits;
    Colors colors = read_colors(block, below_weights);
    if (grid.two_planes && colors.partitions == 4) return error_color;
    if (grid.two_planes) below_weights -= 2;
    const int second_plane = grid.two_planes ? block.bits(below_weights, 2) : -1;  // the component that has it
    colors.bit_count = below_weights - colors.first_bit;
    const int count = colors.values();
    if (count > most_endpoint_values) return error_color;
    // The finest range that fits.
    const Range* range = std::end(ranges) - 1;
    while (range >= ranges + first_endpoint_range && range->size(count) > colors.bit_count) --range;
    if (range < ranges + first_endpoint_range) return error_color;

    Digit digits[most_weights];
    read_sequence(
        *range, count, [&](int n) { return block.bit(colors.first_bit + n); }, digits);
    const int partition = partition_of(colors.seed, x, y, colors.partitions, width * height < 31);
    int first = 0;
    for (int n = 0; n < partition; ++n) first += endpoint_values(colors.modes[n]);
    const int mode = colors.modes[partition];
    int values[8] = {};
    for (int n = 0; n < endpoint_values(mode); ++n) values[n] = endpoint_value(*range, digits[first + n]);
    const Endpoints endpoints = endpoints_of(mode, values);
    if (srgb && (endpoints.color_is_high || endpoints.alpha_is_high)) return error_color;

    read_sequence(
        *grid.range, grid.weights(), [&](int n) { return block.bit(127 - n); }, digits);
    int weights[most_weights];
    for (int n = 0; n < grid.weights(); ++n) weights[n] = weight_value(*grid.range, digits[n]);
    Texel texel;
    for (int c = 0; c < 4; ++c) {
        const bool high = c == 3 ? endpoints.alpha_is_high : endpoints.color_is_high;
        const auto widened = [&](int value) {
            return high ? value << 4 : srgb ? value << 8 | 0x80 : value << 8 | value;
        };
        const int weight = interpolated_weight(grid, weights, c == second_plane ? 1 : 0, width, height, x, y);
        const int value =
            (widened(endpoints.of[0][c]) * (64 - weight) + widened(endpoints.of[1][c]) * weight + 32) >> 6;
        texel[static_cast<size_t>(c)] = high ? of_logarithmic(value) : of_unorm16(value, srgb, c == 3);
    }
    return texel;
}

}  // namespace runtime::codecs
