// The primitives of runtime/simd/vectors.h by SSE4.2: registers of four lanes.
#pragma once

#include "runtime/simd/primitives/x86.h"

namespace runtime::simd {
inline namespace ASMGL_ISA {

// ---- memory --------------------------------------------------------------------------------------------------

ASMGL_INLINE I gather(const std::byte* base, I offset) {
    I words;
    for (int i = 0; i < lane_width; ++i) {
        int32_t word;
        __builtin_memcpy(&word, base + offset[i], 4);
        words[i] = word;
    }
    return words;
}
ASMGL_INLINE Pairs gather_pairs(const std::byte* base, I offset) {
    const auto two = [&](int lane) { return (__m128)two_words_at(base + offset[lane], base + offset[lane + 1]); };
    const __m128 low = two(0), high = two(2);
    return {(I)_mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)),
            (I)_mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1))};
}

// ---- masks ---------------------------------------------------------------------------------------------------

ASMGL_INLINE uint32_t to_bits(I mask) { return static_cast<uint32_t>(_mm_movemask_ps((__m128)mask)); }
ASMGL_INLINE uint32_t to_bits(W mask) { return static_cast<uint32_t>(_mm_movemask_pd((__m128d)mask)); }
ASMGL_INLINE I from_bits(uint32_t bits) {
    const I lanes{1, 2, 4, 8};
    return (I)((lanes & static_cast<int32_t>(bits)) == lanes);
}
ASMGL_INLINE W from_wide_bits(uint32_t bits) {
    const W lanes{1, 2};
    return (W)((lanes & static_cast<int64_t>(bits)) == lanes);
}
// The bits of eight words.
ASMGL_INLINE uint32_t to_bits_of_eight(Ints<8> mask) {
    I half[2];
    __builtin_memcpy(half, &mask, sizeof mask);
    return to_bits(half[0]) | to_bits(half[1]) << 4;
}

// ---- floats --------------------------------------------------------------------------------------------------

ASMGL_INLINE F smaller(F a, F b) { return (F)_mm_min_ps((__m128)a, (__m128)b); }
ASMGL_INLINE F larger(F a, F b) { return (F)_mm_max_ps((__m128)a, (__m128)b); }
ASMGL_INLINE F square_root(F value) { return (F)_mm_sqrt_ps((__m128)value); }
ASMGL_INLINE D square_root(D value) { return (D)_mm_sqrt_pd((__m128d)value); }
ASMGL_INLINE F round_down(F value) { return (F)_mm_round_ps((__m128)value, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }
ASMGL_INLINE D round_down(D value) {
    return (D)_mm_round_pd((__m128d)value, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE F round_up(F value) { return (F)_mm_round_ps((__m128)value, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC); }
ASMGL_INLINE D round_up(D value) { return (D)_mm_round_pd((__m128d)value, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC); }
ASMGL_INLINE F round_to_zero(F value) { return (F)_mm_round_ps((__m128)value, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
ASMGL_INLINE D round_to_zero(D value) {
    return (D)_mm_round_pd((__m128d)value, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE F round_to_even(F value) {
    return (F)_mm_round_ps((__m128)value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE D round_to_even(D value) {
    return (D)_mm_round_pd((__m128d)value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE I to_signed_nearest(F value) { return (I)_mm_cvtps_epi32((__m128)value); }
template <int a, int b, int c, int d>
ASMGL_INLINE F in_quads(F value) {
    return __builtin_shufflevector(value, value, a, b, c, d);
}

// ---- sizes of numbers ----------------------------------------------------------------------------------------

ASMGL_INLINE D to_double(HalfI value) { return __builtin_convertvector(value, D); }
ASMGL_INLINE D to_double(HalfF value) { return __builtin_convertvector(value, D); }
ASMGL_INLINE HalfF to_single(D value) { return __builtin_convertvector(value, HalfF); }
ASMGL_INLINE W widened(HalfI value) { return __builtin_convertvector(value, W); }
ASMGL_INLINE W product_of_words(W a, W b) { return (W)_mm_mul_epi32((__m128i)a, (__m128i)b); }

// ---- two numbers of 16 bits in each lane ---------------------------------------------------------------------

ASMGL_INLINE I halves_of(I low, I high) { return (I)_mm_blend_epi16((__m128i)low, (__m128i)high, 0xaa); }
ASMGL_INLINE I maximum_halves(I a, I b) { return (I)_mm_max_epu16((__m128i)a, (__m128i)b); }
ASMGL_INLINE I minimum_signed_halves(I a, I b) { return (I)_mm_min_epi16((__m128i)a, (__m128i)b); }
ASMGL_INLINE I multiply_high_halves(I a, I b) { return (I)_mm_mulhi_epu16((__m128i)a, (__m128i)b); }
ASMGL_INLINE I sum_of_products(I a, I b) { return (I)_mm_madd_epi16((__m128i)a, (__m128i)b); }
ASMGL_INLINE I sums_of_byte_products(I a, I b) { return (I)_mm_maddubs_epi16((__m128i)a, (__m128i)b); }
ASMGL_INLINE I bytes_of_quad(I a, I b) { return (I)_mm_shuffle_epi8((__m128i)a, (__m128i)b); }

// ---- bytes ---------------------------------------------------------------------------------------------------

ASMGL_INLINE I packed_bytes(I x, I y, I z, I w) {
    const auto halves = [](I a, I b) { return _mm_packs_epi32((__m128i)a, (__m128i)b); };
    const __m128i order = _mm_set_epi32(0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400);
    return (I)_mm_shuffle_epi8(_mm_packus_epi16(halves(x, y), halves(z, w)), order);
}
ASMGL_INLINE F to_floats(Bytes bytes) { return __builtin_convertvector((I)_mm_cvtepu8_epi32((__m128i)bytes), F); }
ASMGL_INLINE F in_four_lanes_each(const float* numbers) { return (F)_mm_load1_ps(numbers); }
template <class At>
ASMGL_INLINE Bytes sixteen_bytes(const At& at) {
    return (Bytes)_mm_packus_epi16(_mm_packus_epi32((__m128i)at(0), (__m128i)at(4)),
                                   _mm_packus_epi32((__m128i)at(8), (__m128i)at(12)));
}

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
