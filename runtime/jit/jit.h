// The compiling engine: straight-line programs become machine code, from the same meanings the interpreter runs.
#pragma once

#include <memory>

#include "runtime/execution/routine.h"
#include "runtime/simd/cpu_features.h"

namespace runtime::jit {

// Null where the program has something other than straight arithmetic, or LLVM fails: the interpreter runs it then.
std::shared_ptr<const Routine> make_routine(const std::shared_ptr<const arbasm::Program>& program, SimdLevel level);

}  // namespace runtime::jit
