// Steps that compute.
#pragma once

#include "runtime/jit/registers.h"
#include "runtime/jit/result_writer.h"

namespace runtime::jit {

class ComputeEmitter {
  public:
    ComputeEmitter(const Registers& registers, ResultWriter& results) : registers_(registers), results_(results) {}

    void emit(const ComputeStep& step);  // emit_compute.cpp
    void emit(const ConvertStep& step);  // emit_convert.cpp

  private:
    const Registers& registers_;
    ResultWriter& results_;
};

}  // namespace runtime::jit
