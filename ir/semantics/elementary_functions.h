// Exponential, logarithm, power, sine and cosine over lanes: polynomials of our own, the same bits in every engine.
//
// Error bounds in units in the last place: logarithm and exponential 1.1, sine and cosine 1.8 (3 beyond |x| = 8192),
// power 2. Powers of two and their logarithms are exact. Values and signs at the ends of the ranges follow C's library.
//
// Rare arguments are handled behind refined_where_any(): denormals, zero and negative numbers of logarithms, exponents
// with denormal or no results, very large angles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "ir/semantics/lanes.h"

namespace arbasm {

// An unevaluated sum, the second part small against the first: twice the digits where one number is too short.
template <FloatLanes F>
struct LongFloat {
    F high, low;
};

template <FloatLanes F>
LANE_FUNCTION F infinity() {
    return as_float(UnsignedOf<F>(0x7f800000u));
}
template <FloatLanes F>
LANE_FUNCTION F not_a_number() {
    return as_float(UnsignedOf<F>(0x7fc00000u));
}
template <FloatLanes F>
LANE_FUNCTION F magnitude(F x) {
    if constexpr (WideLanes<F>)
        return as_float(as_unsigned(x) & UnsignedOf<F>(~(uint64_t{1} << 63)));
    else
        return as_float(as_unsigned(x) & UnsignedOf<F>(0x7fffffffu));
}

// The sum exactly, for |a| >= |b| or a = 0.
template <FloatLanes F>
LANE_FUNCTION LongFloat<F> long_sum(F a, F b) {
    const F sum = a + b;
    return {sum, (a - sum) + b};
}

// c[0] + c[1]·x + c[2]·x² + …, in pairs, pairs of pairs, …: terms that depend only on x are computed side by side.
template <FloatLanes F, size_t count>
LANE_FUNCTION F sum_of_powers(F x, const F (&c)[count]) {
    if constexpr (count == 2) {
        return multiply_add(x, c[1], c[0]);
    } else if constexpr (count == 3) {
        return multiply_add(x, multiply_add(x, c[2], c[1]), c[0]);
    } else {
        const auto pair = [&]<size_t i>(std::integral_constant<size_t, i>) __attribute__((always_inline)) {
            if constexpr (2 * i + 1 < count)
                return multiply_add(x, c[2 * i + 1], c[2 * i]);
            else
                return c[2 * i];
        };
        return [&]<size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
            const F pairs[] = {pair(std::integral_constant<size_t, i>())...};
            return sum_of_powers(x * x, pairs);
        }
        (std::make_index_sequence<(count + 1) / 2>());
    }
}
// The polynomial with these coefficients, the lowest one first and added last, for it weighs most.
template <FloatLanes F, class... Others>
LANE_FUNCTION F polynomial(F x, float lowest, Others... others) {
    const F higher[] = {F(others)...};
    return multiply_add(x, sum_of_powers(x, higher), F(lowest));
}

// 2^f for f in ±½.
template <FloatLanes F>
LANE_FUNCTION F exponential2_of_part(F f) {
    const F q =
        polynomial(f, 0x1.62e43p-1f, 0x1.ebfbdcp-3f, 0x1.c6aee8p-5f, 0x1.3b2d4ep-7f, 0x1.5f3e8p-10f, 0x1.41fba6p-13f);
    return multiply_add(f, q, F(1.0f));
}

// Those of |x| < 125: of no denormal result, even where what is added to the rest makes it a little less, and no NaN.
template <FloatLanes F>
LANE_FUNCTION auto is_ordinary_exponent(F x) {
    return magnitude(x) < F(125.0f);
}
// 2^(whole + f) of an ordinary x; `add_rest` computes f from the fractional rest of x.
template <FloatLanes F, class AddRest>
LANE_FUNCTION F ordinary_exponential2(F x, AddRest add_rest) {
    // Where a float's last bit is worth 1, adding rounds to the nearest whole number and leaves it in the low bits,
    // from where it is added to the exponent of what is about 1.
    const F origin(0x1.8p23f);
    const F shifted = x + origin;
    const F f = add_rest(x - (shifted - origin));
    return as_float(as_unsigned(exponential2_of_part(f)) + (as_unsigned(shifted) << UnsignedOf<F>(23u)));
}
// The same of any.
template <FloatLanes F, class AddRest>
LANE_FUNCTION F any_exponential2(F x, AddRest add_rest) {
    using S = SignedOf<F>;
    // Beyond ±160 the result no longer changes. NaN falls through both tests and comes back out of the polynomial.
    F high = choose(x > F(160.0f), F(160.0f), x);
    high = choose(high < F(-160.0f), F(-160.0f), high);
    // In two steps, so that denormal results round once and 2^128 is reached only by overflow: 2^(whole - 63) and 2^63,
    // or if x is negative 2^(whole + 65) and 2^-65. Both origins are even, as that of ordinary exponents is: a half
    // goes to the same whole number.
    const auto negative = as_signed(high) < S(0);
    const F origin = choose(negative, F(0x1.8p23f + 127 + 65), F(0x1.8p23f + 127 - 63));
    const F shifted = high + origin;
    const F f = add_rest(high - (shifted - origin));
    const F step = as_float(as_unsigned(shifted) << UnsignedOf<F>(23u));
    return (exponential2_of_part(f) * step) * choose(negative, F(0x1p-65f), F(0x1p63f));
}

template <FloatLanes F>
LANE_FUNCTION F exponential2(F x) {
    const auto all = [](F rest) __attribute__((always_inline)) { return rest; };
    return refined_where_any(
        !is_ordinary_exponent(x),
        ordinary_exponential2(x, all), [&]() __attribute__((always_inline)) { return any_exponential2(x, all); });
}

// ---- logarithms ----------------------------------------------------------------------------------------------------

// x = 2^exponent·mantissa, the mantissa in [√½, √2).
template <FloatLanes F>
struct SplitNumber {
    F exponent, mantissa;
};

// Splits a number that is positive, finite and not denormal.
template <FloatLanes F>
LANE_FUNCTION SplitNumber<F> split(F x) {
    using S = SignedOf<F>;
    const S offset = as_signed(x) - S(0x3f3504f3);
    return {to_float(offset >> UnsignedOf<F>(23u)), as_float((offset & S(0x007fffff)) + S(0x3f3504f3))};
}
template <FloatLanes F>
LANE_FUNCTION auto is_not_ordinary(F x) {
    using U = UnsignedOf<F>;
    return as_unsigned(x) - U(0x00800000u) >= U(0x7f000000u);
}
// Splits any positive number.
template <FloatLanes F>
LANE_FUNCTION SplitNumber<F> split_small(F x) {
    const auto tiny = x < F(0x1p-126f);
    const SplitNumber<F> parts = split(choose(tiny, x * F(0x1p23f), x));
    return {parts.exponent - choose(tiny, F(23.0f), F(0.0f)), parts.mantissa};
}
// Infinity and NaN are their own logarithms.
template <FloatLanes F>
LANE_FUNCTION F logarithm_of_any(F x, F of_positive) {
    const F finite = choose(x < infinity<F>(), of_positive, x);
    return choose(x > F(0.0f), finite, choose(x == F(0.0f), -infinity<F>(), not_a_number<F>()));
}

// With z = mantissa - 1, which is exact: z·log2 e + z²·(…).
template <FloatLanes F>
LANE_FUNCTION F logarithm2(SplitNumber<F> x) {
    const F z = x.mantissa - F(1.0f);
    const F q = polynomial(z, -0x1.71547p-1f, 0x1.ec7096p-2f, -0x1.715a72p-2f, 0x1.277e3cp-2f, -0x1.eabd1p-3f,
                           0x1.a3059ap-3f, -0x1.87484cp-3f, 0x1.7d4762p-3f, -0x1.c26424p-4f);
    const F rest = multiply_add(z * z, q, z * F(0x1.4ae0cp-26f));
    return x.exponent + multiply_add(z, F(0x1.715476p0f), rest);
}

template <FloatLanes F>
LANE_FUNCTION F logarithm2(F x) {
    return refined_where_any(
        is_not_ordinary(x), logarithm2(split(x)), [&]() __attribute__((always_inline)) {
            return logarithm_of_any(x, logarithm2(split_small(x)));
        });
}

// To 30 bits, for those who multiply it: log2 m = 2/ln 2 · artanh s, s = (m - 1)/(m + 1).
template <FloatLanes F>
LANE_FUNCTION LongFloat<F> long_logarithm2(SplitNumber<F> x) {
    const F numerator = x.mantissa - F(1.0f);
    const F denominator = x.mantissa + F(1.0f);
    const F denominator_low = x.mantissa - (denominator - F(1.0f));
    // s_low is what s lacks to the quotient.
    const F inverse = F(1.0f) / denominator;
    const F s = numerator * inverse;
    const F s_low = multiply_add(-s, denominator_low, multiply_add(-s, denominator, numerator)) * inverse;

    const F square = s * s;
    const F q = polynomial(square, 0x1.ec709ep-1f, 0x1.2776c6p-1f, 0x1.a615aep-2f, 0x1.48975ep-2f, 0x1.0faf98p-2f);
    // s·(2/ln 2 + square·q) in two parts, the factor and then the product.
    const F slope(0x1.715476p1f);
    const F factor = multiply_add(square, q, slope);
    const F factor_low = multiply_add(square, q, slope - factor) + F(0x1.4ae0cp-25f);
    const F product = s * factor;
    // What s lacks counts by the slope there.
    const F product_low = multiply_add(s_low, multiply_add(slope, square, slope),
                                       multiply_add(s, factor_low, multiply_add(s, factor, -product)));

    LongFloat<F> result = long_sum(x.exponent, product);
    result.low = result.low + product_low;
    return result;
}
// The low part has no meaning where the logarithm is infinite or NaN.
template <FloatLanes F>
LANE_FUNCTION LongFloat<F> long_logarithm2(F x) {
    return refined_where_any(
        is_not_ordinary(x), long_logarithm2(split(x)), [&]() __attribute__((always_inline)) {
            const LongFloat<F> of_positive = long_logarithm2(split_small(x));
            return LongFloat<F>{logarithm_of_any(x, of_positive.high), of_positive.low};
        });
}

// x^y as 2^(y·log2 x): NaN for negative x. x^0 = 1 for every x, 0^0 included.
template <FloatLanes F>
LANE_FUNCTION F power(F x, F y) {
    const LongFloat<F> logarithm = long_logarithm2(x);
    const auto product = [&](F exponent) __attribute__((always_inline)) {
        const F high = exponent * logarithm.high;
        return LongFloat<F>{high, multiply_add(exponent, logarithm.low, multiply_add(exponent, logarithm.high, -high))};
    };
    const auto with = [](F low) __attribute__((always_inline)) {
        return [low](F rest) __attribute__((always_inline)) { return rest + low; };
    };
    const LongFloat<F> usual = product(y);
    return refined_where_any(
        !is_ordinary_exponent(usual.high),
        ordinary_exponential2(usual.high, with(usual.low)), [&]() __attribute__((always_inline)) {
            // The smallest logarithm that is not zero is above 2^-25: exponents beyond 2^40 all overflow alike.
            F exponent = choose(y > F(0x1p40f), F(0x1p40f), y);
            exponent = choose(exponent < F(-0x1p40f), F(-0x1p40f), exponent);
            const LongFloat<F> any = product(exponent);
            // Not so where the logarithm is infinite or none.
            const auto small = magnitude(any.high) < F(256.0f);
            const F result = any_exponential2(any.high, with(choose(small, any.low, F(0.0f))));
            return choose(y == F(0.0f), F(1.0f), result);
        });
}

// ---- sine and cosine -----------------------------------------------------------------------------------------------

// The angle minus half turns, for cosines minus a quarter turn: the sine of the rest is the result, except for its
// sign.
enum class AngleOrigin : uint8_t { Zero, QuarterTurn };

template <FloatLanes F>
struct ReducedAngle {
    F remainder;               // in about ±π/2
    UnsignedOf<F> half_turns;  // how many; its lowest bit
};

// 0 <= x < 8193: subtracts multiples of π in three parts, the first time without an error. Larger angles give anything.
template <AngleOrigin origin, FloatLanes F>
LANE_FUNCTION ReducedAngle<F> reduce_angle(F x) {
    constexpr bool quarter = origin == AngleOrigin::QuarterTurn;
    // Where a float's last bit is worth 1, from 2^23 on, adding rounds to the nearest whole number and leaves it in the
    // low bits. For a count of whole numbers and a half the origin is a half below that; only what is less than a
    // quarter of π would stay below, too.
    const F turned = quarter ? choose(x > F(0.8f), x, F(0.8f)) : x;
    const F zero(quarter ? 0x1p23f - 0.5f : 0x1.8p23f);
    const F shifted = multiply_add(turned, F(0x1.45f306p-2f), zero);
    const F count = shifted - zero;
    constexpr float sign = quarter ? 1.0f : -1.0f;
    const F first = multiply_add(count, F(sign * 0x1.921fb4p1f), quarter ? -x : x);
    const F second = multiply_add(count, F(sign * 0x1.4442dp-23f), first);
    return {multiply_add(count, F(sign * 0x1.84698p-47f), second), as_unsigned(shifted)};
}

// Any finite x >= 2^13, in integers: the significand times those 96 bits of 2/π that matter modulo 4.
template <AngleOrigin origin, FloatLanes F>
LANE_FUNCTION ReducedAngle<F> reduce_large_angle(F x) {
    using S = SignedOf<F>;
    using U = UnsignedOf<F>;
    const U bits = as_unsigned(x);
    const U significand = (bits & U(0x007fffffu)) | U(0x00800000u);
    const U position = (bits >> U(23u)) - U(120u);  // of the first bit used, counted from 32 bits before the point
    const U word = position >> U(5u), shift = position & U(31u);

    // A zero word, then the fraction of 2/π.
    constexpr uint32_t two_over_pi[8] = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                         0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
    U part[4] = {U(two_over_pi[4]), U(two_over_pi[5]), U(two_over_pi[6]), U(two_over_pi[7])};
    for (uint32_t first = 4; first-- > 0;)
        for (uint32_t i = 0; i < 4; i++) part[i] = choose(word == U(first), U(two_over_pi[first + i]), part[i]);
    // A shift by 32 is not defined, so the lower word moves by one first.
    const auto window = [&](U high, U low) { return (high << shift) | ((low >> U(1u)) >> (U(31u) - shift)); };
    const U v2 = window(part[0], part[1]), v1 = window(part[1], part[2]), v0 = window(part[2], part[3]);

    const U middle = significand * v1;
    const U low = middle + multiply_high(significand, v0);
    const U carry = choose(low < middle, U(1u), U(0u));
    // high:low is the angle in quarter turns, modulo 4, with 62 bits of fraction.
    constexpr uint32_t quarter = 0x40000000, start = origin == AngleOrigin::QuarterTurn ? quarter : 0;
    const U high = significand * v2 + multiply_high(significand, v1) + carry - U(start);
    const U half_turns = (high + U(quarter)) >> U(31u);
    const U fraction_high = high - (half_turns << U(31u));
    const auto negative = as_signed(fraction_high) < S(0);
    const U low_size = choose(negative, -low, low);
    const U high_size = choose(negative, ~fraction_high + choose(low == U(0u), U(1u), U(0u)), fraction_high);
    const F first = to_float(as_signed(high_size >> U(8u))) * F(0x1p-22f);
    const F second = to_float(as_signed(((high_size & U(0xffu)) << U(16u)) | (low_size >> U(16u)))) * F(0x1p-46f);
    const F third = to_float(as_signed(low_size & U(0xffffu))) * F(0x1p-62f);
    const F size = (first + (second + third)) * F(0x1.921fb6p0f);

    // Cosines take the quarter turn less the angle.
    const F remainder = choose(negative, -size, size);
    return {origin == AngleOrigin::QuarterTurn ? -remainder : remainder, half_turns};
}

template <AngleOrigin origin, FloatLanes F>
LANE_FUNCTION F sine_from(F x) {
    using U = UnsignedOf<F>;
    const F size = magnitude(x);
    // So are infinities and NaNs, which all give one NaN: what signs compilers move past others would change.
    const auto large = !(size < F(8192.0f));
    const ReducedAngle<F> small = reduce_angle<origin>(size);
    const ReducedAngle<F> angle = refined_where_any(
        large, small, [&]() __attribute__((always_inline)) {
            const auto finite = size < infinity<F>();
            const ReducedAngle<F> exact = reduce_large_angle<origin>(choose(large & finite, size, F(8192.0f)));
            const F remainder = choose(finite, exact.remainder, not_a_number<F>());
            return ReducedAngle<F>{choose(large, remainder, small.remainder),
                                   choose(large, choose(finite, exact.half_turns, U(0u)), small.half_turns)};
        });
    const F r = angle.remainder, square = r * r;
    const F q = polynomial(square, -0x1.55554cp-3f, 0x1.110edap-7f, -0x1.9f70e8p-13f, 0x1.5dc80cp-19f);
    const F result = multiply_add(r * square, q, r);
    // What is rounded may lie above 1.
    const F limited = choose(F(1.0f) < magnitude(result), F(1.0f), magnitude(result));
    U signs = as_unsigned(result);
    if constexpr (origin == AngleOrigin::Zero) signs = signs ^ as_unsigned(x);
    return as_float(as_unsigned(limited) ^ ((signs & U(0x80000000u)) ^ (angle.half_turns << U(31u))));
}
template <FloatLanes F>
LANE_FUNCTION F sine(F x) {
    return sine_from<AngleOrigin::Zero>(x);
}
template <FloatLanes F>
LANE_FUNCTION F cosine(F x) {
    return sine_from<AngleOrigin::QuarterTurn>(x);
}

}  // namespace arbasm
