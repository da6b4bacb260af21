// The steps that compute with 64-bit numbers. Included by interpret_wide_simd.cpp only.
//
// One variant of each operation: operands may be modified, results have side conditions.
#pragma once

#include "runtime/interpreter/kernel_results.h"
#include "runtime/simd/wide_lanes.h"

namespace runtime::interpreter {
inline namespace ASMGL_ISA {

using namespace arbasm;  // operations, and with them the lane concept

constexpr int wide_pieces = group_lanes / wide_native_lanes;
constexpr int half_piece_bytes = wide_native_lanes * 4;

template <class T>
struct WideComponent {
    const std::byte* at;
    bool absolute_value, negated;

    // 64-bit operands lie in registers: a uniform was widened into one.
    ASMGL_INLINE WideComponent(const Machine& machine, const Source& source, int component)
        : at(machine.pointer(source.component(component))),
          absolute_value(source.absolute),
          negated(source.negate >> component & 1) {}
    ASMGL_INLINE T piece(int index) const {
        const std::byte* const low = at + index * half_piece_bytes;
        return modified(load_wide<T>(low, low + vector_bytes), absolute_value, negated);
    }
};

struct NoWideOperand {
    ASMGL_INLINE NoWideOperand(const Machine&, const Source&, int) {}
    ASMGL_INLINE int piece(int) const { return 0; }
};

template <Operation operation, LaneKind kind, int index>
using WideOperandOf =
    std::conditional_t<OperandUse<operation, kind, index>::absent, NoWideOperand,
                       WideComponent<LanesOfKind<WideNativeLanes, OperandUse<operation, kind, index>::lanes>>>;

template <Operation operation, LaneKind kind>
const Step* compute_wide(Machine& machine, const Step* first) {
    using T = LanesOfKind<WideNativeLanes, kind>;
    using A = WideOperandOf<operation, kind, 0>;
    using B = WideOperandOf<operation, kind, 1>;
    using C = WideOperandOf<operation, kind, 2>;

    const auto& step = static_cast<const ComputeStep&>(*first);
    const Result& result = step.result;
    std::byte* const destination = machine.pointer(result.destination);
    for (int c = 0; c < 4; c++) {
        const LaneMask keep = machine.keep[c];
        if (keep == 0) continue;
        const A a(machine, step.sources[0], c);
        const B b(machine, step.sources[1], c);
        const C d(machine, step.sources[2], c);
        std::byte* const to = destination + c * word_bytes;
        Flags flags;
#pragma GCC unroll 1
        for (int i = 0; i < wide_pieces; i++) {
            const int shift = i * wide_native_lanes;
            const auto value =
                saturated(Meaning<operation>::template of<T>(a.piece(i), b.piece(i), d.piece(i)), result.saturation);
            using R = std::remove_const_t<decltype(value)>;
            if (result.updates_conditions()) {
                flags.add(shift, value);
                if constexpr (gives_carry<operation, kind>)
                    flags.add_carry(shift, carry_flags<operation>(a.piece(i), b.piece(i), d.piece(i), step.carry_rule));
            }
            std::byte* const low = to + i * half_piece_bytes;
            std::byte* const high = low + vector_bytes;
            if (keep == all_lanes)
                store_wide(low, high, value);
            else
                store_wide(low, high, choose(from_wide_bits(keep >> shift), value, load_wide<R>(low, high)));
        }
        if (result.updates_conditions())
            write_flags(machine.condition_codes[result.updated_register()], c, flags, keep);
    }
    return next_of(step);
}

template <Operation operation>
Kernel wide_kernel_of(LaneKind kind) {
    constexpr const OperationInfo& info = operation_info(operation);
    // Conversions to floats of either size are a step of their own.
    if constexpr (operation != Operation::I2f) {
        if constexpr (info.form == ResultForm::Each || info.operand_count() == 1) {
            if constexpr (info.has_wide(LaneKind::Float))
                if (kind == LaneKind::Float) return {compute_wide<operation, LaneKind::Float>};
            if constexpr (info.has_wide(LaneKind::Signed))
                if (kind == LaneKind::Signed) return {compute_wide<operation, LaneKind::Signed>};
            if constexpr (info.has_wide(LaneKind::Unsigned))
                if (kind == LaneKind::Unsigned) return {compute_wide<operation, LaneKind::Unsigned>};
        }
    }
    return {};
}

inline Kernel find_wide_kernel(const ComputeStep& step) {
    switch (step.operation) {
#define MEANING(name, ...) \
    case Operation::name:  \
        return wide_kernel_of<Operation::name>(step.lanes);
#define MEANING_OF_PART(name, ...) MEANING(name)
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        case Operation::Count: break;
    }
    return {};
}

}  // namespace ASMGL_ISA
}  // namespace runtime::interpreter
