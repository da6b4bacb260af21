// Included by byte_filter_simd.cpp.
#pragma once

#include "runtime/images/byte_filter.h"
#include "runtime/simd/vectors.h"

namespace runtime {
inline namespace ASMGL_ISA {

// Registers hold whole texels, component by component: one, two or four of them.
inline constexpr int texels_at_once = simd::lane_width / 4;

// Neighbours on a row, as numbers from 0 to 255.
struct Neighbours {
    simd::F left, right;
};

ASMGL_INLINE Neighbours neighbours(const std::byte* row, const int32_t* texels) {
    using Texels = simd::Ints<4>;
    const auto at = [&](int n) { return row + static_cast<ptrdiff_t>(texels[n]) * 4; };
    // Texels and their right neighbours in turn.
    const auto two = [&](int first, int second) { return (Texels)simd::two_words_at(at(first), at(second)); };
    Texels left, right;
    if constexpr (texels_at_once == 4) {
        const Texels low = two(0, 1), high = two(2, 3);
        left = __builtin_shufflevector(low, high, 0, 2, 4, 6);
        right = __builtin_shufflevector(low, high, 1, 3, 5, 7);
    } else {
        const Texels both = two(0, texels_at_once - 1);
        left = __builtin_shufflevector(both, both, 0, 2, 0, 2);
        right = __builtin_shufflevector(both, both, 1, 3, 1, 3);
    }
    return {simd::to_floats((simd::Bytes)left), simd::to_floats((simd::Bytes)right)};
}

ASMGL_INLINE simd::I rounded_texels(const ByteRows& rows, const int32_t* texels, const float* weights) {
    const simd::F along = simd::in_four_lanes_each(weights);
    const Neighbours low = neighbours(rows.low, texels), high = neighbours(rows.high, texels);
    const simd::F bottom = low.left + (low.right - low.left) * along;
    const simd::F top = high.left + (high.right - high.left) * along;
    return simd::to_signed(bottom + (top - bottom) * rows.weight + 0.5f);
}

ASMGL_INLINE void filter_bytes(const ByteRows& rows, const ByteColumns& columns, uint32_t added, uint32_t* out) {
    const auto more = (simd::Bytes)simd::broadcast<4>(static_cast<int32_t>(added));
    for (size_t i = 0; i < columns.count; i += byte_filter_step) {
        const simd::Bytes bytes = simd::sixteen_bytes([&](size_t byte) {
            return rounded_texels(rows, columns.texels + i + byte / 4, columns.weights + i + byte / 4);
        });
        simd::store(out + i, bytes | more);
    }
}

}  // namespace ASMGL_ISA
}  // namespace runtime
