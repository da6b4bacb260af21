// What the kernels of 32 and of 64 bits have in common: which lanes keep a result, saturation, condition codes.
// Included by sources compiled per instruction set only.
#pragma once

#include "runtime/decode/steps.h"
#include "runtime/simd/lanes.h"

namespace runtime::interpreter {
inline namespace ASMGL_ISA {

using namespace arbasm;  // operations, and with them the lane concept

ASMGL_INLINE bool find_kept_lanes(Machine& machine, const MicroOperation* o) {
    LaneMask some = 0;
    const LaneMask running = o->masked ? machine.running : all_lanes;
    for (int c = 0; c < 4; c++) {
        LaneMask keep = 0;
        if (o->write_mask >> c & 1)
            keep = running & (o->test == ConditionTest::True
                                  ? all_lanes
                                  : tested(machine.code[o->test_register], o->test, o->test_swizzle[c]));
        machine.keep[c] = keep;
        some |= keep;
    }
    return some != 0;
}

// Flags of one component, gathered piece by piece.
struct Flags {
    LaneMask sign = 0, zero = 0, carry = 0, overflow = 0;

    template <class R>
    ASMGL_INLINE void add(int shift, R value) {
        if constexpr (FloatLanes<R>) {
            const auto below = value < R(0.0f);
            const auto above = value > R(0.0f);
            const auto equal = value == R(0.0f);
            const auto ordered = below | above | equal;
            sign |= to_bits(below | !ordered) << shift;
            zero |= to_bits(equal | !ordered) << shift;
        } else {
            sign |= to_bits(as_signed(value) < SignedOf<R>(0)) << shift;
            zero |= to_bits(value == R(0)) << shift;
        }
    }
    ASMGL_INLINE void write(ConditionCode& code, int c, LaneMask keep) const {
        code.sign[c] = (code.sign[c] & ~keep) | (sign & keep);
        code.zero[c] = (code.zero[c] & ~keep) | (zero & keep);
        code.carry[c] = (code.carry[c] & ~keep) | (carry & keep);
        code.overflow[c] = (code.overflow[c] & ~keep) | (overflow & keep);
    }
};

template <class R>
ASMGL_INLINE R saturate(R value, Saturation saturation) {
    if constexpr (FloatLanes<R>) {
        if (saturation == Saturation::Unsigned) return clamp_to_unit(value);
        if (saturation == Saturation::Signed) return clamp_to_signed_unit(value);
    }
    return value;
}

}  // namespace ASMGL_ISA
}  // namespace runtime::interpreter
