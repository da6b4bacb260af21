// Numbers of 16 bits (binary16) over lane types: the one conversion of this project, for programs, textures, vertices
// and pixels alike. To nearest even; denormals are kept; a NaN stays one and becomes quiet.
#pragma once

#include <cstdint>

#include "ir/semantics/lanes.h"

namespace arbasm {

// Bits in the low half. Numbers that are too large become infinity; NaN loses its payload.
template <FloatLanes F>
LANE_FUNCTION UnsignedOf<F> to_half(F a) {
    using U = UnsignedOf<F>;
    const U bits = as_unsigned(a) & U(0x7fffffffu);
    const U sign = (as_unsigned(a) >> U(16u)) & U(0x8000u);
    const U normal = (bits - U(0x38000000u) + U(0x0fffu) + ((bits >> U(13u)) & U(1u))) >> U(13u);
    // Denormals of 16 bits are multiples of 2^-24, the last place of numbers from 0.5 on: the addition rounds.
    const U denormal = as_unsigned(as_float(bits) + F(0.5f)) - U(0x3f000000u);
    U result = choose(bits < U(0x38800000u), denormal, normal);
    result = choose(bits >= U(0x477ff000u), U(0x7c00u), result);
    result = choose(bits > U(0x7f800000u), U(0x7e00u), result);
    return result | sign;
}

// From the low 16 bits.
template <UnsignedLanes U>
LANE_FUNCTION FloatOf<U> from_half(U a) {
    using S = SignedOf<U>;
    const U size = a & U(0x7fffu);
    const U sign = (a & U(0x8000u)) << U(16u);
    // The exponents differ by 112 in bias; a multiplication makes denormals right. Comparisons are signed, which all
    // CPUs have.
    U bits = as_unsigned(as_float(size << U(13u)) * FloatOf<U>(0x1p112f));
    bits = bits | choose(as_signed(size) > S(0x7bff), U(0x7f800000u), U(0u));
    bits = bits | choose(as_signed(size) > S(0x7c00), U(0x00400000u), U(0u));
    return as_float(bits | sign);
}

// The same for one number.
inline uint16_t float_to_half(float value) { return static_cast<uint16_t>(to_half(PlainLanes::Float(value)).value); }
inline float half_to_float(uint16_t half) { return from_half(PlainLanes::Unsigned(half)).value; }

}  // namespace arbasm
