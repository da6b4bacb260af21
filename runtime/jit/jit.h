// The compiling engine: programs become machine code, from the same steps and meanings that the interpreter runs.
#pragma once

#include <memory>

#include "runtime/execution/routine.h"
#include "runtime/simd/cpu_features.h"

namespace runtime::jit {

// Null where the CPU lacks the level, or LLVM fails: the interpreter runs the program then.
std::shared_ptr<const Routine> make_routine(const std::shared_ptr<const arbasm::Program>& program, SimdLevel level);

}  // namespace runtime::jit
