// BPTC from texels, always in the mode of one subset with the finest indices.
#include "runtime/formats/block_bits.h"
#include "runtime/formats/block_encoders.h"

namespace runtime::codecs {
namespace {

constexpr int weights[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};

// For each texel the nearest of sixteen colours between two ends.
template <typename T, size_t components>
std::array<uint32_t, 16> nearest(const std::array<std::array<T, components>, 16>& texels,
                                 const std::array<std::array<int, components>, 2>& ends) {
    std::array<uint32_t, 16> indices{};
    for (size_t i = 0; i < 16; ++i) {
        double best = std::numeric_limits<double>::infinity();
        for (uint32_t index = 0; index < 16; ++index) {
            double distance = 0;
            for (size_t c = 0; c < components; ++c) {
                const int value = ((64 - weights[index]) * ends[0][c] + weights[index] * ends[1][c] + 32) >> 6;
                const double away = value - static_cast<double>(texels[i][c]);
                distance += away * away;
            }
            if (distance >= best) continue;
            best = distance;
            indices[i] = index;
        }
    }
    return indices;
}

// The first index lacks its highest bit: it is zero after the ends have changed places.
template <typename Ends>
void order_ends(Ends& ends, std::array<uint32_t, 16>& indices) {
    if (indices[0] < 8) return;
    std::swap(ends[0], ends[1]);
    for (uint32_t& index : indices) index = 15 - index;
}

void put_indices(BlockWriter& writer, const std::array<uint32_t, 16>& indices) {
    for (size_t i = 0; i < 16; ++i) writer.put(indices[i], i == 0 ? 3 : 4);
}

// The nearest colour whose components all end in the same bit.
std::array<int, 4> share_low_bit(const std::array<float, 4>& color) {
    std::array<int, 4> best{};
    float best_distance = std::numeric_limits<float>::infinity();
    for (int low = 0; low < 2; ++low) {
        std::array<int, 4> candidate;
        float distance = 0;
        for (size_t c = 0; c < 4; ++c) {
            const long high = std::lrint((color[c] - static_cast<float>(low)) / 2);
            candidate[c] = static_cast<int>(std::clamp(high, 0L, 127L)) * 2 + low;
            const float away = static_cast<float>(candidate[c]) - color[c];
            distance += away * away;
        }
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = candidate;
    }
    return best;
}

}  // namespace

void encode_bptc(const Bytes& texels, std::byte* block) {
    const auto wanted = principal_ends(texels, 0xffff);
    std::array<std::array<int, 4>, 2> ends{share_low_bit(wanted[0]), share_low_bit(wanted[1])};
    auto indices = nearest(texels, ends);
    order_ends(ends, indices);
    BlockWriter writer;
    writer.put(1 << 6, 7);
    for (size_t c = 0; c < 4; ++c)
        for (const auto& end : ends) writer.put(static_cast<uint32_t>(end[c]) >> 1, 7);
    for (const auto& end : ends) writer.put(static_cast<uint32_t>(end[0]) & 1, 1);
    put_indices(writer, indices);
    writer.store(block);
}

void encode_bptc_float(const std::array<Texel, 16>& texels, bool is_signed, std::byte* block) {
    // Colours are mixed in numbers proportional to the bits of half floats.
    std::array<std::array<float, 3>, 16> colors;
    for (size_t i = 0; i < 16; ++i)
        for (size_t c = 0; c < 3; ++c) {
            const float value = float_of(texels[i][c]);
            const float size = std::min(std::abs(value), 65504.0f);
            const float scaled = static_cast<float>(float_to_half(size)) * (is_signed ? 32.0f : 64.0f) / 31.0f;
            colors[i][c] = value > 0 ? scaled : value < 0 && is_signed ? -scaled : 0.0f;
        }
    const auto wanted = principal_ends(colors, 0xffff);
    // Ends of ten bits, and what decoding makes of them.
    const int most = is_signed ? 511 : 1023, full = is_signed ? 0x7fff : 0xffff;
    std::array<std::array<int, 3>, 2> stored{}, ends{};
    for (size_t e = 0; e < 2; ++e)
        for (size_t c = 0; c < 3; ++c) {
            const float size = std::clamp(std::abs(wanted[e][c]), 0.0f, static_cast<float>(full));
            const bool negative = wanted[e][c] < 0;
            if (negative && !is_signed) continue;
            const int value = size < 32 ? 0 : std::min(static_cast<int>(size) / 64, most);
            const int decoded = value == 0 ? 0 : value == most ? full : 64 * value + 32;
            stored[e][c] = negative ? -value : value;
            ends[e][c] = negative ? -decoded : decoded;
        }
    auto indices = nearest(colors, ends);
    order_ends(stored, indices);
    BlockWriter writer;
    writer.put(3, 5);
    for (const auto& end : stored)
        for (const int value : end) writer.put(static_cast<uint32_t>(value) & 1023, 10);
    put_indices(writer, indices);
    writer.store(block);
}

}  // namespace runtime::codecs
