// Conversions between binary32 and the small float and curve encodings of pixels. All round to nearest even.
#pragma once

#include <bit>
#include <cstdint>

namespace runtime {

inline float half_to_float(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
    const uint32_t magnitude = half & 0x7fff;
    if (magnitude >= 0x7c00) return std::bit_cast<float>(sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
    // Exponents differ by 112 in bias; a multiplication makes denormals right.
    const float value = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(value));
}

inline uint16_t float_to_half(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t sign = bits >> 16 & 0x8000;
    const uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return static_cast<uint16_t>(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
    if (magnitude >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);  // rounds to 2^16 or more
    if (magnitude < 0x38800000) {
        // Denormal: the addition of 0.5 aligns the last place to 2^-24 and rounds.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
        return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3f000000));
    }
    const uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1) - (112u << 23);
    return static_cast<uint16_t>(sign | rounded >> 13);
}

// Unsigned floats of five exponent bits and `mantissa_bits` mantissa bits (EXT_packed_float: 6 or 5). Negative values
// become zero, finite values that are too large the largest finite one.
template <int mantissa_bits>
float small_float_to_float(uint32_t bits) {
    return half_to_float(static_cast<uint16_t>(bits << (10 - mantissa_bits)));
}

template <int mantissa_bits>
uint32_t float_to_small_float(float value) {
    constexpr uint32_t infinity = 31u << mantissa_bits;
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    if ((bits & 0x7fffffff) > 0x7f800000) return infinity | 1;
    if (bits >> 31) return 0;
    if (bits == 0x7f800000) return infinity;
    constexpr int dropped = 23 - mantissa_bits;
    uint32_t result;
    if (bits < 0x38800000) {
        const float aligner = std::bit_cast<float>(static_cast<uint32_t>(127 - 14 + 23 - mantissa_bits) << 23);
        result = std::bit_cast<uint32_t>(value + aligner) - std::bit_cast<uint32_t>(aligner);
    } else {
        result = (bits - (112u << 23) + (1u << (dropped - 1)) - 1 + (bits >> dropped & 1)) >> dropped;
    }
    return result < infinity ? result : infinity - 1;
}

// Shared exponent, EXT_texture_shared_exponent.
uint32_t pack_shared_exponent(float red, float green, float blue);

// The sRGB curve over 8-bit values.
float srgb_to_linear(uint8_t encoded);
uint8_t linear_to_srgb(float linear);  // nearest

}  // namespace runtime
