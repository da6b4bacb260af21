// Results of atomic operations on floats, of 32 and 64 bits and of halves as floats, over lane types
// (ir/semantics/lanes.h).
#pragma once

#include <type_traits>

#include "ir/program.h"
#include "ir/semantics/lanes.h"

namespace runtime {

// The new bits, from the old bits and the operands' bits.
template <arbasm::UnsignedLanes U>
LANE_FUNCTION U changed_float(arbasm::AtomicOperation operation, U old, U operand, U value) {
    using arbasm::AtomicOperation;
    const auto a = as_float(old), b = as_float(operand);
    if (operation == AtomicOperation::Exchange) return operand;
    if (operation == AtomicOperation::CompareSwap) return choose(a == b, value, old);
    using Bits = std::conditional_t<arbasm::lane_bits<U> == 64, uint64_t, uint32_t>;
    constexpr bool wide = arbasm::lane_bits<U> == 64;
    if (operation == AtomicOperation::Add) {
        // Which of two NaNs a sum is, compilers decide.
        const auto sum = a + b;
        return choose(sum == sum, as_unsigned(sum), U(static_cast<Bits>(wide ? uint64_t{0x7ff8} << 48 : 0x7fc00000)));
    }
    // Minimum and maximum of a NaN and another number: a signalling NaN, else the number.
    const auto old_is_nan = a != a;
    const auto operand_is_nan = b != b;
    const U quiet(Bits{1} << (wide ? 51 : 22));
    const auto is_quiet = [&](U bits) { return (bits & quiet) != U(Bits{0}); };
    const U number = choose(old_is_nan & !is_quiet(old), old,
                            choose(operand_is_nan & !is_quiet(operand), operand, choose(old_is_nan, operand, old)));
    const U result = operation == AtomicOperation::Min ? choose(b < a, operand, old) : choose(b > a, operand, old);
    return choose(old_is_nan | operand_is_nan, number, result);
}

}  // namespace runtime
