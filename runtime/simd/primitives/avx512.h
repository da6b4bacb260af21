// The primitives of runtime/simd/vectors.h by AVX-512 (F, BW, DQ, VL): registers of sixteen lanes.
//
// Where there is a form with a mask, that is called with all lanes: GCC 12 warns of its own definitions of the
// others.
#pragma once

#include "runtime/simd/primitives/x86.h"

namespace runtime::simd {
inline namespace ASMGL_ISA {

// ---- memory --------------------------------------------------------------------------------------------------

ASMGL_INLINE I gather(const std::byte* base, I offset) {
    return (I)_mm512_mask_i32gather_epi32((__m512i)offset, 0xffff, (__m512i)offset, base, 1);
}
ASMGL_INLINE Pairs gather_pairs(const std::byte* base, I offset) {
    const __m512i offsets = (__m512i)offset;
    const __m512i low =
        _mm512_mask_i32gather_epi64(offsets, 0xff, _mm512_maskz_extracti64x4_epi64(0xff, offsets, 0), base, 1);
    const __m512i high =
        _mm512_mask_i32gather_epi64(offsets, 0xff, _mm512_maskz_extracti64x4_epi64(0xff, offsets, 1), base, 1);
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    return {(I)_mm512_permutex2var_epi32(low, even, high), (I)_mm512_permutex2var_epi32(low, odd, high)};
}
ASMGL_INLINE void stream(void* to, W line) { _mm512_stream_si512(static_cast<__m512i*>(to), (__m512i)line); }

// ---- masks ---------------------------------------------------------------------------------------------------

// By an instruction named here: GCC 12 may spill the widening of a mask as the narrow number and read back the wide
// one.
ASMGL_INLINE uint32_t to_bits(I mask) {
    uint32_t bits;
    asm("kmovw %1, %0" : "=r"(bits) : "k"(_mm512_movepi32_mask((__m512i)mask)));
    return bits;
}
ASMGL_INLINE uint32_t to_bits(W mask) {
    uint32_t bits;
    asm("kmovb %1, %0" : "=r"(bits) : "k"(_mm512_movepi64_mask((__m512i)mask)));
    return bits;
}
ASMGL_INLINE I from_bits(uint32_t bits) { return (I)_mm512_movm_epi32(static_cast<__mmask16>(bits)); }
ASMGL_INLINE W from_wide_bits(uint32_t bits) { return (W)_mm512_movm_epi64(static_cast<__mmask8>(bits)); }
// The bits of eight words.
ASMGL_INLINE uint32_t to_bits_of_eight(Ints<8> mask) { return static_cast<uint32_t>(_mm256_movemask_ps((__m256)mask)); }

// ---- floats --------------------------------------------------------------------------------------------------

ASMGL_INLINE F smaller(F a, F b) { return (F)_mm512_maskz_min_ps(0xffff, (__m512)a, (__m512)b); }
ASMGL_INLINE F larger(F a, F b) { return (F)_mm512_maskz_max_ps(0xffff, (__m512)a, (__m512)b); }
ASMGL_INLINE F square_root(F value) { return (F)_mm512_maskz_sqrt_ps(0xffff, (__m512)value); }
ASMGL_INLINE D square_root(D value) { return (D)_mm512_maskz_sqrt_pd(0xff, (__m512d)value); }
ASMGL_INLINE F multiply_add(F a, F b, F c) { return (F)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c); }
ASMGL_INLINE F round_down(F value) {
    return (F)_mm512_maskz_roundscale_ps(0xffff, (__m512)value, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE D round_down(D value) {
    return (D)_mm512_maskz_roundscale_pd(0xff, (__m512d)value, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE F round_up(F value) {
    return (F)_mm512_maskz_roundscale_ps(0xffff, (__m512)value, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE D round_up(D value) {
    return (D)_mm512_maskz_roundscale_pd(0xff, (__m512d)value, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE F round_to_zero(F value) {
    return (F)_mm512_maskz_roundscale_ps(0xffff, (__m512)value, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE D round_to_zero(D value) {
    return (D)_mm512_maskz_roundscale_pd(0xff, (__m512d)value, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE F round_to_even(F value) {
    return (F)_mm512_maskz_roundscale_ps(0xffff, (__m512)value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE D round_to_even(D value) {
    return (D)_mm512_maskz_roundscale_pd(0xff, (__m512d)value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
ASMGL_INLINE I to_signed_nearest(F value) { return (I)_mm512_maskz_cvtps_epi32(0xffff, (__m512)value); }
// By the CPU's instruction, which gives the bits of ir/semantics/half_float.h.
ASMGL_INLINE F from_half(I bits) {
    return (F)_mm512_maskz_cvtph_ps(0xffff, _mm512_maskz_cvtepi32_epi16(0xffff, (__m512i)bits));
}
template <int a, int b, int c, int d>
ASMGL_INLINE F in_quads(F value) {
    return (F)_mm512_maskz_permute_ps(0xffff, (__m512)value, _MM_SHUFFLE(d, c, b, a));
}

// ---- sizes of numbers ----------------------------------------------------------------------------------------

// ---- two numbers of 16 bits in each lane ---------------------------------------------------------------------

ASMGL_INLINE I halves_of(I low, I high) { return (I)_mm512_mask_blend_epi16(0xaaaaaaaa, (__m512i)low, (__m512i)high); }
ASMGL_INLINE I maximum_halves(I a, I b) { return (I)_mm512_max_epu16((__m512i)a, (__m512i)b); }
ASMGL_INLINE I minimum_signed_halves(I a, I b) { return (I)_mm512_min_epi16((__m512i)a, (__m512i)b); }
ASMGL_INLINE I multiply_high_halves(I a, I b) { return (I)_mm512_mulhi_epu16((__m512i)a, (__m512i)b); }
ASMGL_INLINE I sum_of_products(I a, I b) { return (I)_mm512_madd_epi16((__m512i)a, (__m512i)b); }
ASMGL_INLINE I sums_of_byte_products(I a, I b) { return (I)_mm512_maddubs_epi16((__m512i)a, (__m512i)b); }
ASMGL_INLINE I bytes_of_quad(I a, I b) { return (I)_mm512_shuffle_epi8((__m512i)a, (__m512i)b); }

// ---- bytes ---------------------------------------------------------------------------------------------------

ASMGL_INLINE I packed_bytes(I x, I y, I z, I w) {
    const auto halves = [](I a, I b) { return _mm512_packs_epi32((__m512i)a, (__m512i)b); };
    const __m512i order = _mm512_set4_epi32(0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400);
    return (I)_mm512_shuffle_epi8(_mm512_packus_epi16(halves(x, y), halves(z, w)), order);
}
ASMGL_INLINE F to_floats(Bytes bytes) {
    return __builtin_convertvector((I)_mm512_maskz_cvtepu8_epi32(0xffff, (__m128i)bytes), F);
}
ASMGL_INLINE F in_four_lanes_each(const float* numbers) {
    return (F)_mm512_maskz_permutexvar_ps(0xffff, _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3),
                                          _mm512_castps128_ps512(_mm_loadu_ps(numbers)));
}
template <class At>
ASMGL_INLINE Bytes sixteen_bytes(const At& at) {
    return (Bytes)_mm512_maskz_cvtepi32_epi8(0xffff, (__m512i)at(0));
}

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
