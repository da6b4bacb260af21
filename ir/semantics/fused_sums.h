// A multiply-add that rounds once, for models of lanes whose CPU has none: in numbers of 64 bits.
#pragma once

#include "ir/semantics/lanes.h"

namespace arbasm {

// product + c, rounded to odd: where the sum is not exact, the last bit is one. What is then rounded to fewer bits is
// rounded as the exact sum would be. The product of two numbers of 32 bits is exact in 64.
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
