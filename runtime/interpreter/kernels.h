// The interpreter's steps that compute, over the CPU's registers. Included by interpret_simd.cpp only.
//
// Each operation has up to four variants: operands with or without negation and absolute value, results plain or with
// side conditions (saturation, condition codes, masks). Longer operations have only the full one.
#pragma once

#include "runtime/interpreter/kernel_results.h"
#include "runtime/simd/lanes.h"

namespace runtime::interpreter {
inline namespace ASMGL_ISA {

using namespace arbasm;  // operations, and with them the lane concept

constexpr int pieces = group_lanes / native_lanes;
constexpr int piece_bytes = native_lanes * 4;

// ---- operands ----------------------------------------------------------------------------------------------------

// One component of an operand.
template <class T, bool with_modifiers>
struct Component {
    const std::byte* at;
    ptrdiff_t stride;
    bool absolute_value, negated;

    ASMGL_INLINE Component(const Machine& machine, const Source& source, int component = 0)
        : at(machine.pointer(source.component(component))),
          stride(machine.stride[static_cast<int>(source.base[component])]),
          absolute_value(source.absolute),
          negated(source.negate >> component & 1) {}
    ASMGL_INLINE T piece(int index) const {
        const T value = load<T>(at + index * stride);
        if constexpr (with_modifiers) return modified(value, absolute_value, negated);
        return value;
    }
};

template <class T, bool with_modifiers>
struct WholeOperand {
    Component<T, with_modifiers> x, y, z, w;
    ASMGL_INLINE WholeOperand(const Machine& machine, const Source& source)
        : x(machine, source, 0), y(machine, source, 1), z(machine, source, 2), w(machine, source, 3) {}
    ASMGL_INLINE Vector<T> piece(int index) const {
        return {x.piece(index), y.piece(index), z.piece(index), w.piece(index)};
    }
};

struct NoOperand {
    ASMGL_INLINE NoOperand(const Machine&, const Source&, int = 0) {}
    ASMGL_INLINE int piece(int) const { return 0; }
};

template <class Shape, bool with_modifiers>
struct ChooseOperand {
    using T = LanesOfKind<NativeLanes, Shape::lanes>;
    using Type = std::conditional_t<
        Shape::absent, NoOperand,
        std::conditional_t<Shape::whole, WholeOperand<T, with_modifiers>, Component<T, with_modifiers>>>;
};
template <Operation operation, LaneKind kind, int index, bool with_modifiers>
using OperandOf = typename ChooseOperand<OperandUse<operation, kind, index>, with_modifiers>::Type;

// ---- results -----------------------------------------------------------------------------------------------------

template <class R>
ASMGL_INLINE void store_kept(std::byte* to, R value, LaneMask keep, int piece) {
    if (keep == all_lanes) {
        store(to, value);
        return;
    }
    const Mask lanes = from_bits(keep >> (piece * native_lanes));
    store(to, choose(lanes, value, load<R>(to)));
}

// Short enough to be worth four variants.
constexpr bool is_quick(Operation operation) { return operation_info(operation).traits.has(Trait::Quick); }

// Unrolling pays for the short operations only.
template <bool unrolled, class Do>
ASMGL_INLINE void for_pieces(Do once) {
    if constexpr (unrolled) {
        for (int i = 0; i < pieces; i++) once(i);
    } else {
#pragma GCC unroll 1
        for (int i = 0; i < pieces; i++) once(i);
    }
}

template <Operation operation, LaneKind kind, bool with_modifiers, bool full>
const Step* compute(Machine& machine, const Step* first) {
    constexpr ResultForm form = operation_info(operation).form;
    using T = LanesOfKind<NativeLanes, kind>;
    using A = OperandOf<operation, kind, 0, with_modifiers>;
    using B = OperandOf<operation, kind, 1, with_modifiers>;
    using C = OperandOf<operation, kind, 2, with_modifiers>;

    const auto& step = static_cast<const ComputeStep&>(*first);
    const Result& result = step.result;
    std::byte* const destination = machine.pointer(result.destination);
    if constexpr (form == ResultForm::Each) {
        for (int c = 0; c < 4; c++) {
            if (!(result.write_mask >> c & 1)) continue;
            const A a(machine, step.sources[0], c);
            const B b(machine, step.sources[1], c);
            const C d(machine, step.sources[2], c);
            std::byte* const to = destination + c * word_bytes;
            if constexpr (!full) {
                for_pieces<is_quick(operation)>([&](int i) __attribute__((always_inline)) {
                    store(to + i * piece_bytes, Meaning<operation>::template of<T>(a.piece(i), b.piece(i), d.piece(i)));
                });
            } else {
                const LaneMask keep = machine.keep[c];
                if (keep == 0) continue;
                Flags flags;
                for_pieces<false>([&](int i) __attribute__((always_inline)) {
                    const auto value = saturated(Meaning<operation>::template of<T>(a.piece(i), b.piece(i), d.piece(i)),
                                                 result.saturation);
                    if (result.updates_conditions()) {
                        flags.add(i * native_lanes, value);
                        if constexpr (gives_carry<operation, kind>)
                            flags.add_carry(i * native_lanes, carry_flags<operation>(a.piece(i), b.piece(i), d.piece(i),
                                                                                     step.carry_rule));
                    }
                    store_kept(to + i * piece_bytes, value, keep, i);
                });
                if (result.updates_conditions())
                    write_flags(machine.condition_codes[result.updated_register()], c, flags, keep);
            }
        }
    } else {
        const A a(machine, step.sources[0]);
        const B b(machine, step.sources[1]);
        const C d(machine, step.sources[2]);
        Flags flags[4];
        for_pieces<is_quick(operation) && !full>([&](int i) __attribute__((always_inline)) {
            const auto value = Meaning<operation>::template of<T>(a.piece(i), b.piece(i), d.piece(i));
            const auto put = [&](int c, auto component) {
                if (!(result.write_mask >> c & 1)) return;
                std::byte* const to = destination + c * word_bytes + i * piece_bytes;
                if constexpr (!full) {
                    store(to, component);
                } else {
                    component = saturated(component, result.saturation);
                    if (result.updates_conditions()) flags[c].add(i * native_lanes, component);
                    store_kept(to, component, machine.keep[c], i);
                }
            };
            if constexpr (form == ResultForm::Single) {
                for (int c = 0; c < 4; c++) put(c, value);
            } else {
                put(0, value.x);
                put(1, value.y);
                put(2, value.z);
                put(3, value.w);
            }
        });
        if constexpr (full)
            if (result.updates_conditions())
#pragma GCC unroll 1
                for (int c = 0; c < 4; c++)
                    write_flags(machine.condition_codes[result.updated_register()], c, flags[c], machine.keep[c]);
    }
    return next_of(step);
}

// ---- the table ---------------------------------------------------------------------------------------------------

template <Operation operation, LaneKind kind>
Kernel kernel_of(bool modified, bool full) {
    if constexpr (!operation_info(operation).has(kind)) {
        return {};
    } else if constexpr (is_quick(operation)) {
        if (full)
            return {modified ? compute<operation, kind, true, true> : compute<operation, kind, false, true>, true};
        return {modified ? compute<operation, kind, true, false> : compute<operation, kind, false, false>, false};
    } else {
        return {compute<operation, kind, true, true>, true};
    }
}

template <Operation operation>
Kernel kernel_of(LaneKind kind, bool modified, bool full) {
    switch (kind) {
        case LaneKind::Float: return kernel_of<operation, LaneKind::Float>(modified, full);
        case LaneKind::Signed: return kernel_of<operation, LaneKind::Signed>(modified, full);
        case LaneKind::Unsigned:
            // One function for both where both give the same bits.
            constexpr bool is_signless = operation_info(operation).traits.has(Trait::Signless);
            constexpr LaneKind kind_of_bits = is_signless ? LaneKind::Signed : LaneKind::Unsigned;
            return kernel_of<operation, kind_of_bits>(modified, full);
    }
    return {};
}

inline Kernel find_kernel(const ComputeStep& step) {
    const bool modified = step.has_modifiers(), full = step.result.has_side_conditions();
    switch (step.operation) {
#define MEANING(name, ...) \
    case Operation::name:  \
        return kernel_of<Operation::name>(step.lanes, modified, full);
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
