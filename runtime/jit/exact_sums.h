// Sums that cost less than they are written with, to the same bits. Includes LLVM; for runtime/jit/*.cpp only.
#pragma once

#include <llvm/IR/Function.h>

namespace runtime::jit {

// x·2^k + c, c a constant that is neither tiny nor huge, becomes a multiply-add: the product is exact, or too small or
// too large for its rounding to be seen. For CPUs with that instruction.
void fuse_exact_products(llvm::Function& function);

// x + 0 becomes x if nothing distinguishes -0 from +0 (-0 + 0 is +0).
void drop_added_zeros(llvm::Function& function);

}  // namespace runtime::jit
