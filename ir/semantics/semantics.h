// Definitions of operations that need more than one expression: the functions that operations.def names.
//
// Written once over lane types (lanes.h): with plain numbers they give constants, with registers they interpret, with
// recorded values they generate code. Pseudo-code is that of NV_gpu_program4 section 2.X.8 unless a comment says else.
#pragma once

#include <cstdint>

#include "ir/program.h"
#include "ir/semantics/elementary_functions.h"
#include "ir/semantics/half_float.h"
#include "ir/semantics/lanes.h"

namespace arbasm {

template <LaneType T>
struct Vector {
    T x, y, z, w;
};

// ---- numbers ---------------------------------------------------------------------------------------------------

template <FloatLanes F>
LANE_FUNCTION F absolute(F a) {
    return magnitude(a);
}
// The most negative number has no absolute value and stays itself.
template <SignedLanes S>
LANE_FUNCTION S absolute(S a) {
    return choose(a < S(0), -a, a);
}
template <UnsignedLanes U>
LANE_FUNCTION U absolute(U a) {
    return a;
}

// The results of MAX and MIN with a NaN differ: the pseudo-code's comparison fails and picks its second choice.
template <LaneType T>
LANE_FUNCTION T maximum(T a, T b) {
    return choose(a > b, a, b);
}
template <LaneType T>
LANE_FUNCTION T minimum(T a, T b) {
    return choose(a > b, b, a);
}

// TRUE is 1.0, -1 or all ones.
template <FloatLanes F>
LANE_FUNCTION F truth(MaskOf<F> mask) {
    return choose(mask, F(1.0f), F(0.0f));
}
template <SignedLanes S>
LANE_FUNCTION S truth(MaskOf<S> mask) {
    return choose(mask, S(-1), S(0));
}
template <UnsignedLanes U>
LANE_FUNCTION U truth(MaskOf<U> mask) {
    return choose(mask, ~U(0u), U(0u));
}

template <LaneType T>
LANE_FUNCTION T less_than_zero_choice(T a, T b, T c) {
    return choose(a < T(0), b, c);
}
template <FloatLanes F>
LANE_FUNCTION F less_than_zero_choice(F a, F b, F c) {
    return choose(a < F(0.0f), b, c);
}

// The fraction is below 1: that of tiny negative numbers would round up to it.
template <FloatLanes F>
LANE_FUNCTION F fraction(F a) {
    const F result = a - round_down(a);
    constexpr auto below_one = [] {
        if constexpr (WideLanes<F>)
            return 0x1.fffffffffffffp-1;
        else
            return 0x1.fffffep-1f;
    }();
    return choose(F(below_one) < result, F(below_one), result);
}

// Zero gives +0, a NaN gives NaN (NV_vertex_program2).
template <FloatLanes F>
LANE_FUNCTION F sign(F a) {
    return choose(a > F(0.0f), F(1.0f), choose(a < F(0.0f), F(-1.0f), choose(a == F(0.0f), F(0.0f), a)));
}

template <FloatLanes F>
LANE_FUNCTION F reciprocal_square_root(F a) {
    return F(1.0f) / square_root(a);
}

// The reciprocal's magnitude lies between 2^-64 and 2^64; its sign is the operand's (NV_vertex_program2).
template <FloatLanes F>
LANE_FUNCTION F clamped_reciprocal(F a) {
    const F result = F(1.0f) / a;
    F size = magnitude(result);
    size = choose(size > F(0x1p64f), F(0x1p64f), size);
    size = choose(size < F(0x1p-64f), F(0x1p-64f), size);
    return as_float(as_unsigned(size) | (as_unsigned(result) & UnsignedOf<F>(0x80000000u)));
}

// In the order of the CPU's minimum and maximum. A NaN becomes the lower end.
template <FloatLanes F>
LANE_FUNCTION F clamp_to_unit(F a) {
    const F low = choose(a > F(0.0f), a, F(0.0f));
    return choose(low < F(1.0f), low, F(1.0f));
}
template <FloatLanes F>
LANE_FUNCTION F clamp_to_signed_unit(F a) {
    const F low = choose(a > F(-1.0f), a, F(-1.0f));
    return choose(low < F(1.0f), low, F(1.0f));
}

// ---- vectors -----------------------------------------------------------------------------------------------------

template <FloatLanes F>
LANE_FUNCTION F dot2(Vector<F> a, Vector<F> b) {
    return a.x * b.x + a.y * b.y;
}
template <FloatLanes F>
LANE_FUNCTION F dot3(Vector<F> a, Vector<F> b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <FloatLanes F>
LANE_FUNCTION F dot4(Vector<F> a, Vector<F> b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <FloatLanes F>
LANE_FUNCTION Vector<F> distance_vector(Vector<F> a, Vector<F> b) {
    return {F(1.0f), a.y * b.y, a.z, b.w};
}
template <FloatLanes F>
LANE_FUNCTION Vector<F> cross_product(Vector<F> a, Vector<F> b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, F(0.0f)};
}
template <FloatLanes F>
LANE_FUNCTION Vector<F> normalized(Vector<F> a) {
    const F scale = reciprocal_square_root(dot3(a, a));
    return {a.x * scale, a.y * scale, a.z * scale, F(0.0f)};
}
// Direction b mirrored at axis a.
template <FloatLanes F>
LANE_FUNCTION Vector<F> reflection(Vector<F> a, Vector<F> b) {
    const F scale = F(2.0f) * dot3(a, b) / dot3(a, a);
    return {scale * a.x - b.x, scale * a.y - b.y, scale * a.z - b.z, F(0.0f)};
}
// a.xy plus the matrix c times b.xy, twice.
template <FloatLanes F>
LANE_FUNCTION Vector<F> transformed_coordinates(Vector<F> a, Vector<F> b, Vector<F> c) {
    const F x = a.x + b.x * c.x + b.y * c.y;
    const F y = a.y + b.x * c.z + b.y * c.w;
    return {x, y, x, y};
}

// "0^0 is 1"; the exponent is clamped to (-128, 128).
template <FloatLanes F>
LANE_FUNCTION Vector<F> light_coefficients(Vector<F> a) {
    const F diffuse = choose(a.x > F(0.0f), a.x, F(0.0f));
    const F base = choose(a.y > F(0.0f), a.y, F(0.0f));
    const F limit(0x1.fffffep6f);
    F exponent = choose(a.w > limit, limit, a.w);
    exponent = choose(exponent < -limit, -limit, exponent);
    return {F(1.0f), diffuse, choose(a.x > F(0.0f), power(base, exponent), F(0.0f)), F(1.0f)};
}

// ARB_vertex_program's EXP: 2^⌊a⌋, a's fraction, 2^a.
template <FloatLanes F>
LANE_FUNCTION Vector<F> exponential_parts(F a) {
    return {exponential2(round_down(a)), fraction(a), exponential2(a), F(1.0f)};
}
// ARB_vertex_program's LOG: exponent, mantissa in [1, 2) and logarithm of |a|; of zero (-inf, 1, -inf).
template <FloatLanes F>
LANE_FUNCTION Vector<F> logarithm_parts(F a) {
    using S = SignedOf<F>;
    using U = UnsignedOf<F>;
    const F size = magnitude(a);
    const auto tiny = size < F(0x1p-126f);
    const U bits = as_unsigned(choose(tiny, size * F(0x1p23f), size));
    const S exponent = as_signed(bits >> U(23u)) - choose(tiny, S(127 + 23), S(127));
    const F mantissa = as_float((bits & U(0x007fffffu)) | U(0x3f800000u));
    const auto ordinary = (size > F(0.0f)) & (size < infinity<F>());
    const F logarithm = logarithm2(size);
    return {choose(ordinary, to_float(exponent), logarithm),
            choose(ordinary, mantissa, choose(size == size, F(1.0f), size)), logarithm, F(1.0f)};
}
template <FloatLanes F>
LANE_FUNCTION Vector<F> cosine_and_sine(F a) {
    return {cosine(a), sine(a), F(0.0f), F(0.0f)};
}

// Differences across the quad, the same for both lanes of a row or column.
template <FloatLanes F>
LANE_FUNCTION F derivative_x(F a) {
    return from_right(a) - from_left(a);
}
template <FloatLanes F>
LANE_FUNCTION F derivative_y(F a) {
    return from_top(a) - from_bottom(a);
}

// ---- conversions -------------------------------------------------------------------------------------------------

// The most negative number.
template <SignedLanes S>
LANE_FUNCTION S lowest() {
    if constexpr (WideLanes<S>)
        return S(INT64_MIN);
    else
        return S(INT32_MIN);
}

// Both parts are exact, so the sum rounds once.
template <UnsignedLanes U>
LANE_FUNCTION FloatOf<U> to_float(U a) {
    using F = FloatOf<U>;
    return to_float(as_signed(a >> U(16u))) * F(0x1p16f) + to_float(as_signed(a & U(0xffffu)));
}

template <LaneType T, UnsignedLanes U>
LANE_FUNCTION T same_bits(U a) {
    if constexpr (FloatLanes<T>)
        return as_float(a);
    else if constexpr (SignedLanes<T>)
        return as_signed(a);
    else
        return a;
}

// Numbers that the integer type can't hold become the nearest it can, NaN becomes 0 (NV_gpu_program4, issue 41).
template <LaneType T, FloatLanes F>
requires FloatLanes<T> LANE_FUNCTION T converted(F a) { return a; }
template <LaneType T, FloatLanes F>
requires SignedLanes<T> LANE_FUNCTION T converted(F a) {
    constexpr float limit = WideLanes<T> ? 0x1p63f : 0x1p31f;
    const auto inside = (a >= F(-limit)) & (a < F(limit));
    const T edge = choose(a < F(0.0f), lowest<T>(), ~lowest<T>());
    return choose(inside, to_signed(choose(inside, a, F(0.0f))), choose(a == a, edge, T(0)));
}
template <LaneType T, FloatLanes F>
requires UnsignedLanes<T> LANE_FUNCTION T converted(F a) {
    constexpr float limit = WideLanes<T> ? 0x1p64f : 0x1p32f, half = limit / 2;
    const auto inside = (a > F(-1.0f)) & (a < F(limit));
    const auto upper = inside & (a >= F(half));
    const F lowered = choose(upper, a - F(half), a);
    const T top = as_unsigned(lowest<SignedOf<T>>());
    const T value = as_unsigned(to_signed(choose(inside, lowered, F(0.0f)))) ^ choose(upper, top, T(0u));
    return choose(inside, value, choose(a >= F(limit), ~T(0u), T(0u)));
}

// A whole number into 32 bits without its high ones (CVT without SAT).
template <LaneType T, FloatLanes F>
requires IntegerLanes<T> LANE_FUNCTION T wrapped(F a) {
    using S = SignedOf<F>;
    using U = UnsignedOf<F>;
    const U bits = as_unsigned(a) & U(0x7fffffffu);
    const auto small = bits < U(0x4f000000u);  // 2^31
    const U shift = (bits >> U(23u)) - U(150u);
    const U size = choose(shift < U(32u), ((bits & U(0x007fffffu)) | U(0x00800000u)) << (shift & U(31u)), U(0u));
    const U large = choose(a < F(0.0f), -size, size);
    const S inside = to_signed(choose(small, a, F(0.0f)));
    const T finite = same_bits<T>(choose(small, as_unsigned(inside), large));
    return choose(bits < U(0x7f800000u), finite, converted<T>(a));
}

// The nearest number of twelve bits, ten of them behind the point (fx12 of NV_fragment_program); NaN becomes 0.
template <FloatLanes F>
LANE_FUNCTION F rounded_to_fixed12(F a) {
    const F steps = round_to_even(a * F(1024.0f));
    const F low = choose(steps < F(-2048.0f), F(-2048.0f), steps);
    const F limited = choose(low > F(2047.0f), F(2047.0f), low);
    // It has no negative zero either.
    return choose(a == a, limited + F(0.0f), F(0.0f)) * F(1.0f / 1024.0f);
}

// Bits [low, low + width) of a, filled with its sign or with zeros.
template <IntegerLanes T>
LANE_FUNCTION T low_bits(T a, uint32_t width) {
    using U = UnsignedOf<T>;
    return (a << U(32 - width)) >> U(32 - width);
}

// ---- packing: vectors in one word, the first component in the lowest bits ------------------------------------------

// A unit-range float as a fixed-point fraction; NaN becomes 0.
template <FloatLanes F>
LANE_FUNCTION UnsignedOf<F> fixed_point(F a, float steps) {
    return as_unsigned(to_signed(round_to_even(clamp_to_unit(a) * F(steps))));
}
// "round(127·v + 128)" with v in [-128/127, 1].
template <FloatLanes F>
LANE_FUNCTION UnsignedOf<F> biased_byte(F a) {
    const F low(-128.0f / 127.0f);
    const F v = choose(a > low, choose(a < F(1.0f), a, F(1.0f)), choose(a == a, low, F(0.0f)));
    return as_unsigned(to_signed(round_to_even(v * F(127.0f) + F(128.0f))));
}

template <FloatLanes F>
LANE_FUNCTION UnsignedOf<F> packed_halves(Vector<F> a) {
    using U = UnsignedOf<F>;
    return to_half(a.x) | (to_half(a.y) << U(16u));
}
template <FloatLanes F>
LANE_FUNCTION UnsignedOf<F> packed_shorts(Vector<F> a) {
    using U = UnsignedOf<F>;
    return fixed_point(a.x, 65535.0f) | (fixed_point(a.y, 65535.0f) << U(16u));
}
template <UnsignedLanes U>
LANE_FUNCTION U packed_bytes(U x, U y, U z, U w) {
    return (x | (y << U(8u))) | ((z << U(16u)) | (w << U(24u)));
}
template <FloatLanes F>
LANE_FUNCTION UnsignedOf<F> packed_signed_bytes(Vector<F> a) {
    return packed_bytes(biased_byte(a.x), biased_byte(a.y), biased_byte(a.z), biased_byte(a.w));
}
template <FloatLanes F>
LANE_FUNCTION UnsignedOf<F> packed_unsigned_bytes(Vector<F> a) {
    return packed_bytes(fixed_point(a.x, 255.0f), fixed_point(a.y, 255.0f), fixed_point(a.z, 255.0f),
                        fixed_point(a.w, 255.0f));
}

template <UnsignedLanes U>
LANE_FUNCTION Vector<FloatOf<U>> unpacked_halves(U a) {
    const FloatOf<U> x = from_half(a), y = from_half(a >> U(16u));
    return {x, y, x, y};
}
template <UnsignedLanes U>
LANE_FUNCTION Vector<FloatOf<U>> unpacked_shorts(U a) {
    using F = FloatOf<U>;
    const F x = to_float(as_signed(a & U(0xffffu))) / F(65535.0f);
    const F y = to_float(as_signed(a >> U(16u))) / F(65535.0f);
    return {x, y, x, y};
}
template <UnsignedLanes U>
LANE_FUNCTION SignedOf<U> byte_of(U a, uint32_t index) {
    return as_signed((a >> U(8 * index)) & U(0xffu));
}
template <UnsignedLanes U>
LANE_FUNCTION Vector<FloatOf<U>> unpacked_signed_bytes(U a) {
    using F = FloatOf<U>;
    using S = SignedOf<U>;
    const auto value = [&](uint32_t index) { return to_float(byte_of(a, index) - S(128)) / F(127.0f); };
    return {value(0), value(1), value(2), value(3)};
}
template <UnsignedLanes U>
LANE_FUNCTION Vector<FloatOf<U>> unpacked_unsigned_bytes(U a) {
    using F = FloatOf<U>;
    const auto value = [&](uint32_t index) { return to_float(byte_of(a, index)) / F(255.0f); };
    return {value(0), value(1), value(2), value(3)};
}

// ---- integers ----------------------------------------------------------------------------------------------------

// Undefined cases do not trap: division by zero gives all ones, the one overflow wraps.
template <FloatLanes F>
LANE_FUNCTION F division(F a, F b) {
    return a / b;
}
template <SignedLanes S>
LANE_FUNCTION S division(S a, S b) {
    const auto overflow = (a == lowest<S>()) & (b == S(-1));
    const auto zero = b == S(0);
    return choose(zero, S(-1), quotient(a, choose(zero | overflow, S(1), b)));
}
template <UnsignedLanes U>
LANE_FUNCTION U division(U a, U b) {
    const auto zero = b == U(0u);
    return choose(zero, ~U(0u), quotient(a, choose(zero, U(1u), b)));
}
template <SignedLanes S>
LANE_FUNCTION S modulus(S a, S b) {
    const auto overflow = (a == lowest<S>()) & (b == S(-1));
    const auto zero = b == S(0);
    return choose(zero, S(-1), remainder(a, choose(zero | overflow, S(1), b)));
}
template <UnsignedLanes U>
LANE_FUNCTION U modulus(U a, U b) {
    const auto zero = b == U(0u);
    return choose(zero, ~U(0u), remainder(a, choose(zero, U(1u), b)));
}

// Counts beyond the word are undefined; the low five (or six) bits decide.
template <IntegerLanes T>
LANE_FUNCTION UnsignedOf<T> shift_count(T a) {
    return as_unsigned(a) & UnsignedOf<T>(lane_bits<T> - 1);
}

// The unsigned distance of a and b.
template <IntegerLanes T>
LANE_FUNCTION UnsignedOf<T> distance(T a, T b) {
    return as_unsigned(choose(a < b, b - a, a - b));
}

template <UnsignedLanes U>
LANE_FUNCTION U bit_count(U a) {
    a = a - ((a >> U(1u)) & U(0x55555555u));
    a = (a & U(0x33333333u)) + ((a >> U(2u)) & U(0x33333333u));
    a = (a + (a >> U(4u))) & U(0x0f0f0f0fu);
    return (a * U(0x01010101u)) >> U(24u);
}
template <UnsignedLanes U>
LANE_FUNCTION U reversed_bits(U a) {
    a = ((a >> U(1u)) & U(0x55555555u)) | ((a & U(0x55555555u)) << U(1u));
    a = ((a >> U(2u)) & U(0x33333333u)) | ((a & U(0x33333333u)) << U(2u));
    a = ((a >> U(4u)) & U(0x0f0f0f0fu)) | ((a & U(0x0f0f0f0fu)) << U(4u));
    a = ((a >> U(8u)) & U(0x00ff00ffu)) | ((a & U(0x00ff00ffu)) << U(8u));
    return (a >> U(16u)) | (a << U(16u));
}
// All ones if there is no such bit.
template <UnsignedLanes U>
LANE_FUNCTION U lowest_bit(U a) {
    return choose(a == U(0u), U(0xffffffffu), bit_count((a & -a) - U(1u)));
}
template <UnsignedLanes U>
LANE_FUNCTION U highest_bit(U a) {
    for (uint32_t n = 1; n < 32; n *= 2) a = a | (a >> U(n));
    return bit_count(a) - U(1u);
}
// For a negative number: the highest bit that differs from the sign.
template <IntegerLanes T>
LANE_FUNCTION T most_significant_bit(T a) {
    using U = UnsignedOf<T>;
    if constexpr (SignedLanes<T>)
        return as_signed(highest_bit(as_unsigned(choose(a < T(0), ~a, a))));
    else
        return highest_bit(U(a));
}

// a.x bits of b from bit a.y. No bits give 0; bits beyond the word are cut off.
template <IntegerLanes T>
LANE_FUNCTION T extracted_bits(T count, T start, T b) {
    using U = UnsignedOf<T>;
    const U size = as_unsigned(count), from = as_unsigned(start);
    const auto outside = (size == U(0u)) | (from > U(31u));
    const U offset = from & U(31u);
    const U room = U(32u) - offset;
    const U width = choose(size > room, room, size);
    const U drop = (U(32u) - width) & U(31u);
    return choose(outside, T(0), ((b << ((room - width) & U(31u))) >> drop));
}
template <IntegerLanes T>
LANE_FUNCTION Vector<T> extracted_bits(Vector<T> a, Vector<T> b) {
    return {extracted_bits(a.x, a.y, b.x), extracted_bits(a.x, a.y, b.y), extracted_bits(a.x, a.y, b.z),
            extracted_bits(a.x, a.y, b.w)};
}
// The low a.x bits of b put into c at bit a.y.
template <IntegerLanes T>
LANE_FUNCTION T inserted_bits(T count, T start, T b, T c) {
    using U = UnsignedOf<T>;
    const U size = as_unsigned(count), from = as_unsigned(start);
    const auto outside = (size == U(0u)) | (from > U(31u));
    const U offset = from & U(31u);
    const U room = U(32u) - offset;
    const U width = choose(size > room, room, size);
    const U mask = (U(0xffffffffu) >> ((U(32u) - width) & U(31u))) << offset;
    const U result = ((as_unsigned(b) << offset) & mask) | (as_unsigned(c) & ~mask);
    return choose(outside, c, same_bits<T>(result));
}
template <IntegerLanes T>
LANE_FUNCTION Vector<T> inserted_bits(Vector<T> a, Vector<T> b, Vector<T> c) {
    return {inserted_bits(a.x, a.y, b.x, c.x), inserted_bits(a.x, a.y, b.y, c.y), inserted_bits(a.x, a.y, b.z, c.z),
            inserted_bits(a.x, a.y, b.w, c.w)};
}

// Integers into fewer bits: CVT with SAT clamps, without drops the high bits.
template <SignedLanes S>
LANE_FUNCTION S clamped(S a, int32_t low, int32_t high) {
    return choose(a < S(low), S(low), choose(a > S(high), S(high), a));
}
template <UnsignedLanes U>
LANE_FUNCTION U clamped(U a, uint32_t high) {
    return choose(a > U(high), U(high), a);
}

// ---- condition codes -----------------------------------------------------------------------------------------------

// Which sum decides carry and overflow: "negation modifiers turn add operations into subtracts and vice versa"
// (2.X.4.3). The result is left + right; a negated operand is subtracted from the other.
enum class CarryRule : uint8_t { Add, RightNegated, LeftNegated };

template <IntegerLanes T>
struct CarryOverflow {
    MaskOf<T> carry, overflow;
};

template <IntegerLanes T>
LANE_FUNCTION CarryOverflow<T> carry_overflow(T left, T right, CarryRule rule) {
    using U = UnsignedOf<T>;
    using S = SignedOf<T>;
    const U sum = as_unsigned(left) + as_unsigned(right);
    if (rule == CarryRule::Add) {
        const U l = as_unsigned(left), r = as_unsigned(right);
        return {sum < l, as_signed(~(l ^ r) & (l ^ sum)) < S(0)};
    }
    const U minuend = as_unsigned(rule == CarryRule::RightNegated ? left : right);
    const U subtrahend = -as_unsigned(rule == CarryRule::RightNegated ? right : left);
    return {minuend >= subtrahend, as_signed((minuend ^ subtrahend) & (minuend ^ sum)) < S(0)};
}

// Table X.16. M holds one bit per lane: a mask of lanes, or a word of such bits.
template <class M>
LANE_FUNCTION M condition_passes(ConditionTest test, M sign, M zero, M carry, M overflow) {
    using enum ConditionTest;
    switch (test) {
        case Equal: return ~sign & zero;
        case NotEqual: return sign | ~zero;
        case Less: return (sign & ~zero) ^ overflow;
        case LessEqual: return sign ^ (zero | overflow);
        case Greater: return (~sign ^ overflow) & ~zero;
        case GreaterEqual: return ~(sign ^ overflow);
        case NaN: return sign & zero;
        case NotNaN: return ~sign | ~zero;
        case Carry: return carry;
        case NotCarry: return ~carry;
        case Overflow: return overflow;
        case NotOverflow: return ~overflow;
        case Above: return carry & ~zero;
        case BelowOrEqual: return ~carry | zero;
        case Sign: return sign;
        case NotSign: return ~sign;
        case False:
        case NonResident: return sign & ~sign;
        case True:
        case Resident: break;
    }
    return sign | ~sign;
}

}  // namespace arbasm
