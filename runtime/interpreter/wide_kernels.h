// The steps that compute with 64-bit numbers. Included by interpret_wide_{sse4,avx2,avx512}.cpp only.
//
// One variant of each operation: operands may be modified, results have side conditions.
#pragma once

#include "runtime/decode/steps.h"
#include "runtime/interpreter/kernel_results.h"
#include "runtime/simd/wide_lanes.h"

namespace runtime::interpreter {
inline namespace ASMGL_ISA {

using namespace arbasm;  // operations, and with them the lane concept

constexpr int wide_pieces = group_lanes / wide_native_lanes;
constexpr int half_piece_bytes = wide_native_lanes * 4;

template <LaneKind kind>
struct WideLanesOfKind {
    using Type = runtime::WideFloat;
};
template <>
struct WideLanesOfKind<LaneKind::Signed> {
    using Type = runtime::WideSigned;
};
template <>
struct WideLanesOfKind<LaneKind::Unsigned> {
    using Type = runtime::WideUnsigned;
};

template <class T>
ASMGL_INLINE T modify_wide(T value, bool absolute_value, bool negated) {
    if (absolute_value) value = absolute(value);
    if constexpr (FloatLanes<T>)
        return as_float(as_unsigned(value) ^ WideUnsigned(negated ? uint64_t{1} << 63 : 0));
    else
        return negated ? -value : value;
}

template <class T>
struct WideComponent {
    const std::byte* at;
    bool absolute_value, negated;

    // 64-bit operands lie in registers: a uniform was widened into one.
    ASMGL_INLINE WideComponent(const Machine& machine, const Source& source, int component)
        : at(machine.base[static_cast<int>(source.base[component])] + source.offset[component]),
          absolute_value(source.absolute),
          negated(source.negate >> component & 1) {}
    ASMGL_INLINE T piece(int index) const {
        const std::byte* const low = at + index * half_piece_bytes;
        return modify_wide(load_wide<T>(low, low + vector_bytes), absolute_value, negated);
    }
};

struct NoWideOperand {
    ASMGL_INLINE NoWideOperand(const Machine&, const Source&, int) {}
    ASMGL_INLINE int piece(int) const { return 0; }
};

template <bool absent, class T>
struct ChooseWideOperand {
    using Type = WideComponent<T>;
};
template <class T>
struct ChooseWideOperand<true, T> {
    using Type = NoWideOperand;
};

template <Operation operation, LaneKind kind>
const MicroOperation* compute_wide(Machine& machine, const MicroOperation* o) {
    using T = typename WideLanesOfKind<kind>::Type;
    constexpr int operands = operation_info(operation).operand_count();
    constexpr auto kind_of = [](int index) {
        return index < operands ? operation_info(operation).operand_kind(index, kind) : LaneKind::Float;
    };
    using A = typename ChooseWideOperand<(operands < 1), typename WideLanesOfKind<kind_of(0)>::Type>::Type;
    using B = typename ChooseWideOperand<(operands < 2), typename WideLanesOfKind<kind_of(1)>::Type>::Type;
    using C = typename ChooseWideOperand<(operands < 3), typename WideLanesOfKind<kind_of(2)>::Type>::Type;

    if (!find_kept_lanes(machine, o)) return o + 1;
    std::byte* const destination = machine.base[static_cast<int>(o->destination_base)] + o->destination;
    for (int c = 0; c < 4; c++) {
        const LaneMask keep = machine.keep[c];
        if (keep == 0) continue;
        const A a(machine, o->sources[0], c);
        const B b(machine, o->sources[1], c);
        const C d(machine, o->sources[2], c);
        std::byte* const to = destination + c * word_bytes;
        Flags flags;
#pragma GCC unroll 1
        for (int i = 0; i < wide_pieces; i++) {
            const int shift = i * wide_native_lanes;
            const auto value =
                saturate(Meaning<operation>::template of<T>(a.piece(i), b.piece(i), d.piece(i)), o->saturation);
            using R = std::remove_const_t<decltype(value)>;
            if (o->condition_update != ConditionUpdate::None) {
                flags.add(shift, value);
                if constexpr (has_carry(operation) && kind != LaneKind::Float) {
                    const auto sum = addends<operation>(a.piece(i), b.piece(i), d.piece(i));
                    const auto both = carry_overflow(sum.left, sum.right, o->carry_rule);
                    flags.carry |= to_bits(both.carry) << shift;
                    flags.overflow |= to_bits(both.overflow) << shift;
                }
            }
            std::byte* const low = to + i * half_piece_bytes;
            std::byte* const high = low + vector_bytes;
            if (keep == all_lanes)
                store_wide(low, high, value);
            else
                store_wide(low, high, choose(from_wide_bits(keep >> shift), value, load_wide<R>(low, high)));
        }
        if (o->condition_update != ConditionUpdate::None)
            flags.write(machine.code[o->condition_update == ConditionUpdate::Code1], c, keep);
    }
    return o + 1;
}

template <Operation operation>
Handler wide_handler_of(LaneKind kind) {
    constexpr const OperationInfo& info = operation_info(operation);
    // Conversions to floats of either size are a step of their own.
    if constexpr (operation != Operation::I2f) {
        if constexpr (info.form == ResultForm::Each || info.operand_count() == 1) {
            if constexpr (info.has_wide(LaneKind::Float))
                if (kind == LaneKind::Float) return compute_wide<operation, LaneKind::Float>;
            if constexpr (info.has_wide(LaneKind::Signed))
                if (kind == LaneKind::Signed) return compute_wide<operation, LaneKind::Signed>;
            if constexpr (info.has_wide(LaneKind::Unsigned))
                if (kind == LaneKind::Unsigned) return compute_wide<operation, LaneKind::Unsigned>;
        }
    }
    return nullptr;
}

inline Handler find_wide_handler(const MicroOperation& o) {
    switch (o.operation) {
#define MEANING(name, ...) \
    case Operation::name:  \
        return wide_handler_of<Operation::name>(o.kind);
#define MEANING_OF_PART(name, ...) MEANING(name)
#include "arbasm/ir/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        case Operation::Count: break;
    }
    return nullptr;
}

}  // namespace ASMGL_ISA
}  // namespace runtime::interpreter
