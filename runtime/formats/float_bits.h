// Floats as the 32 bits that registers and texels hold, and back.
#pragma once

#include <bit>
#include <cstdint>

namespace runtime {

constexpr uint32_t bits_of(float value) { return std::bit_cast<uint32_t>(value); }
constexpr float float_of(uint32_t bits) { return std::bit_cast<float>(bits); }

}  // namespace runtime
