// Lane types in the CPU's registers: models of ir/semantics/lanes.h, 4 lanes with SSE4.2, 8 with AVX2, 16 with AVX-512.
//
// For sources compiled per instruction set (x_sse4.cpp, x_avx2.cpp, x_avx512.cpp). Everything lies in a namespace
// named after the instruction set, so that the linker can't take one set's inline function for another's.
#pragma once

#include <cstdint>
#include <immintrin.h>

#include "ir/semantics/lanes.h"
#include "runtime/simd/vectors.h"

#if !defined(__SSE4_2__)
#error "include from sources compiled for an instruction set only"
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
#if ASMGL_LANES == 16
ASMGL_INLINE Float larger(Float a, Float b) {
    return Float((FloatRegister)_mm512_maskz_max_ps(0xffff, (__m512)a.value, (__m512)b.value));
}
ASMGL_INLINE Float smaller(Float a, Float b) {
    return Float((FloatRegister)_mm512_maskz_min_ps(0xffff, (__m512)a.value, (__m512)b.value));
}
#elif ASMGL_LANES == 8
ASMGL_INLINE Float larger(Float a, Float b) {
    return Float((FloatRegister)_mm256_max_ps((__m256)a.value, (__m256)b.value));
}
ASMGL_INLINE Float smaller(Float a, Float b) {
    return Float((FloatRegister)_mm256_min_ps((__m256)a.value, (__m256)b.value));
}
#else
ASMGL_INLINE Float larger(Float a, Float b) {
    return Float((FloatRegister)_mm_max_ps((__m128)a.value, (__m128)b.value));
}
ASMGL_INLINE Float smaller(Float a, Float b) {
    return Float((FloatRegister)_mm_min_ps((__m128)a.value, (__m128)b.value));
}
#endif

// ---- floats --------------------------------------------------------------------------------------------------

ASMGL_INLINE Float operator+(Float a, Float b) { return Float(a.value + b.value); }
ASMGL_INLINE Float operator-(Float a, Float b) { return Float(a.value - b.value); }
ASMGL_INLINE Float operator*(Float a, Float b) { return Float(a.value * b.value); }
ASMGL_INLINE Float operator/(Float a, Float b) { return Float(a.value / b.value); }
ASMGL_INLINE Float operator-(Float a) { return Float(-a.value); }

ASMGL_INLINE Float square_root(Float a) { return Float((FloatRegister)simd::square_root((simd::F)a.value)); }
#define ASMGL_ROUND(x, rule) Float((FloatRegister)simd::round_by<rule>((simd::F)(x).value))
ASMGL_INLINE Float round_down(Float a) { return ASMGL_ROUND(a, _MM_FROUND_TO_NEG_INF); }
ASMGL_INLINE Float round_up(Float a) { return ASMGL_ROUND(a, _MM_FROUND_TO_POS_INF); }
ASMGL_INLINE Float round_to_zero(Float a) { return ASMGL_ROUND(a, _MM_FROUND_TO_ZERO); }
ASMGL_INLINE Float round_to_even(Float a) { return ASMGL_ROUND(a, _MM_FROUND_TO_NEAREST_INT); }
#undef ASMGL_ROUND

#if ASMGL_LANES == 16
ASMGL_INLINE Float multiply_add(Float a, Float b, Float c) {
    return Float((FloatRegister)_mm512_fmadd_ps((__m512)a.value, (__m512)b.value, (__m512)c.value));
}
#elif ASMGL_LANES == 8
ASMGL_INLINE Float multiply_add(Float a, Float b, Float c) {
    return Float((FloatRegister)_mm256_fmadd_ps((__m256)a.value, (__m256)b.value, (__m256)c.value));
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
    return Float(__builtin_convertvector((Doubles)odd, FloatRegister));
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

// ir/semantics/half_float.h's conversion by the CPU's instruction (F16C), which gives the same bits.
#if ASMGL_LANES == 16
ASMGL_INLINE Float from_half(Unsigned a) {
    return Float(FloatRegister(_mm512_maskz_cvtph_ps(0xffff, _mm512_maskz_cvtepi32_epi16(0xffff, __m512i(a.value)))));
}
#elif ASMGL_LANES == 8
ASMGL_INLINE Float from_half(Unsigned a) {
    const __m256i low = __m256i(a.value & 0xffffu);
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(low, low), _MM_SHUFFLE(2, 0, 2, 0));
    return Float(FloatRegister(_mm256_cvtph_ps(_mm256_castsi256_si128(packed))));
}
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
