// The primitives of runtime/simd/vectors.h by nothing but the vectors that compilers have for every processor.
#pragma once

#include "runtime/simd/primitives/portable.h"

namespace runtime::simd {
inline namespace ASMGL_ISA {

// A NaN may become any number.
inline constexpr bool converts_nan_low = false;

ASMGL_INLINE void stream(void* to, Words value) { __builtin_memcpy(to, &value, sizeof value); }

ASMGL_INLINE uint32_t to_bits(I mask) {
    const I bits = (mask < 0) & I{1, 2, 4, 8};
    return static_cast<uint32_t>(bits[0] | bits[1] | bits[2] | bits[3]);
}
ASMGL_INLINE uint32_t to_bits_of_eight(Ints<8> mask) {
    I half[2];
    __builtin_memcpy(half, &mask, sizeof mask);
    return to_bits(half[0]) | to_bits(half[1]) << 4;
}

ASMGL_INLINE F square_root(F value) {
    for (int i = 0; i < lane_width; ++i) value[i] = __builtin_sqrtf(value[i]);
    return value;
}
ASMGL_INLINE D square_root(D value) { return D{__builtin_sqrt(value[0]), __builtin_sqrt(value[1])}; }

// Numbers from 2^23, or 2^52, on are whole. Below, adding that number rounds to nearest, ties to even.
template <class V, class Bits>
ASMGL_INLINE V with_sign_of(V value, V sign, Bits sign_bit) {
    typedef decltype(value < value) Mask;
    return (V)(((Mask)value & ~sign_bit) | ((Mask)sign & sign_bit));
}
ASMGL_INLINE I sign_of(F) { return I{} + INT32_MIN; }
ASMGL_INLINE W sign_of(D) { return W{} + INT64_MIN; }
ASMGL_INLINE F least_whole(F) { return F{} + 0x1p23f; }
ASMGL_INLINE D least_whole(D) { return D{} + 0x1p52; }
template <class V>
ASMGL_INLINE V round_magnitude(V size) {
    const V whole = least_whole(size);
    return size >= whole ? size : size + whole - whole;  // NaNs become quiet
}
template <class V>
ASMGL_INLINE V round_to_even_by_sums(V value) {
    const V size = (V)((decltype(value < value))value & ~sign_of(value));
    return with_sign_of(round_magnitude(size), value, sign_of(value));
}
template <class V>
ASMGL_INLINE V round_to_zero_by_sums(V value) {
    const V size = (V)((decltype(value < value))value & ~sign_of(value));
    const V rounded = round_magnitude(size);
    return with_sign_of(rounded > size ? rounded - 1 : rounded, value, sign_of(value));
}
template <class V>
ASMGL_INLINE V round_down_by_sums(V value) {
    const V rounded = round_to_even_by_sums(value);
    return rounded > value ? rounded - 1 : rounded;
}
template <class V>
ASMGL_INLINE V round_up_by_sums(V value) {
    const V rounded = round_to_even_by_sums(value);
    return with_sign_of(rounded < value ? rounded + 1 : rounded, value, sign_of(value));
}
#define ASMGL_ROUNDING(V)                                                          \
    ASMGL_INLINE V round_down(V value) { return round_down_by_sums(value); }       \
    ASMGL_INLINE V round_up(V value) { return round_up_by_sums(value); }           \
    ASMGL_INLINE V round_to_zero(V value) { return round_to_zero_by_sums(value); } \
    ASMGL_INLINE V round_to_even(V value) { return round_to_even_by_sums(value); }
ASMGL_ROUNDING(F)
ASMGL_ROUNDING(D)
#undef ASMGL_ROUNDING
ASMGL_INLINE I to_signed_nearest(F value) { return __builtin_convertvector(round_to_even(value), I); }

ASMGL_INLINE W product_of_words(W a, W b) { return a * b; }

ASMGL_INLINE I maximum_halves(I a, I b) { return (I)((Halves)a > (Halves)b ? (Halves)a : (Halves)b); }
ASMGL_INLINE I minimum_signed_halves(I a, I b) {
    return (I)((SignedHalves)a < (SignedHalves)b ? (SignedHalves)a : (SignedHalves)b);
}
ASMGL_INLINE I multiply_high_halves(I a, I b) {
    typedef uint32_t U __attribute__((vector_size(16)));
    const U low = ((U)a & 0xffff) * ((U)b & 0xffff), high = ((U)a >> 16) * ((U)b >> 16);
    return (I)((low >> 16) | (high & 0xffff0000u));
}
// The lower half of each lane as a signed number, and the upper one.
ASMGL_INLINE I signed_lower(I a) { return (I)((Ints<4>)((a << 16)) >> 16); }
ASMGL_INLINE I signed_upper(I a) { return a >> 16; }
ASMGL_INLINE I sum_of_products(I a, I b) {
    typedef uint32_t U __attribute__((vector_size(16)));
    return (I)((U)(signed_lower(a) * signed_lower(b)) + (U)(signed_upper(a) * signed_upper(b)));
}
ASMGL_INLINE I sums_of_byte_products(I a, I b) {
    const auto product = [&](int n) { return ((a >> 8 * n) & 255) * ((b << (24 - 8 * n)) >> 24); };
    return ((product(0) + product(1)) & 0xffff) | (product(2) + product(3)) << 16;
}
ASMGL_INLINE I bytes_of_quad(I a, I b) {
    const Bytes from = (Bytes)a, numbers = (Bytes)b;
    Bytes found{};
    for (int i = 0; i < 16; ++i) found[i] = from[numbers[i] & 15];
    return (I)found;
}

ASMGL_INLINE uint32_t to_bits(Bytes mask) {
    const Words gathered = (Words)((mask >> 7) & 1);
    // Byte n of eight goes to bit 56 + n.
    const auto of_eight = [](int64_t bytes) {
        return static_cast<uint32_t>(static_cast<uint64_t>(bytes) * 0x0102040810204080u >> 56);
    };
    return of_eight(gathered[0]) | of_eight(gathered[1]) << 8;
}
ASMGL_INLINE uint32_t packed_bytes(I value) {
    const I bytes = in_a_byte(value) << I{0, 8, 16, 24};
    return static_cast<uint32_t>(bytes[0] | bytes[1] | bytes[2] | bytes[3]);
}
ASMGL_INLINE uint32_t packed_unorm8(F value) {
    const F bounded = smaller(larger(value, F{}), F{} + 1.0f);
    return packed_bytes(to_signed_nearest(bounded * 255.0f));
}
ASMGL_INLINE F to_floats(Bytes bytes) {
    const I word = I{} + ((I)bytes)[0];
    return __builtin_convertvector((word >> I{0, 8, 16, 24}) & 255, F);
}
template <class At>
ASMGL_INLINE Bytes sixteen_bytes(const At& at) {
    return (Bytes)I{static_cast<int32_t>(packed_bytes(at(0))), static_cast<int32_t>(packed_bytes(at(4))),
                    static_cast<int32_t>(packed_bytes(at(8))), static_cast<int32_t>(packed_bytes(at(12)))};
}

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
