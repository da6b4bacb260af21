#include "ir/semantics/convert_number.h"

#include <algorithm>
#include <bit>

namespace arbasm {
namespace {

// ±significand·2^exponent.
struct Exact {
    bool negative = false, infinite = false, nan = false;
    uint64_t significand = 0;
    int exponent = 0;
};

struct FloatFormat {
    int fraction_bits, exponent_bits;
    int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    uint64_t infinity() const { return ((uint64_t{1} << exponent_bits) - 1) << fraction_bits; }
};
FloatFormat format_of(DataType type) {
    return type == DataType::F16   ? FloatFormat{10, 5}
           : type == DataType::F64 ? FloatFormat{52, 11}
                                   : FloatFormat{23, 8};
}

uint64_t extended(uint64_t bits, DataType type) {
    const int unused = 64 - bit_count_of(type);
    if (is_signed_integer(type)) return static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused);
    return bits << unused >> unused;
}

Exact exact_of(uint64_t bits, DataType type) {
    Exact result;
    if (!is_float(type)) {
        bits = extended(bits, type);
        result.negative = is_signed_integer(type) && static_cast<int64_t>(bits) < 0;
        result.significand = result.negative ? 0 - bits : bits;
        return result;
    }
    const FloatFormat format = format_of(type);
    result.negative = bits >> (bit_count_of(type) - 1) & 1;
    const uint64_t fraction = bits & ((uint64_t{1} << format.fraction_bits) - 1);
    const int exponent = static_cast<int>(bits >> format.fraction_bits & ((uint64_t{1} << format.exponent_bits) - 1));
    if (exponent == (1 << format.exponent_bits) - 1) {
        result.nan = fraction != 0;
        result.infinite = !result.nan;
        return result;
    }
    result.significand = exponent == 0 ? fraction : fraction | uint64_t{1} << format.fraction_bits;
    result.exponent = std::max(exponent, 1) - format.bias() - format.fraction_bits;
    return result;
}

// value / 2^shift to an integer.
uint64_t shifted_right(uint64_t value, int shift, bool negative, Rounding rounding) {
    if (shift <= 0) return value;
    const uint64_t whole = shift > 63 ? 0 : value >> shift;
    const uint64_t rest = shift > 63 ? value : value & ((uint64_t{1} << shift) - 1);
    if (rest == 0) return whole;
    bool up = false;
    switch (rounding) {
        case Rounding::Trunc: break;
        case Rounding::Ceil: up = !negative; break;
        case Rounding::Floor: up = negative; break;
        case Rounding::Default:
        case Rounding::Round: {
            const uint64_t half = shift > 64 ? 0 : uint64_t{1} << (shift - 1);
            up = shift <= 64 && (rest > half || (rest == half && (whole & 1) != 0));
        }
    }
    return whole + up;
}

uint64_t to_float_bits(const Exact& value, DataType type, Rounding rounding) {
    const FloatFormat format = format_of(type);
    const uint64_t sign = uint64_t{value.negative} << (bit_count_of(type) - 1);
    // A NaN of 16 bits is as half_float.h has it: with its sign, without payload.
    if (value.nan)
        return (type == DataType::F16 ? sign : 0) | format.infinity() | uint64_t{1} << (format.fraction_bits - 1);
    if (value.infinite) return sign | format.infinity();
    if (value.significand == 0) return sign;
    const int top = 63 - std::countl_zero(value.significand);
    const int quantum = std::max(value.exponent + top, 1 - format.bias()) - format.fraction_bits;
    const int shift = quantum - value.exponent;
    const uint64_t steps =
        shift > 0 ? shifted_right(value.significand, shift, value.negative, rounding) : value.significand << -shift;
    const uint64_t hidden = uint64_t{1} << format.fraction_bits;
    if (steps < hidden) return sign | steps;
    // A carry out of the fraction raises the exponent.
    const uint64_t bits =
        (static_cast<uint64_t>(quantum + format.fraction_bits + format.bias()) << format.fraction_bits) +
        (steps - hidden);
    if (bits < format.infinity()) return sign | bits;
    const bool largest = rounding == Rounding::Trunc || (rounding == Rounding::Ceil && value.negative) ||
                         (rounding == Rounding::Floor && !value.negative);
    return sign | (largest ? format.infinity() - 1 : format.infinity());
}

uint64_t to_integer_bits(const Exact& value, DataType type, Rounding rounding, bool saturated) {
    if (value.nan) return 0;
    const int bits = bit_count_of(type);
    const bool is_signed = is_signed_integer(type);
    const uint64_t most = is_signed ? (uint64_t{1} << (bits - 1)) - 1 : ~uint64_t{0} >> (64 - bits);
    const uint64_t least = is_signed ? uint64_t{1} << (bits - 1) : 0;  // the magnitude of the lowest
    bool huge = value.infinite;
    uint64_t size = 0;
    if (value.exponent > 0) {
        huge |= value.significand != 0 && value.exponent > std::countl_zero(value.significand);
        size = value.exponent > 63 ? 0 : value.significand << value.exponent;
    } else {
        size = shifted_right(value.significand, -value.exponent, value.negative, rounding);
    }
    if (saturated || value.infinite) {
        const uint64_t limit = value.negative ? least : most;
        if (huge || size > limit) size = limit;
    }
    return extended(value.negative ? 0 - size : size, type);
}

}  // namespace

uint64_t convert_number(uint64_t bits, DataType from, DataType to, Rounding rounding, Saturation saturation) {
    Exact value = exact_of(bits, from);
    if (!is_float(to)) return to_integer_bits(value, to, rounding, saturation != Saturation::None);
    if (saturation != Saturation::None) {
        // What a clamp does with a NaN: its comparisons fail.
        const bool lower_is_zero = saturation == Saturation::Unsigned;
        const bool below = value.nan || (value.negative && lower_is_zero);
        if (below && lower_is_zero) return 0;
        if (value.nan) value = {.negative = true, .significand = 1};
        const bool beyond = value.infinite ||
                            (value.significand != 0 && value.exponent + 63 - std::countl_zero(value.significand) >= 0);
        if (beyond) {
            value.infinite = false;
            value.significand = 1;
            value.exponent = 0;
        }
    }
    const bool keeps_bits = from == to && saturation == Saturation::None && !(value.nan && to == DataType::F16);
    if (keeps_bits) return bits & (~uint64_t{0} >> (64 - bit_count_of(to)));
    return to_float_bits(value, to, rounding);
}

}  // namespace arbasm
