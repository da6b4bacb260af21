// Inputs of stages by a run-time index, and attributes at other places of a primitive.
#pragma once

#include "runtime/jit/emit_called.h"

namespace runtime::jit {

class InputEmitter {
  public:
    InputEmitter(const arbasm::Program& program, const Piece& piece, const ProgramInputs& inputs,
                 const Registers& registers, const ExecutionMask& mask, const StepCaller& caller)
        : program_(program), piece_(piece), inputs_(inputs), registers_(registers), mask_(mask), caller_(caller) {}

    void emit(const ReadVertexStep& step) const;
    void emit(const InterpolateStep& step) const;

  private:
    const arbasm::Program& program_;
    const Piece& piece_;
    const ProgramInputs& inputs_;
    const Registers& registers_;
    const ExecutionMask& mask_;
    const StepCaller& caller_;
};

}  // namespace runtime::jit
