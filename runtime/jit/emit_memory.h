// Loads, stores and constant buffers, and what atomic operations have of them. Where all lanes go to one buffer, within
// its bounds and aligned, the code does it; where not, the interpreter's function does, which finds what is wrong for
// each lane.
#pragma once

#include "runtime/jit/buffer_windows.h"
#include "runtime/jit/emit_called.h"

namespace runtime::jit {

// Whether the code does a step where lanes' addresses allow it.
bool accesses_inside(const AccessMemoryStep& step);

class MemoryEmitter {
  public:
    MemoryEmitter(BufferWindows windows, const Registers& registers, const ExecutionMask& mask,
                  const StepCaller& caller)
        : windows_(std::move(windows)), registers_(registers), mask_(mask), caller_(caller) {}

    void emit(const AccessMemoryStep& step) const;
    void emit(const LoadBufferStep& step) const;
    void emit(const MemoryBarrierStep&) const { order_memory(); }

  private:
    const BufferWindows windows_;
    const Registers& registers_;
    const ExecutionMask& mask_;
    const StepCaller& caller_;
};

}  // namespace runtime::jit
