// A fused multiply-add for lane types of CPUs without the instruction: in 64-bit numbers.
#pragma once

#include "ir/semantics/lanes.h"

namespace arbasm {

// product + c, rounded to odd: if the sum is not exact, the last bit is one. Rounding that to fewer bits gives the same
// as rounding the exact sum. The product of two numbers of 32 bits is exact in 64.
template <WideLanes F>
LANE_FUNCTION F sum_to_odd(F product, F c) {
    using U = UnsignedOf<F>;
    const F sum = product + c, part = sum - product;
    const F error = (product - (sum - part)) + (c - part), zero(0.0);
    const U one(uint64_t{1});
    const auto up = error > zero, positive = sum > zero;
    // An infinity's error is no number.
    const auto moves = (up | (error < zero)) & ((as_unsigned(sum) & one) == U(uint64_t{0}));
    const U step = choose((up & positive) | (!(up | positive)), one, ~U(uint64_t{0}));
    return as_float(as_unsigned(sum) + choose(moves, step, U(uint64_t{0})));
}

}  // namespace arbasm
