// Modifiers of an instruction, applied to its operands before the operation and to its result after it. One definition
// over any lane types (lanes.h), for both engines, for single lanes and for constants.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "ir/semantics/operations.h"

namespace arbasm {

template <class Lanes, LaneKind kind>
using LanesOfKind =
    std::conditional_t<kind == LaneKind::Float, typename Lanes::Float,
                       std::conditional_t<kind == LaneKind::Signed, typename Lanes::Signed, typename Lanes::Unsigned>>;

// How operation `operation` over `kind` reads its operand `index`.
template <Operation operation, LaneKind kind, int index>
struct OperandUse {
    static constexpr const OperationInfo& info = operation_info(operation);
    static constexpr bool absent = index >= info.operand_count();
    // All four components at once; else the component that is computed, or a scalar.
    static constexpr bool whole = [] {
        if constexpr (absent)
            return false;
        else
            return info.form != ResultForm::Each && info.operand_is_vector(index);
    }();
    static constexpr LaneKind lanes = [] {
        if constexpr (absent)
            return LaneKind::Float;
        else
            return info.operand_kind(index, kind);
    }();
};

// |a|, -a, -|a|. A float's sign bit changes, even a NaN's.
template <LaneType T>
LANE_FUNCTION T modified(T value, bool absolute_value, bool negated) {
    if constexpr (FloatLanes<T>) {
        using Unsigned = UnsignedOf<T>;
        using Bits = std::conditional_t<lane_bits<T> == 64, uint64_t, uint32_t>;
        constexpr Bits sign = Bits{1} << (lane_bits<T> - 1);
        const Unsigned keep(absolute_value ? ~sign : ~Bits{0});
        const Unsigned flip(negated ? sign : Bits{0});
        return as_float((as_unsigned(value) & keep) ^ flip);
    } else {
        if (absolute_value) value = absolute(value);
        return negated ? -value : value;
    }
}

// .SAT and .SSAT; integers have none.
template <class R>
LANE_FUNCTION R saturated(R value, Saturation saturation) {
    if constexpr (FloatLanes<R>) {
        if (saturation == Saturation::Unsigned) return clamp_to_unit(value);
        if (saturation == Saturation::Signed) return clamp_to_signed_unit(value);
    }
    return value;
}

// Sign and zero flag of a result; a NaN sets both.
template <class Mask>
struct SignFlags {
    Mask sign, zero;
};
template <LaneType R>
LANE_FUNCTION auto sign_flags(R value) {
    using Flags = SignFlags<MaskOf<R>>;
    if constexpr (FloatLanes<R>) {
        const R zero(0.0f);
        const auto unordered = value != value;
        return Flags{(value < zero) | unordered, (value == zero) | unordered};
    } else {
        return Flags{as_signed(value) < SignedOf<R>(0), value == R(0)};
    }
}

// Whether the operation gives carry and overflow flags as well: see carry_flags().
template <Operation operation, LaneKind kind>
inline constexpr bool gives_carry = has_carry(operation) && kind != LaneKind::Float;

// "negation modifiers turn add operations into subtracts and vice versa" (2.X.4.3). `negated` of an operand: whether
// its negation is written.
template <class Negated>
CarryRule carry_rule(Operation operation, Negated negated) {
    bool left = false, right = false;
    if (operation == Operation::Add) {
        left = negated(0);
        right = negated(1);
    } else if (operation == Operation::Sub) {
        left = negated(0);
        right = !negated(1);
    } else if (operation == Operation::Mad) {
        left = negated(0) != negated(1);
        right = negated(2);
    } else {
        right = negated(2);
    }
    return left == right ? CarryRule::Add : right ? CarryRule::RightNegated : CarryRule::LeftNegated;
}

template <Operation operation, class A, class B, class C>
LANE_FUNCTION auto carry_flags(A a, B b, C c, CarryRule rule) {
    const auto sum = addends<operation>(a, b, c);
    return carry_overflow(sum.left, sum.right, rule);
}

}  // namespace arbasm
