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
ASMGL_INLINE uint32_t to_bits(WideMask a) { return simd::to_bits((simd::W)a.value); }
ASMGL_INLINE WideMask from_wide_bits(uint32_t bits) { return WideMask((WideSignedRegister)simd::from_wide_bits(bits)); }
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

// As with_nans_of() of runtime/simd/lanes.h.
ASMGL_INLINE WideSignedRegister is_nan(WideFloat a) { return WideSignedRegister(a.value != a.value); }
#if defined(__x86_64__) || defined(__i386__)
ASMGL_INLINE WideFloat with_nans_of(WideFloat result, WideFloat) { return result; }
ASMGL_INLINE WideFloat with_nans_of(WideFloat result, WideFloat, WideFloat) { return result; }
#else
#if defined(__aarch64__)
ASMGL_INLINE WideFloat with_nan_of(WideFloat result, WideFloat) { return result; }
#else
ASMGL_INLINE WideFloat with_nan_of(WideFloat result, WideFloat a) {
    return WideFloat(WideFloatRegister(is_nan(a) ? WideSignedRegister(a.value) | int64_t{1} << 51
                                                 : WideSignedRegister(result.value)));
}
#endif
ASMGL_INLINE WideFloat with_nans_of(WideFloat result, WideSignedRegister of_nans) {
    return WideFloat(WideFloatRegister(WideSignedRegister(result.value) | ((is_nan(result) & ~of_nans) << 63)));
}
ASMGL_INLINE WideFloat with_nans_of(WideFloat result, WideFloat a) {
    return with_nan_of(with_nans_of(result, is_nan(a)), a);
}
ASMGL_INLINE WideFloat with_nans_of(WideFloat result, WideFloat a, WideFloat b) {
    return with_nan_of(with_nan_of(with_nans_of(result, is_nan(a) | is_nan(b)), b), a);
}
#endif

ASMGL_INLINE WideFloat operator+(WideFloat a, WideFloat b) { return with_nans_of(WideFloat(a.value + b.value), a, b); }
ASMGL_INLINE WideFloat operator-(WideFloat a, WideFloat b) { return with_nans_of(WideFloat(a.value - b.value), a, b); }
ASMGL_INLINE WideFloat operator*(WideFloat a, WideFloat b) { return with_nans_of(WideFloat(a.value * b.value), a, b); }
ASMGL_INLINE WideFloat operator/(WideFloat a, WideFloat b) { return with_nans_of(WideFloat(a.value / b.value), a, b); }
ASMGL_INLINE WideFloat operator-(WideFloat a) { return WideFloat(-a.value); }

#define ASMGL_BY_VECTOR(function) WideFloat((WideFloatRegister)simd::function((simd::D)a.value))
ASMGL_INLINE WideFloat square_root(WideFloat a) { return with_nans_of(ASMGL_BY_VECTOR(square_root), a); }
ASMGL_INLINE WideFloat round_down(WideFloat a) { return with_nans_of(ASMGL_BY_VECTOR(round_down), a); }
ASMGL_INLINE WideFloat round_up(WideFloat a) { return with_nans_of(ASMGL_BY_VECTOR(round_up), a); }
ASMGL_INLINE WideFloat round_to_zero(WideFloat a) { return with_nans_of(ASMGL_BY_VECTOR(round_to_zero), a); }
ASMGL_INLINE WideFloat round_to_even(WideFloat a) { return with_nans_of(ASMGL_BY_VECTOR(round_to_even), a); }
#undef ASMGL_BY_VECTOR

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
// For 32 bits in the low word: what ir/semantics/convert_lanes.h asks for.
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
