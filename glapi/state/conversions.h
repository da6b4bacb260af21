// Conversions between the numbers commands take and state holds (GL 2.1 §2.14 table 2.9, §6.1.2).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace glapi {

// An integer colour component of a command: the most positive integer is 1.0 (table 2.9).
inline float normalized_to_float(int32_t value) { return float((2.0 * value + 1) / 4294967295.0); }

// A normalised state value as GetIntegerv reports it.
inline int32_t float_to_normalized(double value) {
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
