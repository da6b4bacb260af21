// What several levels' primitives have in common (runtime/simd/vectors.h). Only those files include it.
#pragma once

#include "runtime/simd/primitives/vector_types.h"

namespace runtime::simd {
inline namespace ASMGL_ISA {

// Parts of registers, for instructions that are the same at every width.
typedef uint16_t Halves __attribute__((vector_size(4 * ASMGL_LANES)));
typedef int16_t SignedHalves __attribute__((vector_size(4 * ASMGL_LANES)));
// A block's bytes, sixteen at a time.
typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef int64_t Words __attribute__((vector_size(16)));
// Half as many lanes as a register of words has.
typedef float HalfF __attribute__((vector_size(2 * ASMGL_LANES)));
typedef int32_t HalfI __attribute__((vector_size(2 * ASMGL_LANES)));

// Two words of each lane.
struct Pairs {
    I first, second;
};

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
