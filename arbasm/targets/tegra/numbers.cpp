#include "arbasm/targets/tegra/numbers.h"

#include <bit>
#include <cmath>

namespace arbasm::tegra {

double fp20_value(uint32_t bits) {
    const int exponent = static_cast<int>(bits >> 13 & 63);
    const uint32_t fraction = bits & 0x1fff;
    const double sign = bits & fp20_sign ? -1 : 1;
    if (exponent == 63) return fraction ? std::nan("") : sign * INFINITY;
    if (exponent == 0 && fraction == 0) return sign * 0.0;
    return sign * std::ldexp(static_cast<double>(fraction | 0x2000), exponent - 31 - 13);
}

uint32_t fp20_literal(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    if (std::isnan(value)) return fp20_nan;
    const uint32_t sign = bits >> 31 ? fp20_sign : 0;
    const float size = std::fabs(value);
    if (size < static_cast<float>(fp20_smallest_normal)) return 0;
    if (size >= 0x1p32f) return sign | fp20_infinity;
    const uint32_t exponent = (bits >> 23 & 0xff) - 127 + 31;
    return sign | exponent << 13 | (bits >> 10 & 0x1fff);
}

uint32_t fp20_round(double value) {
    if (std::isnan(value)) return fp20_nan;
    const uint32_t sign = std::signbit(value) ? fp20_sign : 0;
    const double size = std::fabs(value);
    if (std::isinf(value)) return sign | fp20_infinity;
    int exponent = 0;
    const double significand = std::frexp(size, &exponent);  // 0.5…1
    if (size == 0) return sign;
    auto rounded = static_cast<int64_t>(std::nearbyint(std::ldexp(significand, 14)));
    exponent--;  // of the leading one
    if (rounded == 1 << 14) {
        rounded >>= 1;
        exponent++;
    }
    if (exponent < -30) return sign;
    if (exponent > 31) return sign | fp20_infinity;
    return sign | static_cast<uint32_t>(exponent + 31) << 13 | (static_cast<uint32_t>(rounded) & 0x1fff);
}

uint32_t fx10_literal(float value) {
    if (std::isnan(value)) return 0;
    const float scaled = std::clamp(value * 256.0f, static_cast<float>(fx10_min), static_cast<float>(fx10_max));
    return static_cast<uint32_t>(static_cast<int>(scaled)) & 0x3ff;
}

uint32_t fx10_round(double value) {
    if (std::isnan(value)) return 0;
    // Adding a half first would round the largest number below a half up.
    const double scaled = value * 256, below = std::floor(scaled);
    const double nearest = scaled - below >= 0.5 ? below + 1 : below;
    return static_cast<uint32_t>(
               static_cast<int>(std::clamp(nearest, static_cast<double>(fx10_min), static_cast<double>(fx10_max)))) &
           0x3ff;
}

}  // namespace arbasm::tegra
