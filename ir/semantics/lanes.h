// Lane types: the operations' definitions are written over these.
//
// A set of lane types L names four types, each a small struct around whatever holds the lanes' values:
//
//   L::Float      + - * / unary-  < <= > >= == !=  square_root round_down round_up round_to_zero round_to_even
//                 multiply_add(a, b, c) = a·b + c, rounded once (of 32 bits only)
//   L::Signed     + - * unary-  & | ^ ~ << >>  < <= > >= == !=  multiply_high quotient remainder
//   L::Unsigned   the same; >> fills with zeros
//   L::Mask       & | ! and choose(mask, a, b) for each of the types; any(mask), or refined_where_any() of its own
//   between them  as_float as_signed as_unsigned (same bits)  to_signed (in range, toward zero)  to_float (nearest)
//   of two        smaller larger: choose(a < b, a, b) and choose(a > b, a, b), the second where one is NaN; minimum
//                 maximum: what MIN and MAX give (semantics.h)
//   by numbers    broadcast (one number in all lanes)  to_bits from_bits (a mask as bits, lane 0 lowest)
//                 to_signed_nearest (ties to even)
//   in quads      from_left from_right from_bottom from_top: what that column or row of the lane's 2×2 quad holds
//
// Types convert from one number explicitly (the same in all lanes) and name their set as `Lanes`. Shift counts are
// Unsigned in 0…31. Divisors are not zero and quotients are representable. Arithmetic is IEEE binary32 to nearest even
// and never contracted: every model of this concept gives the same bits (but where different NaNs meet).
//
// Models: PlainLanes below (one lane of plain numbers: constants), runtime/simd/lanes.h (the CPU's registers),
// runtime/jit/recorded_lanes.h (values of code being generated).
//
// A set of 64-bit numbers has a member `bits`: PlainWideLanes below, runtime/simd/wide_lanes.h. Shift counts reach 63
// there; it has no primitives that work in quads.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <type_traits>

// For every function over lane types: a copy that the linker shared could be of another instruction set.
#define LANE_FUNCTION [[gnu::always_inline]] inline

namespace arbasm {

template <class T>
concept LaneType = requires {
    typename T::Lanes;
};

template <LaneType T>
using FloatOf = typename T::Lanes::Float;
template <LaneType T>
using SignedOf = typename T::Lanes::Signed;
template <LaneType T>
using UnsignedOf = typename T::Lanes::Unsigned;
template <LaneType T>
using MaskOf = typename T::Lanes::Mask;

template <class T>
concept FloatLanes = LaneType<T> && std::same_as<T, FloatOf<T>>;
template <class T>
concept SignedLanes = LaneType<T> && std::same_as<T, SignedOf<T>>;
template <class T>
concept UnsignedLanes = LaneType<T> && std::same_as<T, UnsignedOf<T>>;
template <class T>
concept IntegerLanes = SignedLanes<T> || UnsignedLanes<T>;

template <LaneType T>
inline constexpr uint32_t lane_bits = [] {
    if constexpr (requires { T::Lanes::bits; })
        return T::Lanes::bits;
    else
        return 32u;
}();
template <class T>
concept WideLanes = LaneType<T> && lane_bits<T>
== 64;

// ---- one lane of plain numbers -----------------------------------------------------------------------------------

struct PlainLanes {
    struct Mask {
        using Lanes = PlainLanes;
        bool value;
        explicit constexpr Mask(bool v) : value(v) {}
    };
    struct Float {
        using Lanes = PlainLanes;
        float value;
        explicit constexpr Float(float v) : value(v) {}
    };
    struct Signed {
        using Lanes = PlainLanes;
        int32_t value;
        explicit constexpr Signed(int32_t v) : value(v) {}
    };
    struct Unsigned {
        using Lanes = PlainLanes;
        uint32_t value;
        explicit constexpr Unsigned(uint32_t v) : value(v) {}
    };
};

struct PlainWideLanes {
    static constexpr uint32_t bits = 64;
    struct Mask {
        using Lanes = PlainWideLanes;
        bool value;
        explicit constexpr Mask(bool v) : value(v) {}
    };
    struct Float {
        using Lanes = PlainWideLanes;
        double value;
        explicit constexpr Float(double v) : value(v) {}
    };
    struct Signed {
        using Lanes = PlainWideLanes;
        int64_t value;
        explicit constexpr Signed(int64_t v) : value(v) {}
    };
    struct Unsigned {
        using Lanes = PlainWideLanes;
        uint64_t value;
        explicit constexpr Unsigned(uint64_t v) : value(v) {}
    };
};

#define PLAIN_MASKS(M)                                             \
    inline M operator&(M a, M b) { return M(a.value && b.value); } \
    inline M operator|(M a, M b) { return M(a.value || b.value); } \
    inline M operator!(M a) { return M(!a.value); }                \
    inline bool any(M a) { return a.value; }
PLAIN_MASKS(PlainLanes::Mask)
PLAIN_MASKS(PlainWideLanes::Mask)
#undef PLAIN_MASKS

#define PLAIN_COMPARISONS(L, Type)                                                          \
    inline L::Mask operator<(L::Type a, L::Type b) { return L::Mask(a.value < b.value); }   \
    inline L::Mask operator<=(L::Type a, L::Type b) { return L::Mask(a.value <= b.value); } \
    inline L::Mask operator>(L::Type a, L::Type b) { return L::Mask(a.value > b.value); }   \
    inline L::Mask operator>=(L::Type a, L::Type b) { return L::Mask(a.value >= b.value); } \
    inline L::Mask operator==(L::Type a, L::Type b) { return L::Mask(a.value == b.value); } \
    inline L::Mask operator!=(L::Type a, L::Type b) { return L::Mask(a.value != b.value); } \
    inline L::Type choose(L::Mask mask, L::Type a, L::Type b) { return mask.value ? a : b; }
PLAIN_COMPARISONS(PlainLanes, Float)
PLAIN_COMPARISONS(PlainLanes, Signed)
PLAIN_COMPARISONS(PlainLanes, Unsigned)
PLAIN_COMPARISONS(PlainWideLanes, Float)
PLAIN_COMPARISONS(PlainWideLanes, Signed)
PLAIN_COMPARISONS(PlainWideLanes, Unsigned)
#undef PLAIN_COMPARISONS

// `result` of these operands, with the NaNs that x86 makes: of numbers a negative one, of a NaN that NaN.
#if defined(__x86_64__) || defined(__i386__)
template <class Number>
Number with_nans_of(Number result, std::initializer_list<Number>) {
    return result;
}
#else
template <class Number>
Number with_nans_of(Number result, std::initializer_list<Number> operands) {
    using Bits = std::conditional_t<sizeof(Number) == 4, uint32_t, uint64_t>;
    if (!std::isnan(result)) return result;
    constexpr Bits quiet = sizeof(Number) == 4 ? Bits{0x00400000} : Bits{1} << 51;
    for (const Number operand : operands)
        if (std::isnan(operand)) return std::bit_cast<Number>(std::bit_cast<Bits>(operand) | quiet);
    return std::copysign(std::numeric_limits<Number>::quiet_NaN(), Number{-1});
}
#endif

#define PLAIN_FLOATS(F)                                                                             \
    inline F operator+(F a, F b) { return F(with_nans_of(a.value + b.value, {a.value, b.value})); } \
    inline F operator-(F a, F b) { return F(with_nans_of(a.value - b.value, {a.value, b.value})); } \
    inline F operator*(F a, F b) { return F(with_nans_of(a.value * b.value, {a.value, b.value})); } \
    inline F operator/(F a, F b) { return F(with_nans_of(a.value / b.value, {a.value, b.value})); } \
    inline F operator-(F a) { return F(-a.value); }                                                 \
    inline F square_root(F a) { return F(with_nans_of(std::sqrt(a.value), {a.value})); }            \
    inline F round_down(F a) { return F(with_nans_of(std::floor(a.value), {a.value})); }            \
    inline F round_up(F a) { return F(with_nans_of(std::ceil(a.value), {a.value})); }               \
    inline F round_to_zero(F a) { return F(with_nans_of(std::trunc(a.value), {a.value})); }         \
    inline F round_to_even(F a) { return F(with_nans_of(std::nearbyint(a.value), {a.value})); }
PLAIN_FLOATS(PlainLanes::Float)
PLAIN_FLOATS(PlainWideLanes::Float)
#undef PLAIN_FLOATS
inline PlainLanes::Float multiply_add(PlainLanes::Float a, PlainLanes::Float b, PlainLanes::Float c) {
    return PlainLanes::Float(with_nans_of(std::fma(a.value, b.value, c.value), {a.value, b.value, c.value}));
}

// Signed arithmetic goes through unsigned, where wrapping is defined.
#define PLAIN_INTEGERS(L, T, Number, Word)                                                               \
    inline T operator+(T a, T b) { return T(static_cast<Number>(Word(a.value) + Word(b.value))); }       \
    inline T operator-(T a, T b) { return T(static_cast<Number>(Word(a.value) - Word(b.value))); }       \
    inline T operator*(T a, T b) { return T(static_cast<Number>(Word(a.value) * Word(b.value))); }       \
    inline T operator-(T a) { return T(static_cast<Number>(Word(0) - Word(a.value))); }                  \
    inline T operator&(T a, T b) { return T(a.value & b.value); }                                        \
    inline T operator|(T a, T b) { return T(a.value | b.value); }                                        \
    inline T operator^(T a, T b) { return T(a.value ^ b.value); }                                        \
    inline T operator~(T a) { return T(~a.value); }                                                      \
    inline T operator<<(T a, L::Unsigned n) { return T(static_cast<Number>(Word(a.value) << n.value)); } \
    inline T operator>>(T a, L::Unsigned n) { return T(a.value >> n.value); }                            \
    inline T quotient(T a, T b) { return T(a.value / b.value); }                                         \
    inline T remainder(T a, T b) { return T(a.value % b.value); }
PLAIN_INTEGERS(PlainLanes, PlainLanes::Signed, int32_t, uint32_t)
PLAIN_INTEGERS(PlainLanes, PlainLanes::Unsigned, uint32_t, uint32_t)
PLAIN_INTEGERS(PlainWideLanes, PlainWideLanes::Signed, int64_t, uint64_t)
PLAIN_INTEGERS(PlainWideLanes, PlainWideLanes::Unsigned, uint64_t, uint64_t)
#undef PLAIN_INTEGERS
inline PlainLanes::Signed multiply_high(PlainLanes::Signed a, PlainLanes::Signed b) {
    return PlainLanes::Signed(static_cast<int32_t>((int64_t{a.value} * b.value) >> 32));
}
inline PlainLanes::Unsigned multiply_high(PlainLanes::Unsigned a, PlainLanes::Unsigned b) {
    return PlainLanes::Unsigned(static_cast<uint32_t>((uint64_t{a.value} * b.value) >> 32));
}

#define PLAIN_CONVERSIONS(L)                                                                                          \
    inline L::Unsigned as_unsigned(L::Float a) {                                                                      \
        return L::Unsigned(std::bit_cast<decltype(L::Unsigned::value)>(a.value));                                     \
    }                                                                                                                 \
    inline L::Unsigned as_unsigned(L::Signed a) {                                                                     \
        return L::Unsigned(static_cast<decltype(L::Unsigned::value)>(a.value));                                       \
    }                                                                                                                 \
    inline L::Unsigned as_unsigned(L::Unsigned a) { return a; }                                                       \
    inline L::Signed as_signed(L::Float a) { return L::Signed(std::bit_cast<decltype(L::Signed::value)>(a.value)); }  \
    inline L::Signed as_signed(L::Unsigned a) { return L::Signed(static_cast<decltype(L::Signed::value)>(a.value)); } \
    inline L::Signed as_signed(L::Signed a) { return a; }                                                             \
    inline L::Float as_float(L::Unsigned a) { return L::Float(std::bit_cast<decltype(L::Float::value)>(a.value)); }   \
    inline L::Float as_float(L::Signed a) { return L::Float(std::bit_cast<decltype(L::Float::value)>(a.value)); }     \
    inline L::Float as_float(L::Float a) { return a; }                                                                \
    inline L::Signed to_signed(L::Float a) { return L::Signed(static_cast<decltype(L::Signed::value)>(a.value)); }    \
    inline L::Float to_float(L::Signed a) { return L::Float(static_cast<decltype(L::Float::value)>(a.value)); }
PLAIN_CONVERSIONS(PlainLanes)
PLAIN_CONVERSIONS(PlainWideLanes)
#undef PLAIN_CONVERSIONS

// What only few lanes need, with its cost: made where any lane of the mask needs it. It has one or two lane values;
// models that record code branch around these.
template <class Mask, class Values, class Make>
LANE_FUNCTION Values refined_where_any(Mask mask, Values usual, Make refined) {
    return any(mask) ? refined() : usual;
}

}  // namespace arbasm
