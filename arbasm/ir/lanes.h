// What the operations' meanings are written over: lane types.
//
// A set of lane types L names four types, each a small struct around whatever holds the lanes' values:
//
//   L::Float      + - * / unary-  < <= > >= == !=  square_root round_down round_up round_to_zero round_to_even
//   L::Signed     + - * unary-  & | ^ ~ << >>  < <= > >= == !=  multiply_high quotient remainder
//   L::Unsigned   the same; >> fills with zeros
//   L::Mask       & | ! and choose(mask, a, b) for each of the types; any(mask)
//   between them  as_float as_signed as_unsigned (same bits)  to_signed (in range, toward zero)  to_float (nearest)
//   in quads      from_left from_right from_bottom from_top: what that column or row of the lane's 2×2 quad holds
//
// Types convert from one number explicitly (the same in all lanes) and name their set as `Lanes`. Shift counts are
// Unsigned in 0…31. Divisors are not zero and quotients are representable. Arithmetic is IEEE binary32 to nearest even
// and never contracted: every model of this concept gives the same bits (but for payload and sign of a NaN).
//
// Models: PlainLanes below (one lane of plain numbers: constants), runtime/simd/lanes.h (the CPU's registers),
// runtime/jit/recorded_lanes.h (values of code being generated).
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>

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

inline PlainLanes::Mask operator&(PlainLanes::Mask a, PlainLanes::Mask b) {
    return PlainLanes::Mask(a.value && b.value);
}
inline PlainLanes::Mask operator|(PlainLanes::Mask a, PlainLanes::Mask b) {
    return PlainLanes::Mask(a.value || b.value);
}
inline PlainLanes::Mask operator!(PlainLanes::Mask a) { return PlainLanes::Mask(!a.value); }
inline bool any(PlainLanes::Mask a) { return a.value; }

#define PLAIN_COMPARISONS(T)                                                                      \
    inline PlainLanes::Mask operator<(T a, T b) { return PlainLanes::Mask(a.value < b.value); }   \
    inline PlainLanes::Mask operator<=(T a, T b) { return PlainLanes::Mask(a.value <= b.value); } \
    inline PlainLanes::Mask operator>(T a, T b) { return PlainLanes::Mask(a.value > b.value); }   \
    inline PlainLanes::Mask operator>=(T a, T b) { return PlainLanes::Mask(a.value >= b.value); } \
    inline PlainLanes::Mask operator==(T a, T b) { return PlainLanes::Mask(a.value == b.value); } \
    inline PlainLanes::Mask operator!=(T a, T b) { return PlainLanes::Mask(a.value != b.value); } \
    inline T choose(PlainLanes::Mask mask, T a, T b) { return mask.value ? a : b; }
PLAIN_COMPARISONS(PlainLanes::Float)
PLAIN_COMPARISONS(PlainLanes::Signed)
PLAIN_COMPARISONS(PlainLanes::Unsigned)
#undef PLAIN_COMPARISONS

inline PlainLanes::Float operator+(PlainLanes::Float a, PlainLanes::Float b) {
    return PlainLanes::Float(a.value + b.value);
}
inline PlainLanes::Float operator-(PlainLanes::Float a, PlainLanes::Float b) {
    return PlainLanes::Float(a.value - b.value);
}
inline PlainLanes::Float operator*(PlainLanes::Float a, PlainLanes::Float b) {
    return PlainLanes::Float(a.value * b.value);
}
inline PlainLanes::Float operator/(PlainLanes::Float a, PlainLanes::Float b) {
    return PlainLanes::Float(a.value / b.value);
}
inline PlainLanes::Float operator-(PlainLanes::Float a) { return PlainLanes::Float(-a.value); }
inline PlainLanes::Float square_root(PlainLanes::Float a) { return PlainLanes::Float(std::sqrt(a.value)); }
inline PlainLanes::Float round_down(PlainLanes::Float a) { return PlainLanes::Float(std::floor(a.value)); }
inline PlainLanes::Float round_up(PlainLanes::Float a) { return PlainLanes::Float(std::ceil(a.value)); }
inline PlainLanes::Float round_to_zero(PlainLanes::Float a) { return PlainLanes::Float(std::trunc(a.value)); }
inline PlainLanes::Float round_to_even(PlainLanes::Float a) { return PlainLanes::Float(std::nearbyint(a.value)); }

// Signed arithmetic goes through unsigned, where wrapping is defined.
#define PLAIN_INTEGERS(T, Number)                                                                                     \
    inline T operator+(T a, T b) { return T(static_cast<Number>(uint32_t(a.value) + uint32_t(b.value))); }            \
    inline T operator-(T a, T b) { return T(static_cast<Number>(uint32_t(a.value) - uint32_t(b.value))); }            \
    inline T operator*(T a, T b) { return T(static_cast<Number>(uint32_t(a.value) * uint32_t(b.value))); }            \
    inline T operator-(T a) { return T(static_cast<Number>(0u - uint32_t(a.value))); }                                \
    inline T operator&(T a, T b) { return T(a.value & b.value); }                                                     \
    inline T operator|(T a, T b) { return T(a.value | b.value); }                                                     \
    inline T operator^(T a, T b) { return T(a.value ^ b.value); }                                                     \
    inline T operator~(T a) { return T(~a.value); }                                                                   \
    inline T operator<<(T a, PlainLanes::Unsigned n) { return T(static_cast<Number>(uint32_t(a.value) << n.value)); } \
    inline T operator>>(T a, PlainLanes::Unsigned n) { return T(a.value >> n.value); }                                \
    inline T quotient(T a, T b) { return T(a.value / b.value); }                                                      \
    inline T remainder(T a, T b) { return T(a.value % b.value); }
PLAIN_INTEGERS(PlainLanes::Signed, int32_t)
PLAIN_INTEGERS(PlainLanes::Unsigned, uint32_t)
#undef PLAIN_INTEGERS
inline PlainLanes::Signed multiply_high(PlainLanes::Signed a, PlainLanes::Signed b) {
    return PlainLanes::Signed(static_cast<int32_t>((int64_t{a.value} * b.value) >> 32));
}
inline PlainLanes::Unsigned multiply_high(PlainLanes::Unsigned a, PlainLanes::Unsigned b) {
    return PlainLanes::Unsigned(static_cast<uint32_t>((uint64_t{a.value} * b.value) >> 32));
}

inline PlainLanes::Unsigned as_unsigned(PlainLanes::Float a) {
    return PlainLanes::Unsigned(std::bit_cast<uint32_t>(a.value));
}
inline PlainLanes::Unsigned as_unsigned(PlainLanes::Signed a) { return PlainLanes::Unsigned(uint32_t(a.value)); }
inline PlainLanes::Unsigned as_unsigned(PlainLanes::Unsigned a) { return a; }
inline PlainLanes::Signed as_signed(PlainLanes::Float a) { return PlainLanes::Signed(std::bit_cast<int32_t>(a.value)); }
inline PlainLanes::Signed as_signed(PlainLanes::Unsigned a) { return PlainLanes::Signed(int32_t(a.value)); }
inline PlainLanes::Signed as_signed(PlainLanes::Signed a) { return a; }
inline PlainLanes::Float as_float(PlainLanes::Unsigned a) { return PlainLanes::Float(std::bit_cast<float>(a.value)); }
inline PlainLanes::Float as_float(PlainLanes::Signed a) { return PlainLanes::Float(std::bit_cast<float>(a.value)); }
inline PlainLanes::Float as_float(PlainLanes::Float a) { return a; }
inline PlainLanes::Signed to_signed(PlainLanes::Float a) { return PlainLanes::Signed(static_cast<int32_t>(a.value)); }
inline PlainLanes::Float to_float(PlainLanes::Signed a) { return PlainLanes::Float(static_cast<float>(a.value)); }

}  // namespace arbasm
