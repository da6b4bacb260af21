// Floating-point operations on constants, with the NaNs of programs: an invalid operation (0*inf, inf-inf, sqrt(-1))
// makes a NaN of numbers. Its sign bit is set, as on x86; where LLVM computes the operation, it is clear. Includes
// LLVM; for runtime/jit/*.cpp only.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>

namespace runtime::jit {

// `result`: what LLVM made of the operands. If it is a constant, NaNs in lanes without a NaN operand have the sign.
llvm::Value* with_cpu_nans(llvm::Value* result, llvm::ArrayRef<llvm::Value*> operands);

// Replaces operations on constants, and on a choice between constants where that makes a NaN. Before LLVM's passes that
// do the same, after the one that finds registers' values (SROA). What those find out about loops later is not seen:
// such a NaN may have LLVM's sign.
void fold_constants(llvm::Function& function);

}  // namespace runtime::jit
