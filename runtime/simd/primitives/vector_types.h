// Vectors as wide as the registers of the level that a source is compiled for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/simd/primitives/instruction_set.h"

namespace runtime::simd {
inline namespace ASMGL_ISA {

inline constexpr int lane_width = ASMGL_LANES;
inline constexpr uint32_t width_bits = lane_width == 16 ? 0xffffu : (1u << lane_width) - 1;

template <int n>
struct LaneTypes {
    typedef float F __attribute__((vector_size(n * 4)));
    typedef int32_t I __attribute__((vector_size(n * 4)));
};
template <int n>
using Floats = typename LaneTypes<n>::F;
template <int n>
using Ints = typename LaneTypes<n>::I;
using F = Floats<lane_width>;
using I = Ints<lane_width>;
// Half as many, of twice the size.
typedef double D __attribute__((vector_size(4 * ASMGL_LANES)));
typedef int64_t W __attribute__((vector_size(4 * ASMGL_LANES)));

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
