// Conversions between binary32 and the small float and curve encodings of pixels. All round to nearest even.
#pragma once

#include <bit>
#include <cstdint>

#include "ir/semantics/half_float.h"

namespace runtime {

using arbasm::float_to_half;
using arbasm::half_to_float;

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
