// CVT's numbers against long double, whose 64 digits hold every number of every type.
#include "ir/semantics/convert_number.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "ir/semantics/half_float.h"

namespace arbasm {
namespace {

constexpr DataType types[] = {DataType::F16, DataType::F32, DataType::F64, DataType::S8,  DataType::S16, DataType::S32,
                              DataType::S64, DataType::U8,  DataType::U16, DataType::U32, DataType::U64};

long double half_value(uint64_t half) {
    const int sign = half & 0x8000 ? -1 : 1, exponent = half >> 10 & 31, mantissa = half & 1023;
    if (exponent == 31) return mantissa != 0 ? NAN : sign < 0 ? -INFINITY : INFINITY;
    if (exponent == 0) return sign * std::ldexp(static_cast<long double>(mantissa), -24);
    return std::ldexp(static_cast<long double>(sign * (1024 + mantissa)), exponent - 25);
}

long double value_of(uint64_t bits, DataType type) {
    switch (type) {
        case DataType::F16: return half_value(bits & 0xffff);
        case DataType::F32: return std::bit_cast<float>(static_cast<uint32_t>(bits));
        case DataType::F64: return std::bit_cast<double>(bits);
        case DataType::S8: return static_cast<int8_t>(bits);
        case DataType::S16: return static_cast<int16_t>(bits);
        case DataType::S32: return static_cast<int32_t>(bits);
        case DataType::S64: return static_cast<int64_t>(bits);
        case DataType::U8: return static_cast<uint8_t>(bits);
        case DataType::U16: return static_cast<uint16_t>(bits);
        case DataType::U32: return static_cast<uint32_t>(bits);
        case DataType::U64:
        case DataType::Typeless: break;
    }
    return static_cast<long double>(bits);
}

int fenv_of(Rounding rounding) {
    return rounding == Rounding::Ceil    ? FE_UPWARD
           : rounding == Rounding::Floor ? FE_DOWNWARD
           : rounding == Rounding::Trunc ? FE_TOWARDZERO
                                         : FE_TONEAREST;
}

uint64_t wanted_half(long double value, Rounding rounding) {
    const uint64_t sign = std::signbit(value) ? 0x8000 : 0;
    const long double size = std::abs(value);
    if (std::isinf(value)) return sign | 0x7c00;
    // Finds the largest positive half that is not above; one step beyond the largest of all stands for infinity.
    uint64_t low = 0, high = 0x7bff;
    while (low < high) {
        const uint64_t middle = (low + high + 1) / 2;
        if (half_value(middle) <= size)
            low = middle;
        else
            high = middle - 1;
    }
    const long double next = low == 0x7bff ? 65536.0L : half_value(low + 1);
    const long double below = size - half_value(low), above = next - size;
    bool up = below > above || (below == above && low % 2 != 0);
    if (rounding == Rounding::Trunc) up = false;
    if (rounding == Rounding::Ceil) up = below > 0 && sign == 0;
    if (rounding == Rounding::Floor) up = below > 0 && sign != 0;
    return sign | (low + up);
}

uint64_t wanted(uint64_t bits, DataType from, DataType to, Rounding rounding, Saturation saturation) {
    long double value = value_of(bits, from);
    std::fesetround(fenv_of(rounding));
    uint64_t result = 0;
    if (is_float(to)) {
        if (saturation != Saturation::None) {
            const long double least = saturation == Saturation::Unsigned ? 0.0L : -1.0L;
            value = value > least ? value < 1.0L ? value : 1.0L : least;
        }
        volatile long double input = value;
        if (to == DataType::F64) {
            volatile double output = static_cast<double>(input);
            result = std::bit_cast<uint64_t>(double{output});
        } else if (to == DataType::F32) {
            volatile float output = static_cast<float>(input);
            result = std::bit_cast<uint32_t>(float{output});
        } else {
            std::fesetround(FE_TONEAREST);
            result = wanted_half(value, rounding);
        }
    } else {
        const long double whole = std::rint(value);
        std::fesetround(FE_TONEAREST);
        const int count = bit_count_of(to);
        const long double span = std::ldexp(1.0L, count);
        const long double least = is_signed_integer(to) ? -span / 2 : 0, most = least + span - 1;
        long double kept = whole;
        if (std::isinf(value) || saturation != Saturation::None) {
            kept = std::min(std::max(whole, least), most);
        } else {
            kept = std::fmod(whole, span);
            if (kept < 0) kept += span;
            if (kept > most) kept -= span;
        }
        result = kept < 0 ? 0 - static_cast<uint64_t>(-kept) : static_cast<uint64_t>(kept);
    }
    std::fesetround(FE_TONEAREST);
    return result;
}

TEST(ConvertNumber, IsExactBetweenAllTypes) {
    std::mt19937_64 random(3);
    const uint64_t special[] = {0,
                                1,
                                2,
                                0x7f,
                                0x80,
                                0xff,
                                0x7fff,
                                0x8000,
                                0xffff,
                                0x7fffffff,
                                0x80000000,
                                0xffffffff,
                                0x7fffffffffffffff,
                                0x8000000000000000,
                                0xffffffffffffffff,
                                0x3c00,
                                0x7bff,
                                0x7c00,
                                0xfc00,
                                0x0400,
                                0x03ff,
                                0x3f800000,
                                0x7f7fffff,
                                0x7f800000,
                                0xff800000,
                                0x00800000,
                                0x007fffff,
                                0x33000000,
                                0x477fefff,
                                0x477ff000,
                                0x4f000000,
                                0x4f7fffff,
                                0xcf000000,
                                0x3ff0000000000000,
                                0x7fefffffffffffff,
                                0x7ff0000000000000,
                                0xfff0000000000000,
                                0x0010000000000000,
                                0x36a0000000000000,
                                0x47efffffe0000000,
                                0x47efffffefffffff,
                                0x47effffff0000000,
                                0x43e0000000000000,
                                0x43f0000000000000,
                                0x41dfffffffe00000,
                                0x3fe0000000000000,
                                0x3ff8000000000000,
                                0x4004000000000000,
                                0xc004000000000000};
    for (const DataType from : types)
        for (const DataType to : types)
            for (const Rounding rounding :
                 {Rounding::Default, Rounding::Round, Rounding::Ceil, Rounding::Floor, Rounding::Trunc})
                for (const Saturation saturation : {Saturation::None, Saturation::Unsigned, Saturation::Signed}) {
                    if (saturation == Saturation::Signed && !is_float(to)) continue;
                    for (int i = 0; i < 300; i++) {
                        uint64_t bits = i < static_cast<int>(std::size(special)) ? special[i] : random();
                        // Floats near the range of the integers as well.
                        if (i % 3 == 0 && from == DataType::F32)
                            bits = std::bit_cast<uint32_t>(
                                static_cast<float>(static_cast<int64_t>(random()) >> (random() % 63)) * 0.5f);
                        if (i % 3 == 0 && from == DataType::F64)
                            bits = std::bit_cast<uint64_t>(
                                static_cast<double>(static_cast<int64_t>(random()) >> (random() % 63)) * 0.25);
                        bits &= ~uint64_t{0} >> (64 - bit_count_of(from));
                        const uint64_t got = convert_number(bits, from, to, rounding, saturation);
                        const long double value = value_of(bits, from);
                        if (std::isnan(value) && !(is_float(to) && saturation != Saturation::None)) {
                            if (is_float(to)) {
                                EXPECT_TRUE(std::isnan(value_of(got, to)));
                            } else {
                                EXPECT_EQ(got, 0u);
                            }
                            continue;
                        }
                        ASSERT_EQ(got, wanted(bits, from, to, rounding, saturation))
                            << "from type " << static_cast<int>(from) << " to " << static_cast<int>(to) << " rounding "
                            << static_cast<int>(rounding) << " saturation " << static_cast<int>(saturation) << " bits "
                            << std::hex << bits;
                    }
                }
}

// Whatever way an engine goes (half_float.h).
TEST(ConvertNumber, NaNsOfSixteenBitsLoseTheirPayload) {
    for (const Rounding rounding : {Rounding::Default, Rounding::Ceil})
        for (const uint64_t nan : {0x7c01, 0x7e13, 0xfc13, 0xfe00}) {
            const uint64_t wanted = (nan & 0x8000) | 0x7e00;
            EXPECT_EQ(convert_number(nan, DataType::F16, DataType::F16, rounding, Saturation::None), wanted);
            EXPECT_EQ(float_to_half(half_to_float(static_cast<uint16_t>(nan))), wanted);
        }
    EXPECT_EQ(convert_number(0xffc12345, DataType::F32, DataType::F16, Rounding::Default, Saturation::None), 0xfe00u);
    EXPECT_EQ(convert_number(0xffc12345, DataType::F32, DataType::F32, Rounding::Default, Saturation::None),
              0xffc12345u);
}

}  // namespace
}  // namespace arbasm
