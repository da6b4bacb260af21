// Registers and parameters by a run-time index, which is clamped to the variable.
#pragma once

#include "runtime/jit/emit_called.h"

namespace runtime::jit {

class IndexEmitter {
  public:
    // `parameters`: the program's. `results`: of the steps before.
    IndexEmitter(const arbasm::Program& program, PointerTo<Vector4> parameters, const Registers& registers,
                 const ExecutionMask& mask, const ResultWriter& results, const StepCaller& caller)
        : program_(program),
          parameters_(parameters),
          registers_(registers),
          mask_(mask),
          results_(results),
          caller_(caller) {}

    void emit(const GatherRegistersStep& step) const;
    void emit(const GatherParametersStep& step) const;
    void emit(const ScatterRegistersStep& step) const;
    void emit(const ShareResultStep& step) const { caller_.call_for_kept(step, results_.kept()); }

  private:
    const arbasm::Program& program_;
    const PointerTo<Vector4> parameters_;
    const Registers& registers_;
    const ExecutionMask& mask_;
    const ResultWriter& results_;
    const StepCaller& caller_;
};

}  // namespace runtime::jit
