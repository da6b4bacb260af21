#include "runtime/formats/small_floats.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace runtime {
namespace {

double decode_srgb(double encoded) {
    return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

struct SrgbTables {
    std::array<float, 256> linear;
    std::array<float, 255> upper;  // encoded values above i have linear values from upper[i] on
    SrgbTables() {
        for (int i = 0; i < 256; ++i) linear[i] = static_cast<float>(decode_srgb(i / 255.0));
        for (int i = 0; i < 255; ++i) upper[i] = static_cast<float>(decode_srgb((i + 0.5) / 255.0));
    }
};

const SrgbTables& srgb_tables() {
    static const SrgbTables tables;
    return tables;
}

}  // namespace

float srgb_to_linear(uint8_t encoded) { return srgb_tables().linear[encoded]; }

uint8_t linear_to_srgb(float linear) {
    const auto& upper = srgb_tables().upper;
    if (!(linear > 0)) return 0;
    return static_cast<uint8_t>(std::upper_bound(upper.begin(), upper.end(), linear) - upper.begin());
}

uint32_t pack_shared_exponent(float red, float green, float blue) {
    constexpr float largest = 65408.0f;                                                           // 511/512 · 2^16
    const auto clamp = [&](float value) { return value > 0 ? std::min(value, largest) : 0.0f; };  // NaN becomes zero
    const float r = clamp(red), g = clamp(green), b = clamp(blue);
    const float top = std::max({r, g, b});
    int exponent = top > 0 ? std::max(-16, std::ilogb(top)) + 16 : 0;
    const auto quantize = [&](float value) {
        return static_cast<uint32_t>(std::floor(std::ldexp(static_cast<double>(value), 24 - exponent) + 0.5));
    };
    if (quantize(top) == 512) ++exponent;
    return quantize(r) | quantize(g) << 9 | quantize(b) << 18 | static_cast<uint32_t>(exponent) << 27;
}

}  // namespace runtime
