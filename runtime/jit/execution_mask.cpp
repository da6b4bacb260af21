#include "runtime/jit/execution_mask.h"

#include "runtime/interpreter/machine.h"

namespace runtime::jit {

using interpreter::Machine;

ExecutionMask::ExecutionMask(CodeForm form, const Piece& piece, bool kills)
    : piece_(piece), kills_(kills), everyone_(form == CodeForm::Structured) {
    if (form == CodeForm::Dispatched) return;
    running_.emplace(*piece.active);
    killed_.emplace(Mask(false));
}

Mask ExecutionMask::running() const {
    if (running_) return running_->get();
    return from_bits(piece_.machine.load(&Machine::running));
}

Mask ExecutionMask::killed() const {
    if (killed_) return killed_->get();
    return from_bits(piece_.group().load(&Group::killed));
}

Mask ExecutionMask::storing() const { return running() & !*piece_.helpers & !killed(); }

void ExecutionMask::spill(Mask lanes) const {
    if (running_) store(piece_.machine.at(&Machine::running), piece_.group_bits(lanes));
}

void ExecutionMask::spill_killed() const {
    if (!killed_ || !kills_) return;
    const auto all = piece_.group().at(&Group::killed);
    store(all, all.load() | piece_.group_bits(killed()));
}

}  // namespace runtime::jit
