#include "runtime/jit/emit_called.h"

#include "runtime/interpreter/machine.h"
#include "runtime/jit/step_calls.h"

namespace runtime::jit {

using interpreter::Machine;

void StepCaller::call(const Step& step) const {
    const bool for_all = decoded::visit(step, [](const auto& one) {
        if constexpr (requires { one.for_all_lanes; })
            return one.for_all_lanes;
        else
            return false;
    });
    call_for(step, mask_.running(), mask_.is_everyone() || for_all);
}

// The function does nothing for lanes that don't run here, and leaves their registers in memory as they are.
void StepCaller::call_for(const Step& step, Mask lanes, bool everywhere) const {
    visit_reads(step, [&](RegisterAddress address) { registers_.spill(address); });
    mask_.spill(lanes);
    mask_.spill_killed();
    jit::call(step_function(), piece_.machine, ScalarUnsigned(code_.steps.offset_of(&step)));
    visit_writes(step, [&](RegisterAddress address) { registers_.reload(address, everywhere, lanes); });
}

void StepCaller::call_for_kept(const Step& step, const ResultWriter::Kept& kept) const {
    visit_reads(step, [&](RegisterAddress address) { registers_.spill(address); });
    mask_.spill(mask_.running());
    for (int c = 0; c < 4; c++) {
        const std::optional<Mask>& keep = kept[static_cast<size_t>(c)];
        const ScalarUnsigned bits = keep ? piece_.group_bits(*keep & mask_.running()) : ScalarUnsigned(0u);
        store(piece_.machine.at(&Machine::keep).elements()[c], bits);
    }
    jit::call(step_function(), piece_.machine, ScalarUnsigned(code_.steps.offset_of(&step)));
}

}  // namespace runtime::jit
