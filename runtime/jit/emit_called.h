// Steps that the interpreter's own functions do: operands go to the machine's memory, results come back from it.
#pragma once

#include "runtime/jit/execution_mask.h"
#include "runtime/jit/registers.h"
#include "runtime/jit/result_writer.h"

namespace runtime::jit {

class StepCaller {
  public:
    StepCaller(const Code& code, const Piece& piece, const Registers& registers, const ExecutionMask& mask)
        : code_(code), piece_(piece), registers_(registers), mask_(mask) {}

    void call(const Step& step) const;
    // The same for some of the lanes that run here. `everywhere`: what others get does not matter.
    void call_for(const Step& step, Mask lanes, bool everywhere = false) const;
    // For steps that write the lanes which the step before kept.
    void call_for_kept(const Step& step, const ResultWriter::Kept& kept) const;

  private:
    const Code& code_;
    const Piece& piece_;
    const Registers& registers_;
    const ExecutionMask& mask_;
};

}  // namespace runtime::jit
