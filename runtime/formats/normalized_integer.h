// Integers that stand for numbers in [-1, 1] or [0, 1]: the one rule of this driver, in commands, arrays and state
// alike.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace runtime {

// GL 4.6, 2.3.5.1, equations 2.1 and 2.2: `most` is the highest integer and becomes 1. Zero stays zero, and of signed
// integers the two lowest become -1. (Versions before 4.2 had (2c + 1) / (2^b - 1) for signed ones outside of
// textures.)
constexpr double normalized(double value, double most) { return std::max(value / most, -1.0); }

template <std::integral T>
constexpr float divided_to_float(T value) {
    return static_cast<float>(normalized(static_cast<double>(value), std::numeric_limits<T>::max()));
}

// Bytes are looked up: colours of vertices come as four of them.
template <std::integral T>
requires(sizeof(T) == 1) inline constexpr std::array<float, 256> normalized_bytes = [] {
    std::array<float, 256> numbers{};
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = divided_to_float(static_cast<T>(i));
    return numbers;
}();

template <std::integral T>
float normalized_to_float(T value) {
    if constexpr (sizeof(T) == 1)
        return normalized_bytes<T>[static_cast<uint8_t>(value)];
    else
        return divided_to_float(value);
}

}  // namespace runtime
