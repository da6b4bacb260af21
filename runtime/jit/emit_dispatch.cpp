// Flow of every kind, whole groups at a time: between steps of flow, compiled; these by the interpreter's functions,
// which say where to go on. All registers are in the machine's memory, so blocks may follow each other in any order.
#include "runtime/interpreter/machine.h"
#include "runtime/jit/program_emitter.h"
#include "runtime/jit/step_calls.h"

namespace runtime::jit {

using interpreter::Machine;

void ProgramEmitter::emit_dispatched() {
    // The uniforms that the interpreter's functions read.
    for (uint32_t slot = 0; slot < code_.uniforms.size(); slot++) spill({Base::Uniforms, slot * uniform_bytes});
    // A block begins at each step of flow, behind it, and where programs and subroutines begin.
    std::map<StepOffset, Label> blocks;
    const auto begin = [&](StepOffset at) {
        if (at < code_.steps.size() && !blocks.contains(at)) blocks.try_emplace(at);
    };
    begin(code_.entry);
    begin(0);
    for (const StepOffset subroutine : code_.subroutines) begin(subroutine);
    code_.steps.visit([&](const auto& step) {
        if (!is_of_flow(step.kind)) return;
        begin(code_.steps.offset_of(&step));
        begin(code_.steps.offset_of(next_of(step)));
    });

    const Variable<ScalarUnsigned> next(*context_->start);
    const Label dispatch;
    dispatch.place();
    const std::vector<std::pair<uint32_t, Label>> targets(blocks.begin(), blocks.end());
    jump_by(next, targets);
    end_->jump();  // no_step
    code_.steps.visit([&](const auto& step) {
        const StepOffset at = code_.steps.offset_of(&step);
        const auto block = blocks.find(at);
        if (block != blocks.end()) block->second.place();
        if (!is_of_flow(step.kind)) {
            emit_plain(step);
            return;
        }
        visit_reads(step, [&](Place place) { spill(place); });
        next = call_for<ScalarUnsigned>(flow_function(), context_->machine, ScalarUnsigned(at));
        dispatch.jump();
    });
    end_->place();
}

}  // namespace runtime::jit
