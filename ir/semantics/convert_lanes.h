// CVT, and registers of one size used with the other, over lane types of 64 bits: what convert_number() computes for
// one number, to the last bit.
//
// All numbers lie in lanes of 64 bits, smaller ones in the low bits, with zeros above. Beside what lanes.h names
// there are two primitives: double_of_single(Unsigned), of the bits of a float; single_of_double(Float), the bits of
// the nearest float.
#pragma once

#include <limits>

#include "ir/semantics/convert_number.h"
#include "ir/semantics/lanes.h"

namespace arbasm {

// The types of 32 and 64 bits come first; between each two of them there is code.
inline constexpr int convertible_types = 6;
static_assert(static_cast<int>(DataType::F32) == 0 && static_cast<int>(DataType::U64) == 5);
inline constexpr bool is_convertible_in_lanes(DataType type) { return static_cast<int>(type) < convertible_types; }

namespace convert_lanes {

// ---- floats --------------------------------------------------------------------------------------------------

inline constexpr bool is_plain(Rounding rounding) {
    return rounding == Rounding::Default || rounding == Rounding::Round;
}

// The neighbour of a float's bits where the mask says: away from zero, or towards it.
template <class U>
LANE_FUNCTION U moved(U bits, MaskOf<U> away, MaskOf<U> inwards) {
    const U one(uint64_t{1});
    bits = choose(away, bits + one, bits);
    return choose(inwards, bits - one, bits);
}

// `below`, `above`: where the nearest number is less than the exact one, where it is greater.
template <class U>
LANE_FUNCTION U directed(U nearest, MaskOf<U> negative, MaskOf<U> below, MaskOf<U> above, Rounding rounding) {
    switch (rounding) {
        case Rounding::Floor: return moved(nearest, above & negative, above & !negative);
        case Rounding::Ceil: return moved(nearest, below & !negative, below & negative);
        case Rounding::Trunc:
            return choose((below & negative) | (above & !negative), nearest - U(uint64_t{1}), nearest);
        case Rounding::Default:
        case Rounding::Round: break;
    }
    return nearest;
}

template <class F>
LANE_FUNCTION UnsignedOf<F> float_of_double(F x, Rounding rounding) {
    using U = UnsignedOf<F>;
    U bits = single_of_double(x);
    if (!is_plain(rounding)) {
        const F back = double_of_single(bits);
        const MaskOf<F> below = back < x;
        const MaskOf<F> above = back > x;
        bits = directed(bits, as_signed(x) < SignedOf<F>(int64_t{0}), below, above, rounding);
    }
    return choose(x == x, bits, U(uint64_t{0x7fc00000}));
}

template <class F>
LANE_FUNCTION F clamped(F x, Saturation saturation) {
    if (saturation == Saturation::None) return x;
    const F one(1.0), least(saturation == Saturation::Unsigned ? 0.0 : -1.0);
    return choose(x > least, choose(x >= one, one, x), least);  // NaNs become the least
}

// ---- integers ------------------------------------------------------------------------------------------------

template <DataType type, class U>
LANE_FUNCTION U extended(U bits) {
    if constexpr (type == DataType::S32) {
        const U half(uint64_t{32});
        return as_unsigned(as_signed(bits << half) >> half);
    }
    return bits;
}
template <DataType type, class U>
LANE_FUNCTION U truncated(U bits) {
    return bit_count_of(type) == 32 ? bits & U(uint64_t{0xffffffff}) : bits;
}
template <DataType type>
inline constexpr uint64_t greatest_of = ~uint64_t{0} >> (64 - bit_count_of(type) + (is_signed_integer(type) ? 1 : 0));
// As 64 bits, signed ones with their sign.
template <DataType type>
inline constexpr uint64_t least_of = is_signed_integer(type) ? ~greatest_of<type> : 0;

// The nearest double of an unsigned number: its halves become exact doubles, and their sum rounds once.
template <class U>
LANE_FUNCTION FloatOf<U> nearest_double(U magnitude) {
    using F = FloatOf<U>;
    const U high = (magnitude >> U(uint64_t{32})) | U(uint64_t{0x453} << 52);
    const U low = (magnitude & U(uint64_t{0xffffffff})) | U(uint64_t{0x433} << 52);
    return (as_float(high) - F(0x1p84 + 0x1p52)) + as_float(low);
}

inline constexpr uint64_t below_fraction = 0x7ff;  // bits that 64-bit integers have beyond a double's 53

template <class U>
LANE_FUNCTION U double_of_integer(U magnitude, MaskOf<U> negative, Rounding rounding) {
    using F = FloatOf<U>;
    const F nearest = nearest_double(magnitude), zero(0.0);
    U bits = as_unsigned(nearest);
    const U sign = choose(negative, U(uint64_t{1} << 63), U(uint64_t{0}));
    if (!is_plain(rounding)) {
        // Both parts of the number are doubles, and so is what they differ by from the nearest one.
        const U rest = magnitude & U(below_fraction);
        const F error = (nearest_double(magnitude - rest) - nearest) + nearest_double(rest);
        const MaskOf<U> short_of = error > zero;
        const MaskOf<U> beyond = error < zero;
        bits = directed(bits | sign, negative, (short_of & !negative) | (beyond & negative),
                        (beyond & !negative) | (short_of & negative), rounding);
    }
    return bits | sign;
}

template <class U>
LANE_FUNCTION U float_of_integer(U magnitude, MaskOf<U> negative, Rounding rounding) {
    using F = FloatOf<U>;
    // If lower bits don't fit into the double, its last bit is set (round to odd): enough for a float to round
    // correctly.
    const U rest = magnitude & U(below_fraction), zero(uint64_t{0});
    const U sticky = choose(rest == zero, zero, U(below_fraction + 1));
    const MaskOf<U> large = magnitude >= U(uint64_t{1} << 53);
    const F exact = nearest_double(choose(large, (magnitude - rest) | sticky, magnitude));
    return float_of_double(choose(negative, -exact, exact), rounding);
}

template <DataType to, class F>
LANE_FUNCTION UnsignedOf<F> integer_of_double(F x, Rounding rounding, bool saturated) {
    using U = UnsignedOf<F>;
    using S = SignedOf<F>;
    const F whole = rounding == Rounding::Ceil    ? round_up(x)
                    : rounding == Rounding::Floor ? round_down(x)
                    : rounding == Rounding::Trunc ? round_to_zero(x)
                                                  : round_to_even(x);
    // The low 64 bits, however large it is.
    const U bits = as_unsigned(whole), zero(uint64_t{0});
    const U significand = (bits & U((uint64_t{1} << 52) - 1)) | U(uint64_t{1} << 52);
    const S exponent = as_signed((bits >> U(uint64_t{52})) & U(uint64_t{0x7ff})) - S(int64_t{1075});
    const S none(int64_t{0}), most(int64_t{63});
    const auto limited = [&](S count) {
        return as_unsigned(choose(count < none, none, choose(count > most, most, count)));
    };
    const U left = choose(exponent > most, zero, significand << limited(exponent));
    const U size = choose(exponent < none, significand >> limited(-exponent), left);
    U value = choose(as_signed(bits) < none, -size, size);
    // Infinities are clamped in any case.
    constexpr double limit = 2.0 * static_cast<double>(greatest_of<to> / 2 + 1);
    const F least(is_signed_integer(to) ? -limit : 0.0), infinity(std::numeric_limits<double>::infinity());
    const MaskOf<F> above = whole >= F(limit);
    const MaskOf<F> below = whole < least;
    const U greatest(greatest_of<to>), lowest(least_of<to>);
    value = choose(saturated ? above : above & (whole == infinity), greatest, value);
    value = choose(saturated ? below : below & (whole == -infinity), lowest, value);
    return truncated<to>(choose(x == x, value, zero));
}

// ---- any to any ----------------------------------------------------------------------------------------------

template <DataType from, DataType to, class U>
LANE_FUNCTION U converted(U bits, Rounding rounding, Saturation saturation) {
    using F = FloatOf<U>;
    using S = SignedOf<U>;
    const bool saturated = saturation != Saturation::None;
    const U zero(uint64_t{0}), one(uint64_t{1});
    if constexpr (from == to)
        if (!saturated) return bits;
    if constexpr (is_float(from)) {
        F x = from == DataType::F32 ? double_of_single(bits) : as_float(bits);
        if constexpr (!is_float(to)) return integer_of_double<to>(x, rounding, saturated);
        x = clamped(x, saturation);
        if constexpr (to == DataType::F32) return float_of_double(x, rounding);
        return choose(x == x, as_unsigned(x), U(uint64_t{0x7ff8} << 48));
    } else {
        const U value = extended<from>(bits);
        // Nowhere, of numbers without sign.
        MaskOf<U> negative = is_signed_integer(from) ? as_signed(value) < S(int64_t{0}) : value < zero;
        if constexpr (!is_float(to)) {
            if (!saturated) return truncated<to>(value);
            const U greatest(greatest_of<to>), least(least_of<to>);
            const MaskOf<U> above = (value > greatest) & !negative;
            const MaskOf<U> below = is_signed_integer(to) ? negative & (as_signed(value) < as_signed(least)) : negative;
            return truncated<to>(choose(above, greatest, choose(below, least, value)));
        } else {
            U magnitude = choose(negative, -value, value);
            if (saturated) magnitude = choose(magnitude > one, one, magnitude);
            if (saturation == Saturation::Unsigned) {
                magnitude = choose(negative, zero, magnitude);
                negative = value < zero;
            }
            return to == DataType::F32 ? float_of_integer(magnitude, negative, rounding)
                                       : double_of_integer(magnitude, negative, rounding);
        }
    }
}

}  // namespace convert_lanes

// Converts from `from` to a type that is known at run time, each of the convertible ones.
template <DataType from, class U>
U converted_from(U bits, DataType to, Rounding rounding, Saturation saturation) {
    using namespace convert_lanes;
    switch (to) {
        case DataType::F32: return converted<from, DataType::F32>(bits, rounding, saturation);
        case DataType::S32: return converted<from, DataType::S32>(bits, rounding, saturation);
        case DataType::U32: return converted<from, DataType::U32>(bits, rounding, saturation);
        case DataType::F64: return converted<from, DataType::F64>(bits, rounding, saturation);
        case DataType::S64: return converted<from, DataType::S64>(bits, rounding, saturation);
        case DataType::U64: return converted<from, DataType::U64>(bits, rounding, saturation);
        case DataType::F16:
        case DataType::S8:
        case DataType::S16:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: break;
    }
    return bits;
}
template <class U>
U converted_lanes(U bits, DataType from, DataType to, Rounding rounding = Rounding::Default,
                  Saturation saturation = Saturation::None) {
    switch (from) {
        case DataType::F32: return converted_from<DataType::F32>(bits, to, rounding, saturation);
        case DataType::S32: return converted_from<DataType::S32>(bits, to, rounding, saturation);
        case DataType::U32: return converted_from<DataType::U32>(bits, to, rounding, saturation);
        case DataType::F64: return converted_from<DataType::F64>(bits, to, rounding, saturation);
        case DataType::S64: return converted_from<DataType::S64>(bits, to, rounding, saturation);
        case DataType::U64: return converted_from<DataType::U64>(bits, to, rounding, saturation);
        case DataType::F16:
        case DataType::S8:
        case DataType::S16:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: break;
    }
    return bits;
}

// ---- numbers of 8 and 16 bits: by way of larger ones, which hold all of theirs -------------------------------------

namespace convert_lanes {

template <class U>
LANE_FUNCTION FloatOf<U> double_of_half(U bits) {
    using F = FloatOf<U>;
    const U size = bits & U(uint64_t{0x7fff}), sign = (bits & U(uint64_t{0x8000})) << U(uint64_t{48});
    const U moved = size << U(uint64_t{42});  // fraction and exponent are where a double has them
    const F number = as_float(moved) * F(0x1p1008);
    const U large = moved | U(uint64_t{0x7ff} << 52);
    return as_float(choose(size >= U(uint64_t{0x7c00}), large, as_unsigned(number)) | sign);
}

template <class F>
LANE_FUNCTION UnsignedOf<F> half_of_double(F x, Rounding rounding) {
    using U = UnsignedOf<F>;
    const auto number = [](uint64_t n) { return U(n); };
    const U bits = as_unsigned(x), sign = (bits >> number(48)) & number(0x8000);
    const MaskOf<F> negative = sign != number(0);
    // A half's last bit is worth 2^(exponent - 10), 2^-24 at least.
    const U exponent = (bits >> number(52)) & number(0x7ff), least = number(1023 - 14), most = number(1023 + 20);
    const U worth = choose(exponent < least, least, choose(exponent > most, most, exponent)) - number(10);
    const F scaled = x * as_float((number(2046) - worth) << number(52));
    const F whole = rounding == Rounding::Ceil    ? round_up(scaled)
                    : rounding == Rounding::Floor ? round_down(scaled)
                    : rounding == Rounding::Trunc ? round_to_zero(scaled)
                                                  : round_to_even(scaled);
    const F rounded = whole * as_float(worth << number(52));
    const F size = as_float(as_unsigned(rounded) & number(~uint64_t{0} >> 1));
    const U normal = (as_unsigned(size) >> number(42)) - number(uint64_t{1008} << 10);
    const U small = as_unsigned(size + F(0x1p28)) & number(0x7ff);
    U half = choose(size < F(0x1p-14), small, normal);
    // What is too large becomes infinite, or stays the largest number on the side that the rounding says.
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const U infinite = number(0x7c00), largest = number(0x7bff);
    const U beyond = rounding == Rounding::Ceil    ? choose(negative, largest, infinite)
                     : rounding == Rounding::Floor ? choose(negative, infinite, largest)
                     : rounding == Rounding::Trunc ? largest
                                                   : infinite;
    const MaskOf<F> is_infinite = (x == F(infinity)) | (x == F(-infinity));
    half = choose(size > F(65504.0), choose(is_infinite, infinite, beyond), half);
    return choose(x == x, half | sign, number(0x7e00));
}

}  // namespace convert_lanes

// Converts between all types, both known at run time.
template <class U>
U converted_numbers(U bits, DataType from, DataType to, Rounding rounding = Rounding::Default,
                    Saturation saturation = Saturation::None) {
    using namespace convert_lanes;
    using F = FloatOf<U>;
    // A NaN of 16 bits loses its payload, as it does where it is converted in steps (half_float.h).
    if (from == to && from == DataType::F16 && saturation == Saturation::None) {
        const U size = bits & U(uint64_t{0x7fff});
        return choose(size > U(uint64_t{0x7c00}), U(uint64_t{0x7e00}), size) | (bits & U(uint64_t{0x8000}));
    }
    if (from == to && saturation == Saturation::None) return bits;
    if (from == DataType::F16) {
        bits = as_unsigned(double_of_half(bits));
        from = DataType::F64;
    } else if (!is_convertible_in_lanes(from)) {
        const U unused(static_cast<uint64_t>(64 - bit_count_of(from)));
        if (is_signed_integer(from)) bits = as_unsigned(as_signed(bits << unused) >> unused);
        from = is_signed_integer(from) ? DataType::S64 : DataType::U64;
    }
    if (is_convertible_in_lanes(to)) return converted_lanes(bits, from, to, rounding, saturation);
    // Integers that a double doesn't hold are beyond a half's.
    if (to == DataType::F16) {
        const U half = half_of_double(
            as_float(converted_lanes(bits, from, DataType::F64, Rounding::Default, saturation)), rounding);
        if (!is_float(from) || saturation != Saturation::None) return half;
        // A NaN keeps its sign, as it does there.
        const U sign = (bits >> U(uint64_t{from == DataType::F32 ? 16u : 48u})) & U(uint64_t{0x8000});
        const U nan(uint64_t{0x7e00});
        return choose(half == nan, nan | sign, half);
    }
    const uint64_t greatest = ~uint64_t{0} >> (64 - bit_count_of(to) + (is_signed_integer(to) ? 1 : 0));
    const uint64_t least = is_signed_integer(to) ? ~greatest : 0;
    const auto signed_of = [](uint64_t number) { return SignedOf<U>(static_cast<int64_t>(number)); };
    const U whole = converted_lanes(bits, from, DataType::S64, rounding, saturation);
    U value = whole;
    if (saturation != Saturation::None) {
        value = choose(as_signed(whole) > signed_of(greatest), U(greatest), whole);
        value = choose(as_signed(whole) < signed_of(least), U(least), value);
    } else if (is_float(from)) {
        // Infinities are clamped in any case.
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const F x = from == DataType::F32 ? double_of_single(bits) : as_float(bits);
        value = choose(x == F(infinity), U(greatest), choose(x == F(-infinity), U(least), whole));
    }
    return value & U(~uint64_t{0} >> (64 - bit_count_of(to)));
}

}  // namespace arbasm
