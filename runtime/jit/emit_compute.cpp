// Steps that compute: the rows of ir/semantics/operations.def over recorded lanes.
#include "ir/semantics/operations.h"
#include "runtime/decode/shaping.h"
#include "runtime/interpreter/machine.h"
#include "runtime/jit/program_emitter.h"

namespace runtime::jit {

using namespace arbasm;
using interpreter::ConditionCode;
using interpreter::Machine;

// ---- operands ----------------------------------------------------------------------------------------------------

// Operand `index` of an operation, as it reads it: nothing, a component, or all four.
template <Operation operation, LaneKind kind, int index>
auto ProgramEmitter::operand(const ComputeStep& step, int c) {
    using Use = OperandUse<operation, kind, index>;
    using T = LanesOfKind<RecordedLanes, Use::lanes>;
    const Source& source = step.sources[index];
    if constexpr (Use::absent)
        return 0;
    else if constexpr (Use::whole)
        return Vector<T>{component<T>(source, 0), component<T>(source, 1), component<T>(source, 2),
                         component<T>(source, 3)};
    else
        return component<T>(source, c);
}

template <Operation operation, LaneKind kind, int index>
auto ProgramEmitter::wide_operand(const ComputeStep& step, int c) {
    using Use = OperandUse<operation, kind, index>;
    if constexpr (Use::absent)
        return 0;
    else
        return wide_component<LanesOfKind<RecordedWideLanes, Use::lanes>>(step.sources[index], c);
}

// ---- condition codes ---------------------------------------------------------------------------------------------

namespace {

struct FlagPlaces {
    int64_t sign, zero, carry, overflow;
};
FlagPlaces flag_places(int code_register, int component) {
    const auto at = [&](size_t member) {
        return static_cast<int64_t>(offsetof(Machine, condition_codes) +
                                    static_cast<size_t>(code_register) * sizeof(ConditionCode) + member) +
               4 * component;
    };
    return {at(offsetof(ConditionCode, sign)), at(offsetof(ConditionCode, zero)), at(offsetof(ConditionCode, carry)),
            at(offsetof(ConditionCode, overflow))};
}

}  // namespace

ProgramEmitter::Flags ProgramEmitter::flags(int code_register, int component) {
    if (form_ == Form::Structured) {
        const FlagVariables& now = codes_[static_cast<size_t>(4 * code_register + component)];
        if (!use_.sets_carry) return {now.sign, now.zero, Mask(false), Mask(false)};
        return {now.sign, now.zero, now.carry, now.overflow};
    }
    const FlagPlaces places = flag_places(code_register, component);
    const auto at = [&](int64_t place) { return from_bits(load<ScalarUnsigned>(context_->machine + place)); };
    return {at(places.sign), at(places.zero), at(places.carry), at(places.overflow)};
}

void ProgramEmitter::set_flags(int code_register, int component, const Flags& flags) {
    if (form_ == Form::Structured) {
        FlagVariables& now = codes_[static_cast<size_t>(4 * code_register + component)];
        now.sign = flags.sign;
        now.zero = flags.zero;
        now.carry = flags.carry;
        now.overflow = flags.overflow;
        return;
    }
    const FlagPlaces places = flag_places(code_register, component);
    const auto put = [&](int64_t place, Mask mask) { store(context_->machine + place, to_bits(mask)); };
    put(places.sign, flags.sign);
    put(places.zero, flags.zero);
    put(places.carry, flags.carry);
    put(places.overflow, flags.overflow);
}

Mask ProgramEmitter::passes(const Condition& condition, int c) {
    if (condition.is_true()) return Mask(true);
    if (condition.code_register == sparse_code) {
        const ScalarUnsigned all = load<ScalarUnsigned>(context_->machine + offsetof(Machine, missing));
        const Mask missing = from_bits(lane_count() == group_lanes ? all : all >> context_->first_lane);
        return condition.test == arbasm::ConditionTest::Sign ? missing : ~missing;
    }
    const Flags now = flags(condition.code_register, condition.swizzle[c]);
    return condition_passes(condition.test, now.sign, now.zero, now.carry, now.overflow);
}

// "passes if and only if any of the four components passes"
Mask ProgramEmitter::passing(const Condition& condition) {
    if (condition.is_true()) return running();
    Mask lanes = passes(condition, 0);
    for (int c = 1; c < 4; c++) {
        bool is_new = true;
        for (int before = 0; before < c; before++) is_new &= condition.swizzle[before] != condition.swizzle[c];
        if (is_new) lanes = lanes | passes(condition, c);
    }
    return lanes & running();
}

Mask ProgramEmitter::running() const {
    if (form_ == Form::Structured) return running_->get();
    return from_bits(load<ScalarUnsigned>(context_->machine + offsetof(Machine, running)));
}

// ---- results -----------------------------------------------------------------------------------------------------

// Lanes that do not run hold anything: where all that are active run, everything may be written.
bool ProgramEmitter::runs_everywhere(const Result& result) const {
    return !result.masked || (form_ == Form::Structured && everyone_);
}

Mask ProgramEmitter::kept(const Result& result, int c) {
    if (runs_everywhere(result)) return passes(result.condition, c);
    return result.condition.is_true() ? running() : running() & passes(result.condition, c);
}

template <class R>
void ProgramEmitter::keep_result(const Result& result, int c, R value, Mask carry, Mask overflow) {
    if (!(result.write_mask >> c & 1)) return;
    value = saturated(value, result.saturation);
    const Place place{result.place.base, result.place.offset + static_cast<uint32_t>(c) * word_bytes};
    const bool always = result.condition.is_true(), by_flow = !runs_everywhere(result);
    const Mask keep = kept(result, c);
    // What lanes that do not run have is of interest only if somebody looks.
    const auto merged = [&](Unsigned now, Place at) {
        const bool flow_counts = by_flow && !is_local(at);
        if (flow_counts) return choose(keep, now, read(at));
        return always ? now : choose(passes(result.condition, c), now, read(at));
    };
    Pending pending{c, Unsigned(no_value), std::nullopt, std::nullopt};
    if constexpr (WideLanes<R>) {
        pending.low = merged(low_word(as_unsigned(value)), place);
        pending.high = merged(high_word(as_unsigned(value)), {place.base, place.offset + vector_bytes});
    } else {
        pending.low = merged(as_unsigned(value), place);
    }
    const int code = 4 * result.updated_register() + c;
    if (result.updates_conditions() && (form_ == Form::Dispatched || use_.tested_codes.contains(code))) {
        const auto signs = sign_flags(value);
        Flags now{signs.sign, signs.zero, carry, overflow};
        const bool flow_counts = by_flow && !use_.local_codes.contains(code);
        if (flow_counts || !always) {
            const Flags old = flags(result.updated_register(), c);
            const Mask fresh = flow_counts ? keep : passes(result.condition, c);
            const auto both = [&](Mask after, Mask before) { return (fresh & after) | ((!fresh) & before); };
            now = {both(now.sign, old.sign), both(now.zero, old.zero), both(now.carry, old.carry),
                   both(now.overflow, old.overflow)};
        }
        pending.flags = now;
    }
    kept_[static_cast<size_t>(c)] = keep;
    pending_.push_back(pending);
}

// What a step writes takes effect when all of its components have been computed.
void ProgramEmitter::finish_result(const Result& result) {
    for (const Pending& pending : pending_) {
        const uint32_t offset = result.place.offset + static_cast<uint32_t>(pending.component) * word_bytes;
        write({result.place.base, offset}, pending.low);
        if (pending.high) write({result.place.base, offset + vector_bytes}, *pending.high);
        if (pending.flags) set_flags(result.updated_register(), pending.component, *pending.flags);
    }
    pending_.clear();
}

// ---- operations --------------------------------------------------------------------------------------------------

template <Operation operation, LaneKind kind>
void ProgramEmitter::compute(const ComputeStep& step) {
    constexpr const OperationInfo& info = operation_info(operation);
    using T = LanesOfKind<RecordedLanes, kind>;
    const auto a = [&](int c) { return operand<operation, kind, 0>(step, c); };
    const auto b = [&](int c) { return operand<operation, kind, 1>(step, c); };
    const auto d = [&](int c) { return operand<operation, kind, 2>(step, c); };
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
            keep_result(step.result, c, value, carry, overflow);
        }
    } else {
        const auto value = Meaning<operation>::template of<T>(a(0), b(0), d(0));
        if constexpr (info.form == ResultForm::Single) {
            for (int c = 0; c < 4; c++) keep_result(step.result, c, value, none, none);
        } else {
            keep_result(step.result, 0, value.x, none, none);
            keep_result(step.result, 1, value.y, none, none);
            keep_result(step.result, 2, value.z, none, none);
            keep_result(step.result, 3, value.w, none, none);
        }
    }
}

template <Operation operation, LaneKind kind>
void ProgramEmitter::compute_wide(const ComputeStep& step) {
    using T = LanesOfKind<RecordedWideLanes, kind>;
    for (int c = 0; c < 4; c++) {
        if (!(step.result.write_mask >> c & 1)) continue;
        const auto a = wide_operand<operation, kind, 0>(step, c);
        const auto b = wide_operand<operation, kind, 1>(step, c);
        const auto d = wide_operand<operation, kind, 2>(step, c);
        const auto value = Meaning<operation>::template of<T>(a, b, d);
        Mask carry(false), overflow(false);
        if constexpr (gives_carry<operation, kind>) {
            if (step.result.updates_conditions()) {
                const auto both = carry_flags<operation>(a, b, d, step.carry_rule);
                carry = both.carry;
                overflow = both.overflow;
            }
        }
        keep_result(step.result, c, value, carry, overflow);
    }
}

template <Operation operation>
void ProgramEmitter::emit_operation(const ComputeStep& step) {
    constexpr const OperationInfo& info = operation_info(operation);
    const auto of_kind = [&]<LaneKind kind>() {
        if constexpr (info.has(kind))
            if (!step.wide) compute<operation, kind>(step);
        // As the interpreter's find_wide_kernel() has them.
        if constexpr (operation != Operation::I2f && info.has_wide(kind) &&
                      (info.form == ResultForm::Each || info.operand_count() == 1))
            if (step.wide) compute_wide<operation, kind>(step);
    };
    switch (step.lanes) {
        case LaneKind::Float: of_kind.template operator()<LaneKind::Float>(); break;
        case LaneKind::Signed: of_kind.template operator()<LaneKind::Signed>(); break;
        case LaneKind::Unsigned: of_kind.template operator()<LaneKind::Unsigned>(); break;
    }
}

void ProgramEmitter::emit_step(const ComputeStep& step) {
    pending_.clear();
    kept_.assign(4, std::nullopt);
    switch (step.operation) {
#define MEANING(name, ...)                     \
    case Operation::name:                      \
        emit_operation<Operation::name>(step); \
        break;
#define MEANING_OF_PART(name, ...) MEANING(name)
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        case Operation::Count: break;
    }
    finish_result(step.result);
}

}  // namespace runtime::jit
