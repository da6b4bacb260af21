// Vectors as wide as the registers of the SIMD level: the primitives of everything that computes over lanes by hand, as
// the rasterizer and the samplers do. Arithmetic and comparisons are the compiler's operators; a comparison gives all
// ones where it holds. Everything gives the same bits at every level.
//
// What the compiler's operators lack stands in primitives/LEVEL.h, with the level's instructions. A new level defines
// all of these but those that say otherwise:
//
// clang-format off
//   gather(base, offsets)                the words at base + offset, in bytes
//   gather_pairs(base, offsets)          those and the next ones
//   two_words_at(a, b)                   64 bits from each
//   stream(to, words)                    past the caches (streaming.h), 16 bytes; avx512: 64, too
//   to_bits(mask)                        the lanes' sign bits, lane 0 lowest; of I, W, Bytes
//   to_bits_of_eight(mask)               the same of eight words
//   from_bits(bits)  from_wide_bits      all ones in lanes whose bit is set; of I, of W
//   smaller(a, b)  larger(a, b)          a < b ? a : b, a > b ? a : b, so b where one is NaN; of F, Bytes
//   square_root                          of F and D; correctly rounded
//   round_down round_up round_to_zero round_to_even    of F and D; a NaN becomes quiet
//   multiply_add(a, b, c)                rounded once; where the level's row says `fused`
//   to_signed_nearest(value)             ties to even; in range. Others become any number
//   converts_nan_low                     a constant: to_signed_nearest() of a NaN is at most zero
//   in_quads<a, b, c, d>(value)          lanes a, b, c, d of every quad in its lanes 0 to 3
//   to_double  to_single  widened        between 32 and 64 bits; not avx512
//   product_of_words(a, b)               of numbers that 32 bits hold; not avx512
//   from_half(bits)                      as ir/semantics/half_float.h; where ASMGL_HAS_HALF_FLOATS is defined below
//   halves_of(low, high)                 the lower 16 bits of `low`, the upper ones of `high`, in each lane
//   maximum_halves  minimum_signed_halves  multiply_high_halves    of each half on its own
//   sum_of_products(a, b)                of each lane's signed halves: lower · lower + upper · upper
//   sums_of_byte_products(a, b)          the same in each half: a's bytes unsigned, b's signed; sums fit 16 bits
//   bytes_of_quad(a, b)                  byte n of a lane: the one of a's quad that byte n of b numbers, 0 to 15
//   choose_bytes(mask, a, b)
//   packed_bytes(x, y, z, w)             integers to the bytes of a word, x lowest, clamped to 0…255
//   packed_bytes(four)                   the same of four lanes, to one word
//   packed_unorm8(four)                  floats clamped to 0…1, in 255ths; a NaN becomes zero
//   to_floats(bytes)                     the lowest ones, a lane each
//   in_four_lanes_each(numbers)          number n in lanes 4·n to 4·n + 3
//   sixteen_bytes(at)                    of at(0), at(lane_width) …, whose numbers are in 0…255
// clang-format on
#pragma once

#include "runtime/simd/primitives/vector_types.h"
#if defined(ASMGL_FOR_avx512)
#include "runtime/simd/primitives/avx512.h"
#elif defined(ASMGL_FOR_avx2)
#include "runtime/simd/primitives/avx2.h"
#elif defined(ASMGL_FOR_sse4)
#include "runtime/simd/primitives/sse4.h"
#elif defined(ASMGL_FOR_neon)
#include "runtime/simd/primitives/neon.h"
#elif defined(ASMGL_FOR_generic) || !defined(ASMGL_THIS_LEVEL)
#include "runtime/simd/primitives/generic.h"
#else
#error "no primitives of this level are included here"
#endif

namespace runtime::simd {
inline namespace ASMGL_ISA {

#if defined(ASMGL_FOR_avx512) || defined(ASMGL_FOR_avx2) || defined(ASMGL_FOR_neon)
#define ASMGL_HAS_HALF_FLOATS
#endif

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

// ---- conversions ---------------------------------------------------------------------------------------------

ASMGL_INLINE F to_float(I value) { return __builtin_convertvector(value, F); }
// Toward zero; in range.
ASMGL_INLINE I to_signed(F value) { return __builtin_convertvector(value, I); }

// Floats in 255ths for packed_bytes(), rounded to nearest: not clamped below. What is above one is 255, a NaN at most
// 0.
ASMGL_INLINE I in_255ths(F value) {
    if (!converts_nan_low) value = larger(value, F{});
    return to_signed_nearest(smaller(F{} + 1.0f, value) * 255.0f);
}

// ---- parts of four lanes -------------------------------------------------------------------------------------

// From every four lanes of two registers, those with these numbers: the second one's are 4 to 7.
template <int a, int b, int c, int d, class V>
ASMGL_INLINE V in_parts(V first, V second) {
    constexpr int n = sizeof(V) / 4;
    constexpr auto at = [](int number, int part) { return number < 4 ? part + number : n + part + number - 4; };
    if constexpr (n == 4)
        return __builtin_shufflevector(first, second, a, b, c, d);
    else if constexpr (n == 8)
        return __builtin_shufflevector(first, second, at(a, 0), at(b, 0), at(c, 0), at(d, 0), at(a, 4), at(b, 4),
                                       at(c, 4), at(d, 4));
    else
        return __builtin_shufflevector(first, second, at(a, 0), at(b, 0), at(c, 0), at(d, 0), at(a, 4), at(b, 4),
                                       at(c, 4), at(d, 4), at(a, 8), at(b, 8), at(c, 8), at(d, 8), at(a, 12), at(b, 12),
                                       at(c, 12), at(d, 12));
}
// Lane `n` of every quad (lane = 4·quad + 2·y + x) in all four of its lanes.
template <int n>
ASMGL_INLINE F of_quad(F value) {
    return in_quads<n, n, n, n>(value);
}

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
