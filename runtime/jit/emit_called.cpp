// Steps that the interpreter's own functions do: operands go to the machine's memory, results come back from it.
#include "runtime/interpreter/machine.h"
#include "runtime/jit/program_emitter.h"
#include "runtime/jit/step_calls.h"

namespace runtime::jit {

using interpreter::ConditionCode;
using interpreter::Machine;

// The machine's copy of a word. What is not in registers is there already.
void ProgramEmitter::spill(Place place) {
    switch (place.base) {
        case Base::Constants:
        case Base::Threads: return;
        case Base::Uniforms: {
            const int64_t at = static_cast<int64_t>(offsetof(Machine, base)) + 8 * static_cast<int64_t>(place.base);
            store(load_constant_pointer(context_->machine + at) + int64_t{place.offset},
                  lane(uniform(place.offset), 0));
            return;
        }
        case Base::Attributes:
            if (context_->attribute) store(address(place), read(place), alignment());
            return;
        case Base::Scratch:
        case Base::Results:
            if (!is_in_memory(place)) store(address(place), read(place), alignment());
            return;
    }
}

// The function does nothing for lanes that don't run here, and leaves their registers in memory as they are.
void ProgramEmitter::reload(Place place, bool everywhere, Mask lanes) {
    if (is_in_memory(place)) return;
    const Unsigned value = load<Unsigned>(address(place), alignment());
    write(place, everywhere ? value : choose(lanes, value, read(place)));
}

namespace {

ScalarUnsigned group_bits(Mask lanes, ScalarUnsigned first_lane) {
    const ScalarUnsigned bits = to_bits(lanes);
    return lane_count() == group_lanes ? bits : bits << first_lane;
}

}  // namespace

void ProgramEmitter::spill_running(Mask lanes) {
    if (form_ != Form::Structured) return;
    store(context_->machine + offsetof(Machine, running), group_bits(lanes, context_->first_lane));
}

// Stores and the like leave killed lanes out.
void ProgramEmitter::spill_killed() {
    if (form_ != Form::Structured || !kills_) return;
    const Pointer all = group() + offsetof(Group, killed);
    store(all, load<ScalarUnsigned>(all) | group_bits(killed(), context_->first_lane));
}

void ProgramEmitter::emit_called(const Step& step) {
    const bool for_all = decoded::visit(step, [](const auto& one) {
        if constexpr (requires { one.for_all_lanes; })
            return one.for_all_lanes;
        else
            return false;
    });
    emit_called_for(step, running(), everyone_ || for_all);
}

// The same for some of the lanes that run here. `everywhere`: what others get does not matter.
void ProgramEmitter::emit_called_for(const Step& step, Mask lanes, bool everywhere) {
    visit_reads(step, [&](Place place) { spill(place); });
    spill_running(lanes);
    spill_killed();
    call(step_function(), context_->machine, ScalarUnsigned(code_.steps.offset_of(&step)));
    if (form_ != Form::Structured) return;
    visit_writes(step, [&](Place place) { reload(place, everywhere, lanes); });
}

// Steps that write the lanes which the step before kept.
void ProgramEmitter::emit_called_for_kept(const Step& step) {
    visit_reads(step, [&](Place place) { spill(place); });
    spill_running(running());
    for (int c = 0; c < 4; c++) {
        const std::optional<Mask>& keep = kept_[static_cast<size_t>(c)];
        const ScalarUnsigned bits = keep ? group_bits(*keep & running(), context_->first_lane) : ScalarUnsigned(0u);
        store(context_->machine + static_cast<int64_t>(offsetof(Machine, keep)) + 4 * c, bits);
    }
    call(step_function(), context_->machine, ScalarUnsigned(code_.steps.offset_of(&step)));
}

}  // namespace runtime::jit
