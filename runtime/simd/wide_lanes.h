// Lane types of 64-bit numbers: models of ir/semantics/lanes.h over half as many lanes as runtime/simd/lanes.h has.
//
// In memory a 64-bit register is two ordinary ones: the low words of all components, then the high words. So a
// component is spread over two words that lie `vector_bytes` apart; load_wide() and store_wide() put them together.
#pragma once

#include "runtime/simd/lanes.h"

namespace runtime {
inline namespace ASMGL_ISA {

inline constexpr int wide_native_lanes = native_lanes / 2;

typedef double WideFloatRegister __attribute__((vector_size(4 * ASMGL_LANES), may_alias));
typedef int64_t WideSignedRegister __attribute__((vector_size(4 * ASMGL_LANES), may_alias));
typedef uint64_t WideUnsignedRegister __attribute__((vector_size(4 * ASMGL_LANES), may_alias));
typedef uint32_t HalfRegister __attribute__((vector_size(2 * ASMGL_LANES), may_alias, aligned(4)));
typedef float HalfFloatRegister __attribute__((vector_size(2 * ASMGL_LANES), may_alias));

struct WideNativeLanes {
    static constexpr uint32_t bits = 64;
    struct Mask {
        using Lanes = WideNativeLanes;
        WideSignedRegister value;
        ASMGL_INLINE explicit Mask(WideSignedRegister v) : value(v) {}
    };
    struct Float {
        using Lanes = WideNativeLanes;
        WideFloatRegister value;
        ASMGL_INLINE explicit Float(WideFloatRegister v) : value(v) {}
        ASMGL_INLINE explicit Float(double v) : value(v - WideFloatRegister{}) {}
    };
    struct Signed {
        using Lanes = WideNativeLanes;
        WideSignedRegister value;
        ASMGL_INLINE explicit Signed(WideSignedRegister v) : value(v) {}
        ASMGL_INLINE explicit Signed(int64_t v) : value(v - WideSignedRegister{}) {}
    };
    struct Unsigned {
        using Lanes = WideNativeLanes;
        WideUnsignedRegister value;
        ASMGL_INLINE explicit Unsigned(WideUnsignedRegister v) : value(v) {}
        ASMGL_INLINE explicit Unsigned(uint64_t v) : value(v - WideUnsignedRegister{}) {}
    };
};

using WideFloat = WideNativeLanes::Float;
using WideSigned = WideNativeLanes::Signed;
using WideUnsigned = WideNativeLanes::Unsigned;
using WideMask = WideNativeLanes::Mask;

// ---- memory --------------------------------------------------------------------------------------------------

template <class T>
ASMGL_INLINE T load_wide(const void* low_words, const void* high_words) {
    const WideUnsignedRegister low =
        __builtin_convertvector(*static_cast<const HalfRegister*>(low_words), WideUnsignedRegister);
    const WideUnsignedRegister high =
        __builtin_convertvector(*static_cast<const HalfRegister*>(high_words), WideUnsignedRegister);
    return T(decltype(T::value)(low | high << 32));
}
template <class T>
ASMGL_INLINE void store_wide(void* low_words, void* high_words, T from) {
    const auto value = WideUnsignedRegister(from.value);
    *static_cast<HalfRegister*>(low_words) = __builtin_convertvector(value, HalfRegister);
    *static_cast<HalfRegister*>(high_words) = __builtin_convertvector(value >> 32, HalfRegister);
}

// ---- masks ---------------------------------------------------------------------------------------------------

ASMGL_INLINE WideMask operator&(WideMask a, WideMask b) { return WideMask(a.value & b.value); }
ASMGL_INLINE WideMask operator|(WideMask a, WideMask b) { return WideMask(a.value | b.value); }
ASMGL_INLINE WideMask operator!(WideMask a) { return WideMask(~a.value); }
#if ASMGL_LANES == 16
ASMGL_INLINE uint32_t to_bits(WideMask a) {  // as to_bits(Mask) does, and for its reason
    uint32_t bits;
    asm("kmovb %1, %0" : "=r"(bits) : "k"(_mm512_movepi64_mask(__m512i(a.value))));
    return bits;
}
ASMGL_INLINE WideMask from_wide_bits(uint32_t bits) {
    return WideMask(WideSignedRegister(_mm512_movm_epi64(static_cast<__mmask8>(bits))));
}
#elif ASMGL_LANES == 8
ASMGL_INLINE uint32_t to_bits(WideMask a) { return static_cast<uint32_t>(_mm256_movemask_pd(__m256d(a.value))); }
ASMGL_INLINE WideMask from_wide_bits(uint32_t bits) {
    const WideSignedRegister lane_bit{1, 2, 4, 8};
    return WideMask((static_cast<int64_t>(bits) & lane_bit) == lane_bit);
}
#else
ASMGL_INLINE uint32_t to_bits(WideMask a) { return static_cast<uint32_t>(_mm_movemask_pd(__m128d(a.value))); }
ASMGL_INLINE WideMask from_wide_bits(uint32_t bits) {
    const WideSignedRegister lane_bit{1, 2};
    return WideMask((static_cast<int64_t>(bits) & lane_bit) == lane_bit);
}
#endif
ASMGL_INLINE bool any(WideMask a) { return to_bits(a) != 0; }

#define ASMGL_COMPARISON(op)                                                                               \
    ASMGL_INLINE WideMask operator op(WideFloat a, WideFloat b) { return WideMask(a.value op b.value); }   \
    ASMGL_INLINE WideMask operator op(WideSigned a, WideSigned b) { return WideMask(a.value op b.value); } \
    ASMGL_INLINE WideMask operator op(WideUnsigned a, WideUnsigned b) { return WideMask(a.value op b.value); }
ASMGL_COMPARISON(<)
ASMGL_COMPARISON(<=)
ASMGL_COMPARISON(>)
ASMGL_COMPARISON(>=)
ASMGL_COMPARISON(==)
ASMGL_COMPARISON(!=)
#undef ASMGL_COMPARISON

ASMGL_INLINE WideFloat choose(WideMask mask, WideFloat a, WideFloat b) {
    return WideFloat(mask.value ? a.value : b.value);
}
ASMGL_INLINE WideSigned choose(WideMask mask, WideSigned a, WideSigned b) {
    return WideSigned(mask.value ? a.value : b.value);
}
ASMGL_INLINE WideUnsigned choose(WideMask mask, WideUnsigned a, WideUnsigned b) {
    return WideUnsigned(mask.value ? a.value : b.value);
}

// ---- floats --------------------------------------------------------------------------------------------------

ASMGL_INLINE WideFloat operator+(WideFloat a, WideFloat b) { return WideFloat(a.value + b.value); }
ASMGL_INLINE WideFloat operator-(WideFloat a, WideFloat b) { return WideFloat(a.value - b.value); }
ASMGL_INLINE WideFloat operator*(WideFloat a, WideFloat b) { return WideFloat(a.value * b.value); }
ASMGL_INLINE WideFloat operator/(WideFloat a, WideFloat b) { return WideFloat(a.value / b.value); }
ASMGL_INLINE WideFloat operator-(WideFloat a) { return WideFloat(-a.value); }

#if ASMGL_LANES == 16
#define ASMGL_ROUND(x, rule) _mm512_maskz_roundscale_pd(0xff, __m512d((x).value), rule)
ASMGL_INLINE WideFloat square_root(WideFloat a) {
    return WideFloat(WideFloatRegister(_mm512_maskz_sqrt_pd(0xff, __m512d(a.value))));
}
#elif ASMGL_LANES == 8
#define ASMGL_ROUND(x, rule) _mm256_round_pd(__m256d((x).value), rule)
ASMGL_INLINE WideFloat square_root(WideFloat a) {
    return WideFloat(WideFloatRegister(_mm256_sqrt_pd(__m256d(a.value))));
}
#else
#define ASMGL_ROUND(x, rule) _mm_round_pd(__m128d((x).value), rule)
ASMGL_INLINE WideFloat square_root(WideFloat a) { return WideFloat(WideFloatRegister(_mm_sqrt_pd(__m128d(a.value)))); }
#endif
ASMGL_INLINE WideFloat round_down(WideFloat a) {
    return WideFloat(WideFloatRegister(ASMGL_ROUND(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)));
}
ASMGL_INLINE WideFloat round_up(WideFloat a) {
    return WideFloat(WideFloatRegister(ASMGL_ROUND(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)));
}
ASMGL_INLINE WideFloat round_to_zero(WideFloat a) {
    return WideFloat(WideFloatRegister(ASMGL_ROUND(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)));
}
ASMGL_INLINE WideFloat round_to_even(WideFloat a) {
    return WideFloat(WideFloatRegister(ASMGL_ROUND(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)));
}
#undef ASMGL_ROUND

// ---- integers ------------------------------------------------------------------------------------------------

#define ASMGL_WIDE_INTEGERS(T, Register)                                                                             \
    ASMGL_INLINE T operator+(T a, T b) {                                                                             \
        return T(Register(WideUnsignedRegister(a.value) + WideUnsignedRegister(b.value)));                           \
    }                                                                                                                \
    ASMGL_INLINE T operator-(T a, T b) {                                                                             \
        return T(Register(WideUnsignedRegister(a.value) - WideUnsignedRegister(b.value)));                           \
    }                                                                                                                \
    ASMGL_INLINE T operator*(T a, T b) {                                                                             \
        return T(Register(WideUnsignedRegister(a.value) * WideUnsignedRegister(b.value)));                           \
    }                                                                                                                \
    ASMGL_INLINE T operator-(T a) { return T(Register(-WideUnsignedRegister(a.value))); }                            \
    ASMGL_INLINE T operator&(T a, T b) { return T(a.value & b.value); }                                              \
    ASMGL_INLINE T operator|(T a, T b) { return T(a.value | b.value); }                                              \
    ASMGL_INLINE T operator^(T a, T b) { return T(a.value ^ b.value); }                                              \
    ASMGL_INLINE T operator~(T a) { return T(~a.value); }                                                            \
    ASMGL_INLINE T operator<<(T a, WideUnsigned n) { return T(Register(WideUnsignedRegister(a.value) << n.value)); } \
    ASMGL_INLINE T operator>>(T a, WideUnsigned n) { return T(a.value >> Register(n.value)); }                       \
    ASMGL_INLINE T quotient(T a, T b) {                                                                              \
        T result = a;                                                                                                \
        for (int i = 0; i < wide_native_lanes; i++) result.value[i] = a.value[i] / b.value[i];                       \
        return result;                                                                                               \
    }                                                                                                                \
    ASMGL_INLINE T remainder(T a, T b) {                                                                             \
        T result = a;                                                                                                \
        for (int i = 0; i < wide_native_lanes; i++) result.value[i] = a.value[i] % b.value[i];                       \
        return result;                                                                                               \
    }
ASMGL_WIDE_INTEGERS(WideSigned, WideSignedRegister)
ASMGL_WIDE_INTEGERS(WideUnsigned, WideUnsignedRegister)
#undef ASMGL_WIDE_INTEGERS

// ---- between them --------------------------------------------------------------------------------------------

ASMGL_INLINE WideUnsigned as_unsigned(WideFloat a) { return WideUnsigned(WideUnsignedRegister(a.value)); }
ASMGL_INLINE WideUnsigned as_unsigned(WideSigned a) { return WideUnsigned(WideUnsignedRegister(a.value)); }
ASMGL_INLINE WideUnsigned as_unsigned(WideUnsigned a) { return a; }
ASMGL_INLINE WideSigned as_signed(WideFloat a) { return WideSigned(WideSignedRegister(a.value)); }
ASMGL_INLINE WideSigned as_signed(WideUnsigned a) { return WideSigned(WideSignedRegister(a.value)); }
ASMGL_INLINE WideSigned as_signed(WideSigned a) { return a; }
ASMGL_INLINE WideFloat as_float(WideUnsigned a) { return WideFloat(WideFloatRegister(a.value)); }
ASMGL_INLINE WideFloat as_float(WideSigned a) { return WideFloat(WideFloatRegister(a.value)); }
ASMGL_INLINE WideFloat as_float(WideFloat a) { return a; }
ASMGL_INLINE WideSigned to_signed(WideFloat a) {
    return WideSigned(__builtin_convertvector(a.value, WideSignedRegister));
}
ASMGL_INLINE WideFloat to_float(WideSigned a) { return WideFloat(__builtin_convertvector(a.value, WideFloatRegister)); }
// Of 32 bits in the low word: what ir/semantics/convert_lanes.h asks for.
ASMGL_INLINE WideFloat double_of_single(WideUnsigned bits) {
    const HalfRegister low = __builtin_convertvector(bits.value, HalfRegister);
    return WideFloat(__builtin_convertvector(HalfFloatRegister(low), WideFloatRegister));
}
ASMGL_INLINE WideUnsigned single_of_double(WideFloat a) {
    const HalfFloatRegister nearest = __builtin_convertvector(a.value, HalfFloatRegister);
    return WideUnsigned(__builtin_convertvector(HalfRegister(nearest), WideUnsignedRegister));
}

}  // namespace ASMGL_ISA
}  // namespace runtime
