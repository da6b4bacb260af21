// Compression of blocks: code that the encoders share, and the encoders of all formats but S3TC and RGTC. Texel 4·y + x
// of 4×4.
#pragma once

#include "runtime/formats/format_codecs.h"

namespace runtime::codecs {

using Bytes = std::array<std::array<int, 4>, 16>;  // 0…255

void encode_bptc(const Bytes& texels, std::byte* block);
void encode_bptc_float(const std::array<Texel, 16>& texels, bool is_signed, std::byte* block);
// `punch_through`: ETC2 with transparent texels; texels with less than half alpha become transparent.
void encode_etc(const Bytes& texels, bool punch_through, std::byte* block);
void encode_eac(const std::array<int, 16>& values, EacRange range, std::byte* block);
// `texels`: 8×4, 0…255.
void encode_fxt1(std::span<const std::array<int, 4>> texels, std::byte* block);

// The end points of the `used` texels' colours along the principal axis.
template <typename T, size_t components, size_t size>
std::array<std::array<float, components>, 2> principal_ends(const std::array<std::array<T, components>, size>& colors,
                                                            uint32_t used) {
    using Vector = std::array<float, components>;
    Vector mean{}, axis{};
    float count = 0;
    for (size_t i = 0; i < size; ++i) {
        if (!(used >> i & 1)) continue;
        for (size_t c = 0; c < components; ++c) mean[c] += static_cast<float>(colors[i][c]);
        ++count;
    }
    if (count == 0) return {};
    for (float& value : mean) value /= count;
    std::array<Vector, components> covariance{};
    for (size_t i = 0; i < size; ++i) {
        if (!(used >> i & 1)) continue;
        for (size_t a = 0; a < components; ++a)
            for (size_t b = 0; b < components; ++b)
                covariance[a][b] +=
                    (static_cast<float>(colors[i][a]) - mean[a]) * (static_cast<float>(colors[i][b]) - mean[b]);
    }
    // Start from the row of the widest component, so that no direction is missed, and iterate.
    size_t widest = 0;
    for (size_t c = 1; c < components; ++c)
        if (covariance[c][c] > covariance[widest][widest]) widest = c;
    if (covariance[widest][widest] == 0) return {mean, mean};
    axis = covariance[widest];
    const auto squared_length = [](const Vector& vector) {
        float sum = 0;
        for (const float value : vector) sum += value * value;
        return sum;
    };
    for (int round = 0; round < 8; ++round) {
        Vector next{};
        for (size_t a = 0; a < components; ++a)
            for (size_t b = 0; b < components; ++b) next[a] += covariance[a][b] * axis[b];
        const float length = std::sqrt(squared_length(next));
        if (!(length > 0)) break;
        for (size_t c = 0; c < components; ++c) axis[c] = next[c] / length;
    }
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (size_t i = 0; i < size; ++i) {
        if (!(used >> i & 1)) continue;
        float along = 0;
        for (size_t c = 0; c < components; ++c) along += (static_cast<float>(colors[i][c]) - mean[c]) * axis[c];
        low = std::min(low, along / squared_length(axis));
        high = std::max(high, along / squared_length(axis));
    }
    std::array<Vector, 2> ends;
    for (size_t c = 0; c < components; ++c) {
        ends[0][c] = mean[c] + high * axis[c];
        ends[1][c] = mean[c] + low * axis[c];
    }
    return ends;
}

}  // namespace runtime::codecs
