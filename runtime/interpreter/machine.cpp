#include "runtime/interpreter/machine.h"

#include "runtime/decode/shaping.h"
#include "runtime/interpreter/execute.h"

namespace runtime::interpreter {

using arbasm::LaneKind;

namespace {

// Modifiers over lanes of one number.
template <class Lanes, class Number>
Number shaped(Number bits, const Source& source, int component, LaneKind kind) {
    using Unsigned = typename Lanes::Unsigned;
    const bool negated = source.negate >> component & 1;
    const Unsigned value(bits);
    switch (kind) {
        case LaneKind::Float: return as_unsigned(modified(as_float(value), source.absolute, negated)).value;
        case LaneKind::Signed: return as_unsigned(modified(as_signed(value), source.absolute, negated)).value;
        case LaneKind::Unsigned: return modified(value, false, negated).value;
    }
    return bits;
}

}  // namespace

bool find_kept_lanes(Machine& machine, const Result& result) {
    const LaneMask running = result.masked ? machine.running : all_lanes;
    const Condition& condition = result.condition;
    if (condition.is_true()) {
        for (int c = 0; c < 4; c++) machine.keep[c] = result.write_mask >> c & 1 ? running : 0;
        return running != 0;
    }
    const ConditionCode& code = machine.condition_codes[condition.code_register];
    LaneMask some = 0;
    for (int c = 0; c < 4; c++) {
        const bool written = result.write_mask >> c & 1;
        machine.keep[c] = written ? running & tested(code, condition.test, condition.swizzle[c]) : 0;
        some |= machine.keep[c];
    }
    return some != 0;
}

const Step* compute_where_kept(Machine& machine, const Step* step) {
    const auto& compute = static_cast<const ComputeStep&>(*step);
    return find_kept_lanes(machine, compute.result) ? compute.kernel(machine, step) : next_of(compute);
}

uint32_t read_lane(const Machine& machine, const Source& source, int component, int lane, LaneKind kind) {
    const bool uniform = machine.stride[static_cast<int>(source.base[component])] == 0;
    const std::byte* const at = machine.address(source.component(component)) + (uniform ? 0 : 4 * lane);
    return shaped<arbasm::PlainLanes>(*reinterpret_cast<const uint32_t*>(at), source, component, kind);
}

uint64_t read_wide_lane(const Machine& machine, const Source& source, int component, int lane, LaneKind kind) {
    const std::byte* const at = machine.address(source.component(component)) + 4 * lane;
    const uint64_t low = *reinterpret_cast<const uint32_t*>(at);
    const uint64_t high = *reinterpret_cast<const uint32_t*>(at + vector_bytes);
    return shaped<arbasm::PlainWideLanes>(high << 32 | low, source, component, kind);
}

int64_t index_of_lane(const Machine& machine, const LaneIndex& index, int lane) {
    if (!index.varies) return index.constant;
    return int64_t{index.constant} + static_cast<int32_t>(read_lane(machine, index.lanes, 0, lane, LaneKind::Signed));
}

}  // namespace runtime::interpreter
