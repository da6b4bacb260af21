// Lane types in the CPU's registers: models of ir/semantics/lanes.h, of as many lanes as the SIMD level has.
//
// For sources that are compiled for each level (x_simd.cpp). Everything lies in a namespace named after the level, so
// that the linker can't take one level's inline function for another's.
#pragma once

#include <cstdint>

#include "ir/semantics/lanes.h"
#include "runtime/simd/vectors.h"

#if !defined(ASMGL_THIS_LEVEL)
#error "include from sources compiled for a SIMD level only (x_simd.cpp)"
#endif

namespace runtime {
inline namespace ASMGL_ISA {

inline constexpr int native_lanes = ASMGL_LANES;

typedef float FloatRegister __attribute__((vector_size(4 * ASMGL_LANES), may_alias));
typedef int32_t SignedRegister __attribute__((vector_size(4 * ASMGL_LANES), may_alias));
typedef uint32_t UnsignedRegister __attribute__((vector_size(4 * ASMGL_LANES), may_alias));

// AVX-512 has registers of single bits for masks; the others use all ones and zeros.
#if ASMGL_LANES == 16
using MaskRegister = __mmask16;
#else
using MaskRegister = SignedRegister;
#endif

struct NativeLanes {
    struct Mask {
        using Lanes = NativeLanes;
        MaskRegister value;
        ASMGL_INLINE explicit Mask(MaskRegister v) : value(v) {}
    };
    struct Float {
        using Lanes = NativeLanes;
        FloatRegister value;
        ASMGL_INLINE explicit Float(FloatRegister v) : value(v) {}
        ASMGL_INLINE explicit Float(float v) : value(v - FloatRegister{}) {}
    };
    struct Signed {
        using Lanes = NativeLanes;
        SignedRegister value;
        ASMGL_INLINE explicit Signed(SignedRegister v) : value(v) {}
        ASMGL_INLINE explicit Signed(int32_t v) : value(v - SignedRegister{}) {}
    };
    struct Unsigned {
        using Lanes = NativeLanes;
        UnsignedRegister value;
        ASMGL_INLINE explicit Unsigned(UnsignedRegister v) : value(v) {}
        ASMGL_INLINE explicit Unsigned(uint32_t v) : value(v - UnsignedRegister{}) {}
    };
};

using Float = NativeLanes::Float;
using Signed = NativeLanes::Signed;
using Unsigned = NativeLanes::Unsigned;
using Mask = NativeLanes::Mask;

// ---- memory --------------------------------------------------------------------------------------------------

template <class T>
ASMGL_INLINE T load(const void* from) {
    return T(*static_cast<const decltype(T::value)*>(from));
}
template <class T>
ASMGL_INLINE void store(void* to, T from) {
    *static_cast<decltype(T::value)*>(to) = from.value;
}

// ---- masks ---------------------------------------------------------------------------------------------------

#if ASMGL_LANES == 16
ASMGL_INLINE Mask operator&(Mask a, Mask b) { return Mask(static_cast<__mmask16>(a.value & b.value)); }
ASMGL_INLINE Mask operator|(Mask a, Mask b) { return Mask(static_cast<__mmask16>(a.value | b.value)); }
ASMGL_INLINE Mask operator!(Mask a) { return Mask(static_cast<__mmask16>(~a.value)); }
// By an instruction named here: GCC 12 may spill the widening of a mask as the narrow number and read back the wide
// one.
ASMGL_INLINE uint32_t to_bits(Mask a) {
    uint32_t bits;
    asm("kmovw %1, %0" : "=r"(bits) : "k"(a.value));
    return bits;
}
ASMGL_INLINE Mask from_bits(uint32_t bits) { return Mask(static_cast<__mmask16>(bits)); }

#define ASMGL_COMPARISON(op, float_rule, integer_rule)                                        \
    ASMGL_INLINE Mask operator op(Float a, Float b) {                                         \
        return Mask(_mm512_cmp_ps_mask(__m512(a.value), __m512(b.value), float_rule));        \
    }                                                                                         \
    ASMGL_INLINE Mask operator op(Signed a, Signed b) {                                       \
        return Mask(_mm512_cmp_epi32_mask(__m512i(a.value), __m512i(b.value), integer_rule)); \
    }                                                                                         \
    ASMGL_INLINE Mask operator op(Unsigned a, Unsigned b) {                                   \
        return Mask(_mm512_cmp_epu32_mask(__m512i(a.value), __m512i(b.value), integer_rule)); \
    }
ASMGL_COMPARISON(<, _CMP_LT_OQ, _MM_CMPINT_LT)
ASMGL_COMPARISON(<=, _CMP_LE_OQ, _MM_CMPINT_LE)
ASMGL_COMPARISON(>, _CMP_GT_OQ, _MM_CMPINT_NLE)
ASMGL_COMPARISON(>=, _CMP_GE_OQ, _MM_CMPINT_NLT)
ASMGL_COMPARISON(==, _CMP_EQ_OQ, _MM_CMPINT_EQ)
ASMGL_COMPARISON(!=, _CMP_NEQ_UQ, _MM_CMPINT_NE)
#undef ASMGL_COMPARISON

ASMGL_INLINE Float choose(Mask mask, Float a, Float b) {
    return Float(FloatRegister(_mm512_mask_blend_ps(mask.value, __m512(b.value), __m512(a.value))));
}
ASMGL_INLINE Signed choose(Mask mask, Signed a, Signed b) {
    return Signed(SignedRegister(_mm512_mask_blend_epi32(mask.value, __m512i(b.value), __m512i(a.value))));
}
ASMGL_INLINE Unsigned choose(Mask mask, Unsigned a, Unsigned b) {
    return Unsigned(UnsignedRegister(_mm512_mask_blend_epi32(mask.value, __m512i(b.value), __m512i(a.value))));
}
#else
ASMGL_INLINE Mask operator&(Mask a, Mask b) { return Mask(a.value & b.value); }
ASMGL_INLINE Mask operator|(Mask a, Mask b) { return Mask(a.value | b.value); }
ASMGL_INLINE Mask operator!(Mask a) { return Mask(~a.value); }
ASMGL_INLINE uint32_t to_bits(Mask a) { return simd::to_bits((simd::I)a.value); }
ASMGL_INLINE Mask from_bits(uint32_t bits) { return Mask((SignedRegister)simd::from_bits(bits)); }

#define ASMGL_COMPARISON(op)                                                               \
    ASMGL_INLINE Mask operator op(Float a, Float b) { return Mask(a.value op b.value); }   \
    ASMGL_INLINE Mask operator op(Signed a, Signed b) { return Mask(a.value op b.value); } \
    ASMGL_INLINE Mask operator op(Unsigned a, Unsigned b) { return Mask(a.value op b.value); }
ASMGL_COMPARISON(<)
ASMGL_COMPARISON(<=)
ASMGL_COMPARISON(>)
ASMGL_COMPARISON(>=)
ASMGL_COMPARISON(==)
ASMGL_COMPARISON(!=)
#undef ASMGL_COMPARISON

ASMGL_INLINE Float choose(Mask mask, Float a, Float b) { return Float(mask.value ? a.value : b.value); }
ASMGL_INLINE Signed choose(Mask mask, Signed a, Signed b) { return Signed(mask.value ? a.value : b.value); }
ASMGL_INLINE Unsigned choose(Mask mask, Unsigned a, Unsigned b) { return Unsigned(mask.value ? a.value : b.value); }
#endif

ASMGL_INLINE bool any(Mask a) { return to_bits(a) != 0; }

// choose(a > b, a, b) and choose(a < b, a, b): the CPU has both as they are, signs of zero and NaNs included.
ASMGL_INLINE Float larger(Float a, Float b) {
    return Float((FloatRegister)simd::larger((simd::F)a.value, (simd::F)b.value));
}
ASMGL_INLINE Float smaller(Float a, Float b) {
    return Float((FloatRegister)simd::smaller((simd::F)a.value, (simd::F)b.value));
}

// ---- floats --------------------------------------------------------------------------------------------------

// `result`, with the NaNs that x86 makes: of numbers a negative one, of a NaN that NaN.
ASMGL_INLINE SignedRegister is_nan(Float a) { return SignedRegister(a.value != a.value); }
#if defined(__x86_64__) || defined(__i386__)
ASMGL_INLINE Float with_nans_of(Float result, Float) { return result; }
ASMGL_INLINE Float with_nans_of(Float result, Float, Float) { return result; }
ASMGL_INLINE Float with_nans_of(Float result, Float, Float, Float) { return result; }
#else
#if defined(__aarch64__)
// It makes a positive one of numbers.
ASMGL_INLINE Float with_nan_of(Float result, Float) { return result; }
#else
ASMGL_INLINE Float with_nan_of(Float result, Float a) {
    return Float(FloatRegister(is_nan(a) ? SignedRegister(a.value) | 0x00400000 : SignedRegister(result.value)));
}
#endif
ASMGL_INLINE Float with_nans_of(Float result, SignedRegister of_nans) {
    return Float(FloatRegister(SignedRegister(result.value) | ((is_nan(result) & ~of_nans) << 31)));
}
ASMGL_INLINE Float with_nans_of(Float result, Float a) { return with_nan_of(with_nans_of(result, is_nan(a)), a); }
ASMGL_INLINE Float with_nans_of(Float result, Float a, Float b) {
    return with_nan_of(with_nan_of(with_nans_of(result, is_nan(a) | is_nan(b)), b), a);
}
ASMGL_INLINE Float with_nans_of(Float result, Float a, Float b, Float c) {
    const Float kept = with_nan_of(with_nan_of(with_nans_of(result, is_nan(a) | is_nan(b) | is_nan(c)), b), a);
    // AArch64 forgets the addend's NaN where the product is invalid.
    return Float(FloatRegister(is_nan(c) & ~(is_nan(a) | is_nan(b)) ? SignedRegister(c.value) | 0x00400000
                                                                    : SignedRegister(kept.value)));
}
#endif

ASMGL_INLINE Float operator+(Float a, Float b) { return with_nans_of(Float(a.value + b.value), a, b); }
ASMGL_INLINE Float operator-(Float a, Float b) { return with_nans_of(Float(a.value - b.value), a, b); }
ASMGL_INLINE Float operator*(Float a, Float b) { return with_nans_of(Float(a.value * b.value), a, b); }
ASMGL_INLINE Float operator/(Float a, Float b) { return with_nans_of(Float(a.value / b.value), a, b); }
ASMGL_INLINE Float operator-(Float a) { return Float(-a.value); }

#define ASMGL_BY_VECTOR(function) Float((FloatRegister)simd::function((simd::F)a.value))
ASMGL_INLINE Float square_root(Float a) { return with_nans_of(ASMGL_BY_VECTOR(square_root), a); }
ASMGL_INLINE Float round_down(Float a) { return with_nans_of(ASMGL_BY_VECTOR(round_down), a); }
ASMGL_INLINE Float round_up(Float a) { return with_nans_of(ASMGL_BY_VECTOR(round_up), a); }
ASMGL_INLINE Float round_to_zero(Float a) { return with_nans_of(ASMGL_BY_VECTOR(round_to_zero), a); }
ASMGL_INLINE Float round_to_even(Float a) { return with_nans_of(ASMGL_BY_VECTOR(round_to_even), a); }
#undef ASMGL_BY_VECTOR

#if defined(ASMGL_FUSED)
ASMGL_INLINE Float multiply_add(Float a, Float b, Float c) {
    return with_nans_of(Float((FloatRegister)simd::multiply_add((simd::F)a.value, (simd::F)b.value, (simd::F)c.value)),
                        a, b, c);
}
#else
// ir/semantics/fused_sums.h's over registers of two, by the compiler. Not inlined: it is fifty instructions.
[[gnu::noinline]] inline Float multiply_add(Float a, Float b, Float c) {
    typedef double Doubles __attribute__((vector_size(32)));
    typedef int64_t Words __attribute__((vector_size(32)));
    const Doubles product = __builtin_convertvector(a.value, Doubles) * __builtin_convertvector(b.value, Doubles);
    const Doubles added = __builtin_convertvector(c.value, Doubles);
    const Doubles sum = product + added, part = sum - product;
    const Doubles error = (product - (sum - part)) + (added - part);
    const Words bits = (Words)sum;
    const Words moves = ((error > 0.0) | (error < 0.0)) & ((bits & 1) == 0);
    const Words odd = bits + ((error > 0.0) == (sum > 0.0) ? moves & 1 : moves);
    return with_nans_of(Float(__builtin_convertvector((Doubles)odd, FloatRegister)), a, b, c);
}
#endif

// ---- integers ------------------------------------------------------------------------------------------------

// Signed arithmetic goes through unsigned, where wrapping is defined.
#define ASMGL_INTEGERS(T, Register)                                                                                   \
    ASMGL_INLINE T operator+(T a, T b) { return T(Register(UnsignedRegister(a.value) + UnsignedRegister(b.value))); } \
    ASMGL_INLINE T operator-(T a, T b) { return T(Register(UnsignedRegister(a.value) - UnsignedRegister(b.value))); } \
    ASMGL_INLINE T operator*(T a, T b) { return T(Register(UnsignedRegister(a.value) * UnsignedRegister(b.value))); } \
    ASMGL_INLINE T operator-(T a) { return T(Register(-UnsignedRegister(a.value))); }                                 \
    ASMGL_INLINE T operator&(T a, T b) { return T(a.value & b.value); }                                               \
    ASMGL_INLINE T operator|(T a, T b) { return T(a.value | b.value); }                                               \
    ASMGL_INLINE T operator^(T a, T b) { return T(a.value ^ b.value); }                                               \
    ASMGL_INLINE T operator~(T a) { return T(~a.value); }                                                             \
    ASMGL_INLINE T operator<<(T a, Unsigned n) { return T(Register(UnsignedRegister(a.value) << n.value)); }          \
    ASMGL_INLINE T operator>>(T a, Unsigned n) { return T(a.value >> Register(n.value)); }                            \
    ASMGL_INLINE T quotient(T a, T b) {                                                                               \
        T result = a;                                                                                                 \
        for (int i = 0; i < native_lanes; i++) result.value[i] = a.value[i] / b.value[i];                             \
        return result;                                                                                                \
    }                                                                                                                 \
    ASMGL_INLINE T remainder(T a, T b) {                                                                              \
        T result = a;                                                                                                 \
        for (int i = 0; i < native_lanes; i++) result.value[i] = a.value[i] % b.value[i];                             \
        return result;                                                                                                \
    }
ASMGL_INTEGERS(Signed, SignedRegister)
ASMGL_INTEGERS(Unsigned, UnsignedRegister)
#undef ASMGL_INTEGERS

ASMGL_INLINE Signed multiply_high(Signed a, Signed b) {
    Signed result = a;
    for (int i = 0; i < native_lanes; i++)
        result.value[i] = static_cast<int32_t>((int64_t{a.value[i]} * b.value[i]) >> 32);
    return result;
}
// Even and odd lanes multiply to 64 bits each.
ASMGL_INLINE Unsigned multiply_high(Unsigned a, Unsigned b) {
    typedef uint64_t Wide __attribute__((vector_size(4 * ASMGL_LANES)));
    const Wide wide_a = Wide(a.value), wide_b = Wide(b.value);
    const Wide even = (wide_a & 0xffffffffu) * (wide_b & 0xffffffffu);
    const Wide odd = (wide_a >> 32) * (wide_b >> 32);
    return Unsigned(UnsignedRegister((even >> 32) | (odd & 0xffffffff00000000u)));
}

// ---- between them --------------------------------------------------------------------------------------------

ASMGL_INLINE Unsigned as_unsigned(Float a) { return Unsigned(UnsignedRegister(a.value)); }
ASMGL_INLINE Unsigned as_unsigned(Signed a) { return Unsigned(UnsignedRegister(a.value)); }
ASMGL_INLINE Unsigned as_unsigned(Unsigned a) { return a; }
ASMGL_INLINE Signed as_signed(Float a) { return Signed(SignedRegister(a.value)); }
ASMGL_INLINE Signed as_signed(Unsigned a) { return Signed(SignedRegister(a.value)); }
ASMGL_INLINE Signed as_signed(Signed a) { return a; }
ASMGL_INLINE Float as_float(Unsigned a) { return Float(FloatRegister(a.value)); }
ASMGL_INLINE Float as_float(Signed a) { return Float(FloatRegister(a.value)); }
ASMGL_INLINE Float as_float(Float a) { return a; }
ASMGL_INLINE Signed to_signed(Float a) { return Signed((SignedRegister)simd::to_signed((simd::F)a.value)); }
// To nearest, ties to even; in range.
ASMGL_INLINE Signed to_signed_nearest(Float a) {
    return Signed((SignedRegister)simd::to_signed_nearest((simd::F)a.value));
}
ASMGL_INLINE Float to_float(Signed a) { return Float((FloatRegister)simd::to_float((simd::I)a.value)); }

// ---- numbers of 16 bits --------------------------------------------------------------------------------------

#if defined(ASMGL_HAS_HALF_FLOATS)
// ir/semantics/half_float.h's conversion by the CPU's instruction, which gives the same bits.
ASMGL_INLINE Float from_half(Unsigned a) { return Float((FloatRegister)simd::from_half((simd::I)a.value)); }
#endif

// ---- quads: lane = 4·quad + 2·y + x --------------------------------------------------------------------------

#define ASMGL_QUADS(a, ...) Float((FloatRegister)simd::in_quads<__VA_ARGS__>((simd::F)(a).value))
ASMGL_INLINE Float from_left(Float a) { return ASMGL_QUADS(a, 0, 0, 2, 2); }
ASMGL_INLINE Float from_right(Float a) { return ASMGL_QUADS(a, 1, 1, 3, 3); }
ASMGL_INLINE Float from_bottom(Float a) { return ASMGL_QUADS(a, 0, 1, 0, 1); }
ASMGL_INLINE Float from_top(Float a) { return ASMGL_QUADS(a, 2, 3, 2, 3); }
#undef ASMGL_QUADS

}  // namespace ASMGL_ISA
}  // namespace runtime
