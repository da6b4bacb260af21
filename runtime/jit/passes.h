// LLVM passes over recorded functions, before code generation. Includes LLVM; for runtime/jit/*.cpp only.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Target/TargetMachine.h>

#include "runtime/jit/compile_service.h"

namespace runtime::jit {

void run_passes(llvm::Function& function, llvm::TargetMachine& target, SimdLevel level, Effort effort);

}  // namespace runtime::jit
