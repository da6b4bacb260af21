// Included by byte_filter_sse4.cpp, byte_filter_avx2.cpp and byte_filter_avx512.cpp.
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

ASMGL_INLINE __m128i pair_at(const std::byte* row, int32_t texel) {
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + static_cast<ptrdiff_t>(texel) * 4));
}

// The lowest texels of a register.
ASMGL_INLINE simd::F components_of(__m128i texels) {
#if ASMGL_LANES == 16
    return simd::to_float((simd::I)_mm512_maskz_cvtepu8_epi32(0xffff, texels));
#elif ASMGL_LANES == 8
    return simd::to_float((simd::I)_mm256_cvtepu8_epi32(texels));
#else
    return simd::to_float((simd::I)_mm_cvtepu8_epi32(texels));
#endif
}

ASMGL_INLINE Neighbours neighbours(const std::byte* row, const int32_t* texels) {
#if ASMGL_LANES == 16
    const __m128i low = _mm_unpacklo_epi32(pair_at(row, texels[0]), pair_at(row, texels[1]));
    const __m128i high = _mm_unpacklo_epi32(pair_at(row, texels[2]), pair_at(row, texels[3]));
    return {components_of(_mm_unpacklo_epi64(low, high)), components_of(_mm_unpackhi_epi64(low, high))};
#elif ASMGL_LANES == 8
    const __m128i both = _mm_unpacklo_epi32(pair_at(row, texels[0]), pair_at(row, texels[1]));
    return {components_of(both), components_of(_mm_unpackhi_epi64(both, both))};
#else
    const __m128i both = pair_at(row, texels[0]);
    return {components_of(both), components_of(_mm_srli_si128(both, 4))};
#endif
}

// Each texel's weight, for all of its components.
ASMGL_INLINE simd::F weights_at(const float* weights) {
#if ASMGL_LANES == 16
    return (simd::F)_mm512_maskz_permutexvar_ps(0xffff,
                                                _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3),
                                                _mm512_castps128_ps512(_mm_loadu_ps(weights)));
#elif ASMGL_LANES == 8
    return (simd::F)_mm256_set_m128(_mm_load1_ps(weights + 1), _mm_load1_ps(weights));
#else
    return (simd::F)_mm_load1_ps(weights);
#endif
}

ASMGL_INLINE simd::I rounded_texels(const ByteRows& rows, const int32_t* texels, const float* weights) {
    const simd::F along = weights_at(weights);
    const Neighbours low = neighbours(rows.low, texels), high = neighbours(rows.high, texels);
    const simd::F bottom = low.left + (low.right - low.left) * along;
    const simd::F top = high.left + (high.right - high.left) * along;
    return simd::to_signed(bottom + (top - bottom) * rows.weight + 0.5f);
}

ASMGL_INLINE void filter_bytes(const ByteRows& rows, const ByteColumns& columns, uint32_t added, uint32_t* out) {
    const __m128i more = _mm_set1_epi32(static_cast<int32_t>(added));
    for (size_t i = 0; i < columns.count; i += byte_filter_step) {
        const auto at = [&](size_t first) {
            return rounded_texels(rows, columns.texels + i + first, columns.weights + i + first);
        };
#if ASMGL_LANES == 16
        const __m128i bytes = _mm512_maskz_cvtepi32_epi8(0xffff, (__m512i)at(0));
#elif ASMGL_LANES == 8
        const __m256i pairs = _mm256_packus_epi32((__m256i)at(0), (__m256i)at(2));  // texels 0, 2 and 1, 3
        const __m128i bytes =
            _mm_shuffle_epi32(_mm_packus_epi16(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1)),
                              _MM_SHUFFLE(3, 1, 2, 0));
#else
        const __m128i bytes = _mm_packus_epi16(_mm_packus_epi32((__m128i)at(0), (__m128i)at(1)),
                                               _mm_packus_epi32((__m128i)at(2), (__m128i)at(3)));
#endif
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), _mm_or_si128(bytes, more));
    }
}

}  // namespace ASMGL_ISA
}  // namespace runtime
