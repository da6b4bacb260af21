// Steps in which the lanes of a group see each other's values.
#pragma once

#include "runtime/jit/execution_mask.h"
#include "runtime/jit/registers.h"

namespace runtime::jit {

class SubgroupEmitter {
  public:
    SubgroupEmitter(const Registers& registers, const ExecutionMask& mask) : registers_(registers), mask_(mask) {}

    void emit(const VoteStep& step) const;
    void emit(const QuadSumStep& step) const;
    void emit(const ShuffleStep& step) const;

  private:
    const Registers& registers_;
    const ExecutionMask& mask_;
};

}  // namespace runtime::jit
