// ARB_texture_compression_bptc: blocks of 8-bit values (BC7) and of floats (BC6H).
#include <string_view>
#include <utility>

#include "runtime/formats/block_bits.h"

namespace runtime::codecs {
namespace {

struct Partition {
    uint32_t subsets;  // two bits for each texel
    int anchors[3];
};

constexpr Partition two_subsets[] = {
#define BPTC_PARTITION(two, anchor, three, second, third) {two, {0, anchor, 0}},
#include "runtime/formats/bptc_partitions.def"
#undef BPTC_PARTITION
};
constexpr Partition three_subsets[] = {
#define BPTC_PARTITION(two, anchor, three, second, third) {three, {0, second, third}},
#include "runtime/formats/bptc_partitions.def"
#undef BPTC_PARTITION
};

Partition partition(int subsets, uint32_t number) {
    return subsets == 1 ? Partition{} : subsets == 2 ? two_subsets[number] : three_subsets[number];
}
int subset_of(const Partition& partition, int texel) { return static_cast<int>(partition.subsets >> 2 * texel & 3); }

// The index of a texel, of `bits` bits; those of anchors lack the highest one. Reads past all of them.
uint32_t take_index(BlockReader& reader, const Partition& partition, int subsets, int bits, int texel) {
    uint32_t wanted = 0;
    for (int i = 0; i < 16; ++i) {
        bool anchor = false;
        for (int s = 0; s < subsets; ++s) anchor |= partition.anchors[s] == i;
        const uint32_t index = reader.take(anchor ? bits - 1 : bits);
        if (i == texel) wanted = index;
    }
    return wanted;
}

// The weight, where 64 is one, by index of two to four bits.
int weight(int bits, uint32_t index) {
    static constexpr uint8_t weights[3][16] = {
        {0, 21, 43, 64}, {0, 9, 18, 27, 37, 46, 55, 64}, {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64}};
    return weights[bits - 2][index];
}

int mix(int a, int b, int weight) { return ((64 - weight) * a + weight * b + 32) >> 6; }

struct Mode {
    int subsets, partition_bits, rotation_bits, selection_bits, color_bits, alpha_bits;
    bool endpoint_low_bits, shared_low_bits;
    int index_bits, second_index_bits;
};
constexpr Mode modes[] = {
    {3, 4, 0, 0, 4, 0, true, false, 3, 0},  {2, 6, 0, 0, 6, 0, false, true, 3, 0},
    {3, 6, 0, 0, 5, 0, false, false, 2, 0}, {2, 6, 0, 0, 7, 0, true, false, 2, 0},
    {1, 0, 2, 1, 5, 6, false, false, 2, 3}, {1, 0, 2, 0, 7, 8, false, false, 2, 2},
    {1, 0, 0, 0, 7, 7, true, false, 4, 0},  {2, 6, 0, 0, 5, 5, true, false, 2, 0},
};

// The four components of all endpoints, two for each subset, as bytes.
void take_endpoints(BlockReader& reader, const Mode& mode, int (&ends)[6][4]) {
    const int count = 2 * mode.subsets;
    for (int c = 0; c < 4; ++c)
        for (int i = 0; i < count; ++i)
            ends[i][c] = static_cast<int>(reader.take(c == 3 ? mode.alpha_bits : mode.color_bits));
    const bool low_bits = mode.endpoint_low_bits || mode.shared_low_bits;
    uint32_t low = 0;
    for (int i = 0; i < count; ++i) {
        if (mode.endpoint_low_bits || (mode.shared_low_bits && i % 2 == 0)) low = reader.take(1);
        for (int c = 0; c < 4; ++c) {
            int bits = c == 3 ? mode.alpha_bits : mode.color_bits;
            if (bits == 0) {
                ends[i][c] = 255;
                continue;
            }
            if (low_bits) {
                ends[i][c] = ends[i][c] << 1 | static_cast<int>(low);
                ++bits;
            }
            ends[i][c] <<= 8 - bits;
            ends[i][c] |= ends[i][c] >> bits;
        }
    }
}

}  // namespace

void decode_bptc(const std::byte* block, int x, int y, std::array<uint8_t, 4>& rgba) {
    rgba = {};
    const int number = std::countr_zero(read<uint8_t>(block));
    if (number == 8) return;  // reserved
    const Mode& mode = modes[number];
    BlockReader reader(block);
    reader.take(number + 1);
    const Partition split = partition(mode.subsets, reader.take(mode.partition_bits));
    const uint32_t rotation = reader.take(mode.rotation_bits);
    const bool swapped_indices = reader.take(mode.selection_bits);
    int ends[6][4];
    take_endpoints(reader, mode, ends);
    const int texel = 4 * y + x;
    const uint32_t first = take_index(reader, split, mode.subsets, mode.index_bits, texel);
    int color_weight = weight(mode.index_bits, first), alpha_weight = color_weight;
    if (mode.second_index_bits) {
        const uint32_t second = take_index(reader, split, mode.subsets, mode.second_index_bits, texel);
        alpha_weight = weight(mode.second_index_bits, second);
        if (swapped_indices) std::swap(color_weight, alpha_weight);
    }
    const int low = 2 * subset_of(split, texel);
    for (size_t c = 0; c < 4; ++c)
        rgba[c] = static_cast<uint8_t>(mix(ends[low][c], ends[low + 1][c], c == 3 ? alpha_weight : color_weight));
    if (rotation) std::swap(rgba[3], rgba[rotation - 1]);
}

namespace {

// Where bits behind the mode go: 4·component + endpoint, and which bit of it.
struct FieldBit {
    uint8_t value, bit;
};
struct FloatMode {
    int number;
    bool differences;
    int partition_bits, endpoint_bits;
    int difference_bits[3];
    std::array<FieldBit, 75> bits;
    int bit_count;
};

// Takes the text of a row's fields apart, "g2[4],r0[9:0]".
constexpr FloatMode float_mode(int number, bool differences, int partition_bits, int endpoint_bits, int red, int green,
                               int blue, std::string_view text) {
    FloatMode mode{number, differences, partition_bits, endpoint_bits, {red, green, blue}, {}, 0};
    size_t at = 0;
    const auto digits = [&] {
        int value = 0;
        for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) value = 10 * value + (text[at] - '0');
        return value;
    };
    while (at < text.size()) {
        const int component = text[at] == 'r' ? 0 : text[at] == 'g' ? 1 : 2;
        const int endpoint = text[at + 1] - '0';
        at += 3;
        const int last = digits();
        int first = last;
        if (text[at] == ':') {
            ++at;
            first = digits();
        }
        at += 2;  // "],"
        for (int bit = first, step = last < first ? -1 : 1;; bit += step) {
            mode.bits[static_cast<size_t>(mode.bit_count++)] = {static_cast<uint8_t>(4 * component + endpoint),
                                                                static_cast<uint8_t>(bit)};
            if (bit == last) break;
        }
    }
    return mode;
}

constexpr FloatMode float_modes[] = {
#define BPTC_FLOAT_MODE(...) float_mode(__VA_ARGS__),
#include "runtime/formats/bptc_float_modes.def"
#undef BPTC_FLOAT_MODE
};

const FloatMode* find_float_mode(uint32_t number) {
    for (const FloatMode& mode : float_modes)
        if (static_cast<uint32_t>(mode.number) == number) return &mode;
    return nullptr;
}

int sign_extend(int value, int bits) {
    const int sign = 1 << (bits - 1);
    return ((value & (2 * sign - 1)) ^ sign) - sign;
}

int unquantize(int value, int bits, bool is_signed) {
    if (!is_signed) {
        if (bits >= 15 || value == 0) return value;
        return value == (1 << bits) - 1 ? 0xffff : ((value << 15) + 0x4000) >> (bits - 1);
    }
    if (bits >= 16) return value;
    const int size = std::abs(value);
    const int result = size == 0 ? 0 : size >= (1 << (bits - 1)) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (bits - 1);
    return value < 0 ? -result : result;
}

// The 16 bits of a half float.
uint16_t finish(int value, bool is_signed) {
    if (!is_signed) return static_cast<uint16_t>(value * 31 >> 6);
    return static_cast<uint16_t>(value < 0 ? 0x8000 | -value * 31 >> 5 : value * 31 >> 5);
}

}  // namespace

void decode_bptc_float(const std::byte* block, bool is_signed, int x, int y, std::array<uint16_t, 3>& rgb) {
    rgb = {};
    BlockReader reader(block);
    uint32_t number = reader.take(2);
    if (number > 1) number |= reader.take(3) << 2;
    const FloatMode* const mode = find_float_mode(number);
    if (!mode) return;
    int ends[3][4] = {};
    for (int i = 0; i < mode->bit_count; ++i) {
        const FieldBit field = mode->bits[static_cast<size_t>(i)];
        ends[field.value / 4][field.value % 4] |= static_cast<int>(reader.take(1)) << field.bit;
    }
    const int subsets = mode->partition_bits ? 2 : 1;
    const Partition split = partition(subsets, reader.take(mode->partition_bits));
    const int texel = 4 * y + x, bits = mode->endpoint_bits, index_bits = subsets == 2 ? 3 : 4;
    const int along = weight(index_bits, take_index(reader, split, subsets, index_bits, texel));
    const int low = 2 * subset_of(split, texel);
    for (size_t c = 0; c < 3; ++c) {
        int(&end)[4] = ends[c];
        if (is_signed) end[0] = sign_extend(end[0], bits);
        for (int i = 1; i < 4; ++i) {
            if (is_signed || mode->differences) end[i] = sign_extend(end[i], mode->difference_bits[c]);
            if (mode->differences) end[i] = (end[0] + end[i]) & ((1 << bits) - 1);
            if (mode->differences && is_signed) end[i] = sign_extend(end[i], bits);
        }
        const int value = mix(unquantize(end[low], bits, is_signed), unquantize(end[low + 1], bits, is_signed), along);
        rgb[c] = finish(value, is_signed);
    }
}

}  // namespace runtime::codecs
