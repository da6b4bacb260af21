// What atomic operations on floats of 32 bits give, over lane types (arbasm/ir/lanes.h).
#pragma once

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
    // Of a NaN and another number: a signalling NaN, else the number, as minimum and maximum have it.
    const auto old_is_nan = a != a;
    const auto operand_is_nan = b != b;
    const auto is_quiet = [](U bits) { return (bits & U(0x00400000u)) != U(0u); };
    const U number = choose(old_is_nan & !is_quiet(old), old,
                            choose(operand_is_nan & !is_quiet(operand), operand, choose(old_is_nan, operand, old)));
    const U result = operation == AtomicOperation::Add   ? as_unsigned(a + b)
                     : operation == AtomicOperation::Min ? choose(b < a, operand, old)
                                                         : choose(b > a, operand, old);
    return choose(old_is_nan | operand_is_nan, number, result);
}

}  // namespace runtime
