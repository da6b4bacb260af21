// The primitives of runtime/simd/vectors.h by AVX2: registers of eight lanes.
#pragma once

#include "runtime/simd/primitives/x86.h"

namespace runtime::simd {
inline namespace ASMGL_ISA {

// ---- memory --------------------------------------------------------------------------------------------------

ASMGL_INLINE I gather(const std::byte* base, I offset) {
    return (I)_mm256_i32gather_epi32(reinterpret_cast<const int*>(base), (__m256i)offset, 1);
}
ASMGL_INLINE Pairs gather_pairs(const std::byte* base, I offset) {
    // Lanes 0, 1, 4, 5 and 2, 3, 6, 7, so that halves of registers need not cross.
    const __m256i offsets = _mm256_permute4x64_epi64((__m256i)offset, _MM_SHUFFLE(3, 1, 2, 0));
    const auto* const words = reinterpret_cast<const long long*>(base);
    const __m256 low = (__m256)_mm256_i32gather_epi64(words, _mm256_castsi256_si128(offsets), 1);
    const __m256 high = (__m256)_mm256_i32gather_epi64(words, _mm256_extracti128_si256(offsets, 1), 1);
    return {(I)_mm256_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)),
            (I)_mm256_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1))};
}

// ---- masks ---------------------------------------------------------------------------------------------------

ASMGL_INLINE uint32_t to_bits(I mask) { return static_cast<uint32_t>(_mm256_movemask_ps((__m256)mask)); }
ASMGL_INLINE uint32_t to_bits(W mask) { return static_cast<uint32_t>(_mm256_movemask_pd((__m256d)mask)); }
ASMGL_INLINE I from_bits(uint32_t bits) {
    const I lanes{1, 2, 4, 8, 16, 32, 64, 128};
    return (I)((lanes & static_cast<int32_t>(bits)) == lanes);
}
ASMGL_INLINE W from_wide_bits(uint32_t bits) {
    const W lanes{1, 2, 4, 8};
    return (W)((lanes & static_cast<int64_t>(bits)) == lanes);
}
// The bits of eight words.
ASMGL_INLINE uint32_t to_bits_of_eight(Ints<8> mask) { return static_cast<uint32_t>(_mm256_movemask_ps((__m256)mask)); }

// ---- floats --------------------------------------------------------------------------------------------------

ASMGL_INLINE F smaller(F a, F b) { return (F)_mm256_min_ps((__m256)a, (__m256)b); }
ASMGL_INLINE F larger(F a, F b) { return (F)_mm256_max_ps((__m256)a, (__m256)b); }
ASMGL_INLINE F square_root(F value) { return (F)_mm256_sqrt_ps((__m256)value); }
ASMGL_INLINE D square_root(D value) { return (D)_mm256_sqrt_pd((__m256d)value); }
ASMGL_INLINE F multiply_add(F a, F b, F c) { return (F)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c); }
ASMGL_INLINE F round_down(F value) {
    return (F)_mm256_round_ps((__m256)value, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE D round_down(D value) {
    return (D)_mm256_round_pd((__m256d)value, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE F round_up(F value) {
    return (F)_mm256_round_ps((__m256)value, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE D round_up(D value) {
    return (D)_mm256_round_pd((__m256d)value, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE F round_to_zero(F value) {
    return (F)_mm256_round_ps((__m256)value, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE D round_to_zero(D value) {
    return (D)_mm256_round_pd((__m256d)value, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE F round_to_even(F value) {
    return (F)_mm256_round_ps((__m256)value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE D round_to_even(D value) {
    return (D)_mm256_round_pd((__m256d)value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE I to_signed_nearest(F value) { return (I)_mm256_cvtps_epi32((__m256)value); }
// By the CPU's instruction, which gives the bits of ir/semantics/half_float.h.
ASMGL_INLINE F from_half(I bits) {
    const __m256i low = (__m256i)(bits & 0xffff);
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(low, low), _MM_SHUFFLE(2, 0, 2, 0));
    return (F)_mm256_cvtph_ps(_mm256_castsi256_si128(packed));
}
template <int a, int b, int c, int d>
ASMGL_INLINE F in_quads(F value) {
    return (F)_mm256_permute_ps((__m256)value, _MM_SHUFFLE(d, c, b, a));
}

// ---- sizes of numbers ----------------------------------------------------------------------------------------

// By instructions named here: GCC 12 makes two of each half.
ASMGL_INLINE D to_double(HalfI value) { return (D)_mm256_cvtepi32_pd((__m128i)value); }
ASMGL_INLINE D to_double(HalfF value) { return (D)_mm256_cvtps_pd((__m128)value); }
ASMGL_INLINE HalfF to_single(D value) { return (HalfF)_mm256_cvtpd_ps((__m256d)value); }
ASMGL_INLINE W widened(HalfI value) { return (W)_mm256_cvtepi32_epi64((__m128i)value); }
ASMGL_INLINE W product_of_words(W a, W b) { return (W)_mm256_mul_epi32((__m256i)a, (__m256i)b); }

// ---- two numbers of 16 bits in each lane ---------------------------------------------------------------------

ASMGL_INLINE I halves_of(I low, I high) { return (I)_mm256_blend_epi16((__m256i)low, (__m256i)high, 0xaa); }
ASMGL_INLINE I maximum_halves(I a, I b) { return (I)_mm256_max_epu16((__m256i)a, (__m256i)b); }
ASMGL_INLINE I minimum_signed_halves(I a, I b) { return (I)_mm256_min_epi16((__m256i)a, (__m256i)b); }
ASMGL_INLINE I multiply_high_halves(I a, I b) { return (I)_mm256_mulhi_epu16((__m256i)a, (__m256i)b); }
ASMGL_INLINE I sum_of_products(I a, I b) { return (I)_mm256_madd_epi16((__m256i)a, (__m256i)b); }
ASMGL_INLINE I sums_of_byte_products(I a, I b) { return (I)_mm256_maddubs_epi16((__m256i)a, (__m256i)b); }
ASMGL_INLINE I bytes_of_quad(I a, I b) { return (I)_mm256_shuffle_epi8((__m256i)a, (__m256i)b); }

// ---- bytes ---------------------------------------------------------------------------------------------------

ASMGL_INLINE I packed_bytes(I x, I y, I z, I w) {
    const auto halves = [](I a, I b) { return _mm256_packs_epi32((__m256i)a, (__m256i)b); };
    const __m256i order = _mm256_broadcastsi128_si256(_mm_set_epi32(0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400));
    return (I)_mm256_shuffle_epi8(_mm256_packus_epi16(halves(x, y), halves(z, w)), order);
}
ASMGL_INLINE F to_floats(Bytes bytes) { return __builtin_convertvector((I)_mm256_cvtepu8_epi32((__m128i)bytes), F); }
ASMGL_INLINE F in_four_lanes_each(const float* numbers) {
    return (F)_mm256_set_m128(_mm_load1_ps(numbers + 1), _mm_load1_ps(numbers));
}
template <class At>
ASMGL_INLINE Bytes sixteen_bytes(const At& at) {
    const __m256i pairs = _mm256_packus_epi32((__m256i)at(0), (__m256i)at(8));  // of lanes 0, 8 and 4, 12
    return (Bytes)_mm_shuffle_epi32(_mm_packus_epi16(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1)),
                                    _MM_SHUFFLE(3, 1, 2, 0));
}

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
