// Primitives of registers of four lanes in the vectors that compilers have for every processor: what `generic` uses
// throughout, and `neon` where its instructions are what the compiler finds by itself.
#pragma once

#include "runtime/simd/primitives/common.h"

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
ASMGL_INLINE Words two_words_at(const void* first, const void* second) {
    Words words;
    int64_t word;
    __builtin_memcpy(&word, first, 8);
    words[0] = word;
    __builtin_memcpy(&word, second, 8);
    words[1] = word;
    return words;
}
ASMGL_INLINE Pairs gather_pairs(const std::byte* base, I offset) {
    const auto two = [&](int lane) { return (I)two_words_at(base + offset[lane], base + offset[lane + 1]); };
    const I low = two(0), high = two(2);
    return {__builtin_shufflevector(low, high, 0, 2, 4, 6), __builtin_shufflevector(low, high, 1, 3, 5, 7)};
}

// ---- masks ---------------------------------------------------------------------------------------------------

ASMGL_INLINE uint32_t to_bits(W mask) {
    return static_cast<uint32_t>(mask[0] < 0) | static_cast<uint32_t>(mask[1] < 0) << 1;
}
ASMGL_INLINE I from_bits(uint32_t bits) {
    const I lanes{1, 2, 4, 8};
    return (I)((lanes & static_cast<int32_t>(bits)) == lanes);
}
ASMGL_INLINE W from_wide_bits(uint32_t bits) {
    const W lanes{1, 2};
    return (W)((lanes & static_cast<int64_t>(bits)) == lanes);
}

// ---- floats --------------------------------------------------------------------------------------------------

ASMGL_INLINE F smaller(F a, F b) { return a < b ? a : b; }
ASMGL_INLINE F larger(F a, F b) { return a > b ? a : b; }
template <int a, int b, int c, int d>
ASMGL_INLINE F in_quads(F value) {
    return __builtin_shufflevector(value, value, a, b, c, d);
}

// ---- sizes of numbers ----------------------------------------------------------------------------------------

ASMGL_INLINE D to_double(HalfI value) { return __builtin_convertvector(value, D); }
ASMGL_INLINE D to_double(HalfF value) { return __builtin_convertvector(value, D); }
ASMGL_INLINE HalfF to_single(D value) { return __builtin_convertvector(value, HalfF); }
ASMGL_INLINE W widened(HalfI value) { return __builtin_convertvector(value, W); }

// ---- two numbers of 16 bits in each lane ---------------------------------------------------------------------

ASMGL_INLINE I halves_of(I low, I high) {
    constexpr int32_t lower = 0xffff;
    return (low & lower) | (high & ~lower);
}

// ---- bytes ---------------------------------------------------------------------------------------------------

ASMGL_INLINE Bytes choose_bytes(Bytes mask, Bytes a, Bytes b) { return (a & mask) | (b & ~mask); }
ASMGL_INLINE Bytes smaller(Bytes a, Bytes b) { return a < b ? a : b; }
ASMGL_INLINE Bytes larger(Bytes a, Bytes b) { return a > b ? a : b; }
ASMGL_INLINE I in_a_byte(I value) {
    value = value < 0 ? I{} : value;
    return value > 255 ? I{} + 255 : value;
}
ASMGL_INLINE I packed_bytes(I x, I y, I z, I w) {
    return in_a_byte(x) | in_a_byte(y) << 8 | in_a_byte(z) << 16 | in_a_byte(w) << 24;
}
ASMGL_INLINE F in_four_lanes_each(const float* numbers) { return *numbers - F{}; }

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
