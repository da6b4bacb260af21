#include "machines/tegra/isa/numbers.h"

#include <bit>
#include <cmath>

namespace machines::tegra {

double fp20_value(uint32_t bits) {
    const uint64_t sign = static_cast<uint64_t>(bits & fp20_sign) << 44;
    const uint64_t exponent = bits >> 13 & 63, fraction = static_cast<uint64_t>(bits & 0x1fff) << 39;
    if ((bits & ~fp20_sign) == 0) return std::bit_cast<double>(sign);
    if (exponent == 63) return std::bit_cast<double>(sign | uint64_t{0x7ff} << 52 | fraction);
    return std::bit_cast<double>(sign | (exponent + 1023 - 31) << 52 | fraction);
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
    const uint64_t bits = std::bit_cast<uint64_t>(value), size = bits & ~uint64_t{0} >> 1;
    if (size > uint64_t{0x7ff} << 52) return fp20_nan;
    const uint32_t sign = bits >> 63 ? fp20_sign : 0;
    // Half of the last place that stays, less one if that is even; a carry goes into the exponent.
    const uint64_t rounded = size + (uint64_t{1} << 38) - 1 + (size >> 39 & 1);
    const int exponent = static_cast<int>(rounded >> 52) - 1023;
    if (exponent < -30) return sign;
    if (exponent > 31) return sign | fp20_infinity;
    return sign | static_cast<uint32_t>(exponent + 31) << 13 | static_cast<uint32_t>(rounded >> 39 & 0x1fff);
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

}  // namespace machines::tegra
