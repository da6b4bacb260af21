// What the levels of x86 have in common: the parts of 16 bytes.
#pragma once

#include <immintrin.h>

#include "runtime/simd/primitives/common.h"

namespace runtime::simd {
inline namespace ASMGL_ISA {

// A NaN becomes a number not above zero.
inline constexpr bool converts_nan_low = true;

// By instructions named here: GCC 12 puts both together in memory, from which they are not read before both are there.
ASMGL_INLINE Words two_words_at(const void* first, const void* second) {
    return (Words)_mm_unpacklo_epi64(_mm_loadl_epi64(static_cast<const __m128i*>(first)),
                                     _mm_loadl_epi64(static_cast<const __m128i*>(second)));
}
ASMGL_INLINE void stream(void* to, Words value) { _mm_stream_si128(static_cast<__m128i*>(to), (__m128i)value); }

ASMGL_INLINE Bytes choose_bytes(Bytes mask, Bytes a, Bytes b) {
    return (Bytes)_mm_blendv_epi8((__m128i)b, (__m128i)a, (__m128i)mask);
}
ASMGL_INLINE Bytes smaller(Bytes a, Bytes b) { return (Bytes)_mm_min_epu8((__m128i)a, (__m128i)b); }
ASMGL_INLINE Bytes larger(Bytes a, Bytes b) { return (Bytes)_mm_max_epu8((__m128i)a, (__m128i)b); }
ASMGL_INLINE uint32_t to_bits(Bytes mask) { return static_cast<uint32_t>(_mm_movemask_epi8((__m128i)mask)); }
ASMGL_INLINE uint32_t packed_bytes(Ints<4> value) {
    const __m128i halves = _mm_packs_epi32((__m128i)value, (__m128i)value);
    return static_cast<uint32_t>(_mm_cvtsi128_si32(_mm_packus_epi16(halves, halves)));
}
ASMGL_INLINE uint32_t packed_unorm8(Floats<4> value) {
    const __m128 bounded = _mm_min_ps(_mm_max_ps((__m128)value, _mm_setzero_ps()), _mm_set1_ps(1.0f));
    return packed_bytes((Ints<4>)_mm_cvtps_epi32(_mm_mul_ps(bounded, _mm_set1_ps(255.0f))));
}

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
