// Vectors as wide as the registers of the instruction set: the primitives of everything that computes over lanes by
// hand, as the rasterizer and the samplers do. Arithmetic and comparisons are the compiler's operators; a comparison
// gives all ones where it holds. Everything gives the same bits at every width.
//
// Operations of programs use the types of runtime/simd/lanes.h instead. Those wrap the same primitives, with masks in
// AVX-512's mask registers.
#pragma once

#include <cstddef>
#include <cstdint>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "runtime/simd/instruction_set.h"

namespace runtime::simd {
inline namespace ASMGL_ISA {

inline constexpr int lane_width = ASMGL_LANES;
inline constexpr uint32_t width_bits = lane_width == 16 ? 0xffffu : (1u << lane_width) - 1;

template <int n>
struct LaneTypes {
    typedef float F __attribute__((vector_size(n * 4)));
    typedef int32_t I __attribute__((vector_size(n * 4)));
};
template <int n>
using Floats = typename LaneTypes<n>::F;
template <int n>
using Ints = typename LaneTypes<n>::I;
using F = Floats<lane_width>;
using I = Ints<lane_width>;

// ---- memory --------------------------------------------------------------------------------------------------

template <class V, class T>
ASMGL_INLINE V load(const T* from) {
    V value;
    __builtin_memcpy(&value, from, sizeof(V));
    return value;
}
template <class V, class T>
ASMGL_INLINE void store(T* to, V value) {
    __builtin_memcpy(to, &value, sizeof(V));
}

// The words at base + offset, offsets in bytes.
ASMGL_INLINE I gather(const std::byte* base, I offset) {
#if ASMGL_LANES == 16
    // The masked form: GCC 12 warns of its own definition of the other.
    return (I)_mm512_mask_i32gather_epi32((__m512i)offset, 0xffff, (__m512i)offset, base, 1);
#elif ASMGL_LANES == 8
    return (I)_mm256_i32gather_epi32(reinterpret_cast<const int*>(base), (__m256i)offset, 1);
#else
    I words;
    for (int i = 0; i < lane_width; ++i) {
        int32_t word;
        __builtin_memcpy(&word, base + offset[i], 4);
        words[i] = word;
    }
    return words;
#endif
}

// ---- one number in all lanes ---------------------------------------------------------------------------------

template <int n>
ASMGL_INLINE Floats<n> broadcast(float value) {
    return value - Floats<n>{};  // x - (+0) is x, for -0 and NaN too
}
template <int n>
ASMGL_INLINE Ints<n> broadcast(int32_t value) {
    return value + Ints<n>{};
}
ASMGL_INLINE F broadcast_f(float value) { return broadcast<lane_width>(value); }
ASMGL_INLINE I broadcast_i(int32_t value) { return broadcast<lane_width>(value); }

// ---- masks ---------------------------------------------------------------------------------------------------

template <class M, class V>
requires(requires(V value) { value[0]; })  // lane types have functions of their own
    ASMGL_INLINE V choose(M mask, V yes, V no) {
    return (V)(((M)yes & mask) | ((M)no & ~mask));
}

// The lanes' sign bits, lane 0 lowest.
ASMGL_INLINE uint32_t to_bits(I mask) {
#if ASMGL_LANES == 16
    // By an instruction named here: GCC 12 may spill the widening of a mask as 16 bits and read back 32.
    uint32_t bits;
    asm("kmovw %1, %0" : "=r"(bits) : "k"(_mm512_movepi32_mask((__m512i)mask)));
    return bits;
#elif ASMGL_LANES == 8
    return static_cast<uint32_t>(_mm256_movemask_ps((__m256)mask));
#elif defined(__SSE2__)
    return static_cast<uint32_t>(_mm_movemask_ps((__m128)mask));
#else
    uint32_t bits = 0;
    for (int i = 0; i < lane_width; ++i) bits |= static_cast<uint32_t>(mask[i] < 0) << i;
    return bits;
#endif
}
// All ones in lanes whose bit is set.
ASMGL_INLINE I from_bits(uint32_t bits) {
#if ASMGL_LANES == 16
    return (I)_mm512_movm_epi32(static_cast<__mmask16>(bits));
#elif ASMGL_LANES == 8
    const I lanes{1, 2, 4, 8, 16, 32, 64, 128};
    return (I)((lanes & static_cast<int32_t>(bits)) == lanes);
#else
    const I lanes{1, 2, 4, 8};
    return (I)((lanes & static_cast<int32_t>(bits)) == lanes);
#endif
}

// ---- arithmetic ----------------------------------------------------------------------------------------------

ASMGL_INLINE F absolute(F value) { return (F)((I)value & 0x7fffffff); }
// NaN becomes `low`.
ASMGL_INLINE F clamp(F value, F low, F high) {
    value = choose((I)(value > low), value, low);
    return choose((I)(value < high), value, high);
}
ASMGL_INLINE I clamp(I value, int32_t low, int32_t high) {
    value = value < low ? broadcast_i(low) : value;
    return value > high ? broadcast_i(high) : value;
}

#if defined(__SSE4_2__)
// By _MM_FROUND_TO_…; the 512-bit forms have a mask of all lanes since GCC 12 warns of its own definitions of the
// others.
template <int rule>
ASMGL_INLINE F round_by(F value) {
#if ASMGL_LANES == 16
    return (F)_mm512_maskz_roundscale_ps(0xffff, (__m512)value, rule | _MM_FROUND_NO_EXC);
#elif ASMGL_LANES == 8
    return (F)_mm256_round_ps((__m256)value, rule | _MM_FROUND_NO_EXC);
#else
    return (F)_mm_round_ps((__m128)value, rule | _MM_FROUND_NO_EXC);
#endif
}
ASMGL_INLINE F round_down(F value) { return round_by<_MM_FROUND_TO_NEG_INF>(value); }
ASMGL_INLINE F square_root(F value) {
#if ASMGL_LANES == 16
    return (F)_mm512_maskz_sqrt_ps(0xffff, (__m512)value);
#elif ASMGL_LANES == 8
    return (F)_mm256_sqrt_ps((__m256)value);
#else
    return (F)_mm_sqrt_ps((__m128)value);
#endif
}
#endif

// ---- conversions ---------------------------------------------------------------------------------------------

ASMGL_INLINE F to_float(I value) { return __builtin_convertvector(value, F); }
// Toward zero.
ASMGL_INLINE I to_signed(F value) { return __builtin_convertvector(value, I); }
// To nearest, ties to even.
ASMGL_INLINE I to_signed_nearest(F value) {
#if ASMGL_LANES == 16
    return (I)_mm512_maskz_cvtps_epi32(0xffff, (__m512)value);
#elif ASMGL_LANES == 8
    return (I)_mm256_cvtps_epi32((__m256)value);
#elif defined(__SSE2__)
    return (I)_mm_cvtps_epi32((__m128)value);
#else
    I result;
    for (int i = 0; i < lane_width; ++i) result[i] = static_cast<int32_t>(__builtin_rintf(value[i]));
    return result;
#endif
}

// ---- quads: lane = 4·quad + 2·y + x --------------------------------------------------------------------------

// Lanes a, b, c and d of every quad in its lanes 0 to 3.
template <int a, int b, int c, int d>
ASMGL_INLINE F in_quads(F value) {
#if ASMGL_LANES == 16
    return (F)_mm512_maskz_permute_ps(0xffff, (__m512)value, _MM_SHUFFLE(d, c, b, a));
#elif ASMGL_LANES == 8
    return (F)_mm256_permute_ps((__m256)value, _MM_SHUFFLE(d, c, b, a));
#else
    return __builtin_shufflevector(value, value, a, b, c, d);
#endif
}
// Lane `n` of every quad in all four of its lanes.
template <int n>
ASMGL_INLINE F of_quad(F value) {
    return in_quads<n, n, n, n>(value);
}

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
