// What an instruction does to its operands before, and to its result after, the operation itself: once, over any lane
// types (arbasm/ir/lanes.h), for both engines and for single lanes.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "arbasm/ir/operations.h"

namespace runtime::decoded {

template <class Lanes, arbasm::LaneKind kind>
using LanesOfKind = std::conditional_t<
    kind == arbasm::LaneKind::Float, typename Lanes::Float,
    std::conditional_t<kind == arbasm::LaneKind::Signed, typename Lanes::Signed, typename Lanes::Unsigned>>;

// How operation `operation` over `kind` reads its operand `index`.
template <arbasm::Operation operation, arbasm::LaneKind kind, int index>
struct OperandUse {
    static constexpr const arbasm::OperationInfo& info = arbasm::operation_info(operation);
    static constexpr bool absent = index >= info.operand_count();
    // All four components at once; else the component that is computed, or a scalar.
    static constexpr bool whole = [] {
        if constexpr (absent)
            return false;
        else
            return info.form != arbasm::ResultForm::Each && info.operand_is_vector(index);
    }();
    static constexpr arbasm::LaneKind lanes = [] {
        if constexpr (absent)
            return arbasm::LaneKind::Float;
        else
            return info.operand_kind(index, kind);
    }();
};

// |a|, -a, -|a|. Of floats the sign bit changes, even of a NaN.
template <arbasm::LaneType T>
LANE_FUNCTION T modified(T value, bool absolute_value, bool negated) {
    if constexpr (arbasm::FloatLanes<T>) {
        using Unsigned = arbasm::UnsignedOf<T>;
        using Bits = std::conditional_t<arbasm::lane_bits<T> == 64, uint64_t, uint32_t>;
        constexpr Bits sign = Bits{1} << (arbasm::lane_bits<T> - 1);
        const Unsigned keep(absolute_value ? ~sign : ~Bits{0});
        const Unsigned flip(negated ? sign : Bits{0});
        return as_float((as_unsigned(value) & keep) ^ flip);
    } else {
        if (absolute_value) value = arbasm::absolute(value);
        return negated ? -value : value;
    }
}

// .SAT and .SSAT; integers have none.
template <class R>
LANE_FUNCTION R saturated(R value, arbasm::Saturation saturation) {
    if constexpr (arbasm::FloatLanes<R>) {
        if (saturation == arbasm::Saturation::Unsigned) return arbasm::clamp_to_unit(value);
        if (saturation == arbasm::Saturation::Signed) return arbasm::clamp_to_signed_unit(value);
    }
    return value;
}

// Sign and zero flag of a result; a NaN sets both.
template <class Mask>
struct SignFlags {
    Mask sign, zero;
};
template <arbasm::LaneType R>
LANE_FUNCTION auto sign_flags(R value) {
    using Flags = SignFlags<arbasm::MaskOf<R>>;
    if constexpr (arbasm::FloatLanes<R>) {
        const R zero(0.0f);
        const auto unordered = value != value;
        return Flags{(value < zero) | unordered, (value == zero) | unordered};
    } else {
        return Flags{as_signed(value) < arbasm::SignedOf<R>(0), value == R(0)};
    }
}

// Whether the operation gives carry and overflow flags as well: see carry_flags().
template <arbasm::Operation operation, arbasm::LaneKind kind>
inline constexpr bool gives_carry = arbasm::has_carry(operation) && kind != arbasm::LaneKind::Float;

template <arbasm::Operation operation, class A, class B, class C>
LANE_FUNCTION auto carry_flags(A a, B b, C c, arbasm::CarryRule rule) {
    const auto sum = arbasm::addends<operation>(a, b, c);
    return arbasm::carry_overflow(sum.left, sum.right, rule);
}

}  // namespace runtime::decoded
