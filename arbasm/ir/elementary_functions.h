// Exponential, logarithm, power, sine and cosine over lanes: polynomials of our own, the same bits in every engine.
//
// Units in the last place that results may be off: logarithm 0.6, exponential 1.1, sine and cosine 1.5 (3 beyond
// |x| = 8192), power 2. Powers of two and their logarithms are exact. Values and signs at the ends of the ranges follow
// C's library.
#pragma once

#include <cstdint>

#include "arbasm/ir/lanes.h"

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

// The upper 12 bits of the significand.
template <FloatLanes F>
LANE_FUNCTION F upper_half(F x) {
    return as_float(as_unsigned(x) & UnsignedOf<F>(0xfffff000u));
}

// What a·b, rounded to `product`, lost by rounding: exactly, so that a fused multiply-add gives the same bits. Models
// whose CPU has one overload this.
template <FloatLanes F>
LANE_FUNCTION F rounding_error(F a, F b, F product) {
    const F a_high = upper_half(a), a_low = a - a_high;
    const F b_high = upper_half(b), b_low = b - b_high;
    return (((a_high * b_high - product) + a_high * b_low) + a_low * b_high) + a_low * b_low;
}

// 2^(whole + f), of which `add_rest` gives f from what is left of x without its whole part.
template <FloatLanes F, class AddRest>
LANE_FUNCTION F exponential2(F x, AddRest add_rest) {
    using U = UnsignedOf<F>;
    // Beyond ±160 the result no longer changes. NaN falls through both tests and comes back out of the polynomial.
    F high = choose(x > F(160.0f), F(160.0f), x);
    high = choose(high < F(-160.0f), F(-160.0f), high);
    // Where a float's last bit is worth 1, adding rounds to the nearest whole number and leaves it in the low bits:
    // here as the exponent of 2^(whole - 64).
    const F origin(0x1.8p23f + 63.0f);
    const F shifted = high + origin;
    const F f = add_rest(high - (shifted - origin));
    F p = F(0x1.3f9bcp-13f);
    p = p * f + F(0x1.5f0b8cp-10f);
    p = p * f + F(0x1.3b30a6p-7f);
    p = p * f + F(0x1.c6af76p-5f);
    p = p * f + F(0x1.ebfbd8p-3f);
    p = p * f + F(0x1.62e43p-1f);
    p = p * f + F(1.0f);
    // In two steps, so that denormal results round once and 2^128 is reached only by overflow: 2^(whole - 64) and 2^64,
    // or if x is negative 2^(whole + 64) and 2^-64.
    const U other_way = (as_unsigned(high) >> U(1u)) & U(0x40000000u);
    const F first = as_float((as_unsigned(shifted) << U(23u)) + other_way);
    const F second = as_float(U(0x5f800000u) - other_way);
    return (p * first) * second;
}

// 2^(x.high + x.low) for |x.low| far below 1.
template <FloatLanes F>
LANE_FUNCTION F exponential2(LongFloat<F> x) {
    return exponential2(
        x.high, [&](F rest) __attribute__((always_inline)) { return rest + x.low; });
}

template <FloatLanes F>
LANE_FUNCTION F exponential2(F x) {
    return exponential2(
        x, [](F rest) __attribute__((always_inline)) { return rest; });
}

// log2(x) to about 30 bits, or if `precise` to 35 for those who multiply it. x = 2^e·m with m in [√½, √2); log2 m =
// 2/ln 2 · artanh s, s = (m - 1)/(m + 1).
template <bool precise, FloatLanes F>
LANE_FUNCTION LongFloat<F> long_logarithm2(F x) {
    using S = SignedOf<F>;
    using U = UnsignedOf<F>;
    const auto tiny = x < F(0x1p-126f);
    const F scaled = choose(tiny, x * F(0x1p23f), x);
    const S offset = as_signed(scaled) - S(0x3f3504f3);
    const S exponent = (offset >> U(23u)) - choose(tiny, S(23), S(0));
    const F m = as_float((offset & S(0x007fffff)) + S(0x3f3504f3));

    const F numerator = m - F(1.0f);
    const F denominator = m + F(1.0f);
    const F denominator_low = m - (denominator - F(1.0f));
    // s_low is what s lacks to the quotient.
    const F inverse = F(1.0f) / denominator;
    const F s = numerator * inverse;
    const F product = s * denominator;
    const F remainder = ((numerator - product) - rounding_error(s, denominator, product)) - s * denominator_low;
    const F s_low = remainder * inverse;

    // 2/ln 2 in two parts, the first of 12 bits: its product with the upper half of s is exact.
    const F factor_high(0x1.716p1f), factor_low(-0x1.7135a8p-12f), factor(0x1.715476p1f);
    const F s_upper = upper_half(s);
    const F high = s_upper * factor_high;
    const F square = s * s;
    LongFloat<F> mantissa{high, high};
    if constexpr (precise) {
        F r = F(0x1.0faf98p-2f);
        r = r * square + F(0x1.48975ep-2f);
        r = r * square + F(0x1.a615aep-2f);
        r = r * square + F(0x1.2776c6p-1f);
        const F first(0x1.ec709ep-1f);
        LongFloat<F> q = long_sum(first, r * square);
        q.low = q.low + F(-0x1.e2fe02p-28f);
        const F cube = s * square;
        const F cube_low = rounding_error(s, square, cube) + s * rounding_error(s, s, square);
        const F term = cube * q.high;
        const F term_low = rounding_error(cube, q.high, term) + (cube * q.low + cube_low * q.high);
        mantissa = long_sum(high, term);
        mantissa.low = mantissa.low + (((s - s_upper) * factor_high + s * factor_low) +
                                       (s_low * (factor + factor * square) + term_low));
        mantissa = long_sum(mantissa.high, mantissa.low);
    } else {
        F q = F(0x1.558c9ep-2f);
        q = q * square + F(0x1.a5f2acp-2f);
        q = q * square + F(0x1.2776b2p-1f);
        q = q * square + F(0x1.ec709ep-1f);
        q = q * square;
        mantissa = long_sum(high, ((s - s_upper) * factor_high + s * factor_low) + (s_low * factor + s * q));
    }
    LongFloat<F> result = long_sum(to_float(exponent), mantissa.high);
    result.low = result.low + mantissa.low;
    result = long_sum(result.high, result.low);

    // Infinity and NaN are their own logarithms. What is low means nothing then.
    const F finite = choose(x < infinity<F>(), result.high, x);
    const F below = choose(x == F(0.0f), -infinity<F>(), not_a_number<F>());
    return {choose(x > F(0.0f), finite, below), result.low};
}

template <FloatLanes F>
LANE_FUNCTION F logarithm2(F x) {
    return long_logarithm2<false>(x).high;
}

// x^y as 2^(y·log2 x): NaN for negative x. x^0 = 1 for every x, 0^0 included.
template <FloatLanes F>
LANE_FUNCTION F power(F x, F y) {
    const LongFloat<F> logarithm = long_logarithm2<true>(x);
    // The smallest logarithm that is not zero is above 2^-25: exponents beyond 2^40 all overflow alike.
    F exponent = choose(y > F(0x1p40f), F(0x1p40f), y);
    exponent = choose(exponent < F(-0x1p40f), F(-0x1p40f), exponent);
    const F high = exponent * logarithm.high;
    const F low = rounding_error(exponent, logarithm.high, high) + exponent * logarithm.low;
    // Not so where the logarithm is infinite or none.
    const auto small = magnitude(high) < F(256.0f);
    const F result = exponential2(LongFloat<F>{high, choose(small, low, F(0.0f))});
    return choose(y == F(0.0f), F(1.0f), result);
}

// ---- sine and cosine -----------------------------------------------------------------------------------------------

template <FloatLanes F>
struct ReducedAngle {
    F remainder;           // in about ±π/4
    SignedOf<F> quadrant;  // x = remainder + quadrant·π/2, modulo 2π; its low two bits
};

// |x| < 8193: subtracts multiples of π/2 in four parts. The first two, of 8 and 11 bits, make exact products and exact
// differences. `rest`, what is still to be subtracted, is what the third difference lost by rounding, and the fourth
// product. Larger angles give anything.
template <FloatLanes F>
LANE_FUNCTION ReducedAngle<F> reduce_angle(F x, F& rest) {
    // Where a float's last bit is worth 1, adding rounds to the nearest whole number and leaves it in the low bits.
    const F origin(0x1.8p23f);
    const F shifted = x * F(0x1.45f306p-1f) + origin;
    const F count = shifted - origin;
    const F exact = (x - count * F(0x1.92p0f)) - count * F(0x1.fb4p-12f);
    const F third = count * F(0x1.444p-24f);
    const F remainder = exact - third;
    rest = (third - (exact - remainder)) + count * F(0x1.68c234p-39f);
    return {remainder, as_signed(shifted)};
}

// Any finite x with |x| >= 2^13, in integers: the significand times those 96 bits of 2/π that matter modulo 4.
template <FloatLanes F>
LANE_FUNCTION ReducedAngle<F> reduce_large_angle(F x) {
    using S = SignedOf<F>;
    using U = UnsignedOf<F>;
    const U bits = as_unsigned(x) & U(0x7fffffffu);
    const U significand = (bits & U(0x007fffffu)) | U(0x00800000u);
    const U position = (bits >> U(23u)) - U(120u);  // of the first bit used, counted from 32 bits before the point
    const U word = position >> U(5u), shift = position & U(31u);

    // A zero word, then the fraction of 2/π.
    constexpr uint32_t two_over_pi[8] = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                         0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
    U part[4] = {U(two_over_pi[4]), U(two_over_pi[5]), U(two_over_pi[6]), U(two_over_pi[7])};
    for (uint32_t start = 4; start-- > 0;)
        for (uint32_t i = 0; i < 4; i++) part[i] = choose(word == U(start), U(two_over_pi[start + i]), part[i]);
    // A shift by 32 is not defined, so the lower word moves by one first.
    const auto window = [&](U high, U low) { return (high << shift) | ((low >> U(1u)) >> (U(31u) - shift)); };
    const U v2 = window(part[0], part[1]), v1 = window(part[1], part[2]), v0 = window(part[2], part[3]);

    const U middle = significand * v1;
    const U low = middle + multiply_high(significand, v0);
    const U carry = choose(low < middle, U(1u), U(0u));
    const U high = significand * v2 + multiply_high(significand, v1) + carry;

    // high:low is the angle in quarter turns, modulo 4, with 62 bits of fraction.
    const U quadrant = (high + U(0x20000000u)) >> U(30u);
    const U fraction_high = high - (quadrant << U(30u));
    const auto negative = as_signed(fraction_high) < S(0);
    const U low_size = choose(negative, -low, low);
    const U high_size = choose(negative, ~fraction_high + choose(low == U(0u), U(1u), U(0u)), fraction_high);
    const F first = to_float(as_signed(high_size >> U(8u))) * F(0x1p-22f);
    const F second = to_float(as_signed(((high_size & U(0xffu)) << U(16u)) | (low_size >> U(16u)))) * F(0x1p-46f);
    const F third = to_float(as_signed(low_size & U(0xffffu))) * F(0x1p-62f);
    const F size = (first + (second + third)) * F(0x1.921fb6p0f);

    const auto backward = x < F(0.0f);
    const auto turned = (negative & (!backward)) | ((!negative) & backward);
    return {choose(turned, -size, size), choose(backward, -as_signed(quadrant), as_signed(quadrant))};
}

template <FloatLanes F>
struct SineCosine {
    F sine, cosine;
};

template <FloatLanes F>
LANE_FUNCTION SineCosine<F> sine_cosine(F x) {
    using S = SignedOf<F>;
    using U = UnsignedOf<F>;
    // An infinity is large, too. A NaN comes through.
    const auto large = magnitude(x) >= F(8192.0f);
    F small_rest(0.0f);
    const ReducedAngle<F> small = reduce_angle(x, small_rest);
    const ReducedAngle<F> angle = refined_where_any(
        large, small, [&]() __attribute__((always_inline)) {
            const auto finite = magnitude(x) < infinity<F>();
            const ReducedAngle<F> exact = reduce_large_angle(choose(large & finite, x, F(8192.0f)));
            const F remainder = choose(finite, exact.remainder, not_a_number<F>());
            return ReducedAngle<F>{choose(large, remainder, small.remainder),
                                   choose(large, exact.quadrant, small.quadrant)};
        });
    const F rest = choose(large, F(0.0f), small_rest);
    const F r = angle.remainder;
    const F square = r * r;

    // r - r³/6 + …, and the rest. Written as a difference, so that a zero keeps its sign.
    F s = F(-0x1.874ad8p-19f);
    s = s * square + F(0x1.a082bep-13f);
    s = s * square + F(-0x1.111198p-7f);
    s = s * square + F(0x1.555556p-3f);
    const F sine = r - ((r * square) * s + rest);

    F c = F(0x1.9bc284p-16f);
    c = c * square + F(-0x1.6c1296p-10f);
    c = c * square + F(0x1.555554p-5f);
    c = c * square + F(-0.5f);
    const F cosine = (c * square + r * rest) + F(1.0f);

    const auto odd = (angle.quadrant & S(1)) != S(0);
    const U sine_sign = as_unsigned(angle.quadrant & S(2)) << U(30u);
    const U cosine_sign = as_unsigned((angle.quadrant + S(1)) & S(2)) << U(30u);
    return {as_float(as_unsigned(choose(odd, cosine, sine)) ^ sine_sign),
            as_float(as_unsigned(choose(odd, sine, cosine)) ^ cosine_sign)};
}

}  // namespace arbasm
