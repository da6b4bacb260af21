// The fragment pipeline's numbers: 20-bit floats, 10-bit fixed point, and bytes of memory.
//
// FP20 is a sign, six bits of exponent (bias 31) and thirteen of fraction. FX10 is a two's complement number of 1/256,
// -2…1.99609375. A register of 20 bits holds one FP20 or two FX10, the low one in its bits 0…9.
#pragma once

#include <algorithm>
#include <cstdint>

namespace machines::tegra {

inline constexpr uint32_t fp20_mask = 0xfffff;
inline constexpr uint32_t fp20_sign = 0x80000;
inline constexpr uint32_t fp20_infinity = 0x7e000;
inline constexpr uint32_t fp20_nan = 0x7f000;
inline constexpr uint32_t fp20_one = 0x3e000;
inline constexpr uint32_t fp20_largest = 0x7dfff;        // 2^31 * (2 - 2^-13)
inline constexpr double fp20_smallest_normal = 0x1p-30;  // what is smaller becomes zero
inline constexpr double fp20_epsilon = 0x1p-13;          // distance of 1 to the next number

inline constexpr int fx10_min = -512, fx10_max = 511;
inline constexpr double fx10_step = 1.0 / 256;

// The value of a register read as FP20. An exponent of zero with a fraction counts as 1.f * 2^-31, as the grate project
// reads it; nothing here makes such a number.
double fp20_value(uint32_t bits);

// How literals and uniforms are made: the fraction is cut off. Too large: infinity; below 2^-30: zero.
uint32_t fp20_literal(float value);

// How results are made: nearest, ties to even, once; below 2^-30: zero; too large: infinity.
uint32_t fp20_round(double value);

// A literal or uniform: towards zero, clamped. The code is 10 bits.
uint32_t fx10_literal(float value);

// A result written to one half: floor(x * 256 + 0.5), clamped. NaN: 0.
uint32_t fx10_round(double value);

inline constexpr int fx10_integer(uint32_t code) {
    return static_cast<int>(code & 0x3ff) - ((code & 0x200) != 0 ? 1024 : 0);
}
inline constexpr double fx10_value(uint32_t code) { return fx10_integer(code) * fx10_step; }

inline constexpr uint32_t low_half(uint32_t bits) { return bits & 0x3ff; }
inline constexpr uint32_t high_half(uint32_t bits) { return bits >> 10 & 0x3ff; }
inline constexpr uint32_t half_of(uint32_t bits, bool high) { return high ? high_half(bits) : low_half(bits); }
inline constexpr uint32_t pair_of(uint32_t low, uint32_t high) { return (low & 0x3ff) | (high & 0x3ff) << 10; }
inline constexpr uint32_t with_half(uint32_t bits, bool high, uint32_t code) {
    return high ? (bits & 0x3ff) | (code & 0x3ff) << 10 : (bits & ~0x3ffu) | (code & 0x3ff);
}

// What is stored in a channel of 8 bits, and what a channel reads as: one undoes the other.
inline constexpr uint8_t byte_of_fx10(uint32_t code) {
    const int v = std::clamp(fx10_integer(code), 0, 256);
    return static_cast<uint8_t>(v - (v > 127 ? 1 : 0));
}
inline constexpr uint32_t fx10_of_byte(uint8_t byte) { return byte + (byte >> 7 & 1u); }

}  // namespace machines::tegra
