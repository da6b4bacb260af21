// Conversions between the numbers commands take and state holds (GL 4.6 §2.3.5, GL 2.1 §6.1.2).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "runtime/execution/routine.h"
#include "runtime/formats/normalized_integer.h"

namespace glapi {

// A component of a colour or normal as a command gives it.
using runtime::normalized_to_float;

inline runtime::Vector4 float_bits(float x, float y, float z, float w) {
    return {std::bit_cast<uint32_t>(x), std::bit_cast<uint32_t>(y), std::bit_cast<uint32_t>(z),
            std::bit_cast<uint32_t>(w)};
}

// A token that a command takes as a number of any type; 0 where the number is none.
inline uint32_t number_to_token(double value) {
    return value >= 0 && value < 4294967296.0 ? static_cast<uint32_t>(value) : 0;
}

// A normalised state value as GetIntegerv reports it; NaN gives 0.
inline int32_t float_to_normalized(double value) {
    if (std::isnan(value)) return 0;
    return int32_t(std::clamp(std::round(value * 2147483647.0), -2147483648.0, 2147483647.0));
}

// Rounded to nearest whatever the thread's rounding mode, kept in range; NaN gives 0.
inline int64_t float_to_integer64(double value) {
    if (std::isnan(value)) return 0;
    if (value >= 9223372036854775807.0) return INT64_MAX;
    if (value <= -9223372036854775808.0) return INT64_MIN;
    return int64_t(std::round(value));
}
inline int32_t float_to_integer(double value) {
    return int32_t(std::clamp<int64_t>(float_to_integer64(value), INT32_MIN, INT32_MAX));
}

}  // namespace glapi
