// Which lanes of a piece execute.
#pragma once

#include "runtime/jit/code_form.h"
#include "runtime/jit/piece.h"

namespace runtime::jit {

// In the structured form it is what flow makes of it (FlowEmitter); else the machine's, which the interpreter's
// functions change.
class ExecutionMask {
  public:
    // All active lanes run. `kills`: whether the program does.
    ExecutionMask(CodeForm form, const Piece& piece, bool kills);

    Mask running() const;
    Mask killed() const;
    // Those that run and may change memory: of fragments only those that are there.
    Mask storing() const;
    // Whether all active lanes run here, whatever happened: then others may get anything. Never known in the dispatched
    // form.
    bool is_everyone() const { return everyone_; }

    // Structured.
    void set_running(Mask lanes) const { *running_ = lanes; }
    void set_everyone(bool everyone) { everyone_ = everyone; }
    void add_killed(Mask lanes) const { *killed_ = killed_->get() | lanes; }

    // Tells the machine that `lanes` run, and which were killed: stores and the like leave these out.
    void spill(Mask lanes) const;
    void spill_killed() const;

  private:
    const Piece& piece_;
    const bool kills_;
    bool everyone_;
    std::optional<Variable<Mask>> running_, killed_;  // Structured
};

}  // namespace runtime::jit
