// Common to kernels of 32 and of 64 bits: condition codes, gathered piece by piece. Included by sources compiled per
// instruction set only.
#pragma once

#include "runtime/decode/shaping.h"
#include "runtime/interpreter/execute.h"
#include "runtime/simd/lanes.h"

namespace runtime::interpreter {
inline namespace ASMGL_ISA {

using namespace arbasm;  // operations, and with them the lane concept

// Flags of one component, gathered.
struct Flags : LaneFlags {
    // Adds the flags of the piece whose first lane is `first`.
    template <class R>
    ASMGL_INLINE void add(int first, R value) {
        const auto flags = sign_flags(value);
        sign |= to_bits(flags.sign) << first;
        zero |= to_bits(flags.zero) << first;
    }
    template <class M>
    ASMGL_INLINE void add_carry(int first, M flags) {
        carry |= to_bits(flags.carry) << first;
        overflow |= to_bits(flags.overflow) << first;
    }
};

}  // namespace ASMGL_ISA
}  // namespace runtime::interpreter
