// What atomic operations on floats give, of 32 and 64 bits and of halves as floats, over lane types
// (arbasm/ir/lanes.h).
#pragma once

#include <type_traits>

#include "arbasm/ir/lanes.h"
#include "arbasm/program.h"

namespace runtime {

// Of the bits that were there and the operands' bits: those that will be.
template <arbasm::UnsignedLanes U>
LANE_FUNCTION U changed_float(arbasm::AtomicOperation operation, U old, U operand, U value) {
    using arbasm::AtomicOperation;
    const auto a = as_float(old), b = as_float(operand);
    if (operation == AtomicOperation::Exchange) return operand;
    if (operation == AtomicOperation::CompareSwap) return choose(a == b, value, old);
    const U sum = as_unsigned(a + b);
    if (operation == AtomicOperation::Add) return sum;
    // Minimum and maximum of a NaN and another number: a signalling NaN, else the number.
    const auto old_is_nan = a != a;
    const auto operand_is_nan = b != b;
    using Bits = std::conditional_t<arbasm::lane_bits<U> == 64, uint64_t, uint32_t>;
    const U quiet(Bits{1} << (arbasm::lane_bits<U> == 64 ? 51 : 22));
    const auto is_quiet = [&](U bits) { return (bits & quiet) != U(Bits{0}); };
    const U number = choose(old_is_nan & !is_quiet(old), old,
                            choose(operand_is_nan & !is_quiet(operand), operand, choose(old_is_nan, operand, old)));
    const U result = operation == AtomicOperation::Min ? choose(b < a, operand, old) : choose(b > a, operand, old);
    return choose(old_is_nan | operand_is_nan, number, result);
}

}  // namespace runtime
