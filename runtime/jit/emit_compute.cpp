// The rows of ir/semantics/operations.def over recorded lanes.
#include "runtime/jit/emit_compute.h"

#include "ir/semantics/operations.h"
#include "runtime/decode/shaping.h"
#include "runtime/jit/read_operands.h"

namespace runtime::jit {

using namespace arbasm;
namespace {

// Operand `index` of an operation, as it reads it: nothing, a component, or all four.
template <Operation operation, LaneKind kind, int index>
auto operand(const Registers& registers, const ComputeStep& step, int c) {
    using Use = OperandUse<operation, kind, index>;
    using T = LanesOfKind<RecordedLanes, Use::lanes>;
    const Source& source = step.sources[index];
    if constexpr (Use::absent)
        return 0;
    else if constexpr (Use::whole)
        return Vector<T>{component<T>(registers, source, 0), component<T>(registers, source, 1),
                         component<T>(registers, source, 2), component<T>(registers, source, 3)};
    else
        return component<T>(registers, source, c);
}

template <Operation operation, LaneKind kind, int index>
auto wide_operand(const Registers& registers, const ComputeStep& step, int c) {
    using Use = OperandUse<operation, kind, index>;
    if constexpr (Use::absent)
        return 0;
    else
        return wide_component<LanesOfKind<RecordedWideLanes, Use::lanes>>(registers, step.sources[index], c);
}

template <Operation operation, LaneKind kind>
void compute(const ComputeStep& step, const Registers& registers, ResultWriter& results) {
    constexpr const OperationInfo& info = operation_info(operation);
    using T = LanesOfKind<RecordedLanes, kind>;
    const auto a = [&](int c) { return operand<operation, kind, 0>(registers, step, c); };
    const auto b = [&](int c) { return operand<operation, kind, 1>(registers, step, c); };
    const auto d = [&](int c) { return operand<operation, kind, 2>(registers, step, c); };
    const Mask none(false);
    if constexpr (info.form == ResultForm::Each) {
        for (int c = 0; c < 4; c++) {
            if (!(step.result.write_mask >> c & 1)) continue;
            const auto value = Meaning<operation>::template of<T>(a(c), b(c), d(c));
            Mask carry = none, overflow = none;
            if constexpr (gives_carry<operation, kind>) {
                if (step.result.updates_conditions()) {
                    const auto both = carry_flags<operation>(a(c), b(c), d(c), step.carry_rule);
                    carry = both.carry;
                    overflow = both.overflow;
                }
            }
            results.put(step.result, c, value, carry, overflow);
        }
    } else {
        const auto value = Meaning<operation>::template of<T>(a(0), b(0), d(0));
        if constexpr (info.form == ResultForm::Single) {
            for (int c = 0; c < 4; c++) results.put(step.result, c, value, none, none);
        } else {
            results.put(step.result, 0, value.x, none, none);
            results.put(step.result, 1, value.y, none, none);
            results.put(step.result, 2, value.z, none, none);
            results.put(step.result, 3, value.w, none, none);
        }
    }
}

template <Operation operation, LaneKind kind>
void compute_wide(const ComputeStep& step, const Registers& registers, ResultWriter& results) {
    using T = LanesOfKind<RecordedWideLanes, kind>;
    for (int c = 0; c < 4; c++) {
        if (!(step.result.write_mask >> c & 1)) continue;
        const auto a = wide_operand<operation, kind, 0>(registers, step, c);
        const auto b = wide_operand<operation, kind, 1>(registers, step, c);
        const auto d = wide_operand<operation, kind, 2>(registers, step, c);
        const auto value = Meaning<operation>::template of<T>(a, b, d);
        Mask carry(false), overflow(false);
        if constexpr (gives_carry<operation, kind>) {
            if (step.result.updates_conditions()) {
                const auto both = carry_flags<operation>(a, b, d, step.carry_rule);
                carry = both.carry;
                overflow = both.overflow;
            }
        }
        results.put(step.result, c, value, carry, overflow);
    }
}

template <Operation operation>
void emit_operation(const ComputeStep& step, const Registers& registers, ResultWriter& results) {
    constexpr const OperationInfo& info = operation_info(operation);
    const auto of_kind = [&]<LaneKind kind>() {
        if constexpr (info.has(kind))
            if (!step.wide) compute<operation, kind>(step, registers, results);
        // As the interpreter's find_wide_kernel() has them.
        if constexpr (operation != Operation::I2f && info.has_wide(kind) &&
                      (info.form == ResultForm::Each || info.operand_count() == 1))
            if (step.wide) compute_wide<operation, kind>(step, registers, results);
    };
    switch (step.lanes) {
        case LaneKind::Float: of_kind.template operator()<LaneKind::Float>(); break;
        case LaneKind::Signed: of_kind.template operator()<LaneKind::Signed>(); break;
        case LaneKind::Unsigned: of_kind.template operator()<LaneKind::Unsigned>(); break;
    }
}

}  // namespace

void ComputeEmitter::emit(const ComputeStep& step) {
    results_.begin();
    switch (step.operation) {
#define MEANING(name, ...)                                           \
    case Operation::name:                                            \
        emit_operation<Operation::name>(step, registers_, results_); \
        break;
#define MEANING_OF_PART(name, ...) MEANING(name)
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        case Operation::Count: break;
    }
    results_.finish(step.result);
}

}  // namespace runtime::jit
