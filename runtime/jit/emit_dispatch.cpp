#include "runtime/jit/emit_dispatch.h"

#include "runtime/jit/step_calls.h"

namespace runtime::jit {

void emit_dispatched(const Code& code, const Piece& piece, ScalarUnsigned start, const Registers& registers,
                     const std::function<void(const Step&)>& emit_plain) {
    const Label end;
    // The uniforms that the interpreter's functions read.
    for (uint32_t slot = 0; slot < code.uniforms.size(); slot++)
        registers.spill({Base::Uniforms, slot * uniform_bytes});
    // A block begins at each step of flow, behind it, and where programs and subroutines begin.
    std::map<StepOffset, Label> blocks;
    const auto begin = [&](StepOffset at) {
        if (at < code.steps.size() && !blocks.contains(at)) blocks.try_emplace(at);
    };
    begin(code.entry);
    begin(0);
    for (const StepOffset subroutine : code.subroutines) begin(subroutine);
    code.steps.visit([&](const auto& step) {
        if (!is_of_flow(step.kind)) return;
        begin(code.steps.offset_of(&step));
        begin(code.steps.offset_of(next_of(step)));
    });

    const Variable<ScalarUnsigned> next(start);
    const Label dispatch;
    dispatch.bind();
    const std::vector<std::pair<uint32_t, Label>> targets(blocks.begin(), blocks.end());
    jump_by(next, targets);
    end.jump();  // no_step
    code.steps.visit([&](const auto& step) {
        const StepOffset at = code.steps.offset_of(&step);
        const auto block = blocks.find(at);
        if (block != blocks.end()) block->second.bind();
        if (!is_of_flow(step.kind)) {
            emit_plain(step);
            return;
        }
        visit_reads(step, [&](RegisterAddress address) { registers.spill(address); });
        next = call_for<ScalarUnsigned>(flow_function(), piece.machine, ScalarUnsigned(at));
        dispatch.jump();
    });
    end.bind();
}

}  // namespace runtime::jit
