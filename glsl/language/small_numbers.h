// Numbers of 8 and 16 bits as registers and constants hold them: 32 bits of carrier().
#pragma once

#include <bit>

#include "glsl/language/types.h"

#include "ir/semantics/half_float.h"

namespace glsl {

inline uint64_t half_of_float(uint64_t bits) {
    return arbasm::float_to_half(std::bit_cast<float>(static_cast<uint32_t>(bits)));
}
inline uint64_t float_of_half(uint64_t half) {
    return std::bit_cast<uint32_t>(arbasm::half_to_float(static_cast<uint16_t>(half)));
}

// The number of the type that 32 bits of its carrier become: the low bits extended, a float rounded. For types that
// are not small: the same bits.
inline uint64_t narrowed(uint64_t bits, Scalar scalar) {
    const auto low = static_cast<uint32_t>(bits);
    switch (scalar) {
        case Scalar::Int8: return static_cast<uint32_t>(int32_t{static_cast<int8_t>(low)});
        case Scalar::Uint8: return low & 0xffu;
        case Scalar::Int16: return static_cast<uint32_t>(int32_t{static_cast<int16_t>(low)});
        case Scalar::Uint16: return low & 0xffffu;
        case Scalar::Float16: return float_of_half(half_of_float(bits));
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Int:
        case Scalar::Uint:
        case Scalar::Float:
        case Scalar::Double:
        case Scalar::Int64:
        case Scalar::Uint64: break;
    }
    return bits;
}

}  // namespace glsl
