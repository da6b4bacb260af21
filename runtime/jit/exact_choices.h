// Choices of numbers that LLVM takes for a minimum or maximum: x > 0 ? x : 0, for example. It then disregards the sign
// of zeros (InstCombine makes max(max(0, x), 0) one maximum, which is -0 where x is) and, on AArch64, that the
// language's minimum and maximum give the second operand where one is a NaN (FMAXNM of a signalling NaN is a NaN).
#pragma once

#include <llvm/IR/Function.h>

namespace runtime::jit {

// Hides the zeros of such choices from passes that combine instructions. Whether something changed.
bool hide_chosen_zeros(llvm::Function& function);
// Behind all passes: shows them again, and writes choices so that code generation makes no other operation of them.
void settle_choices(llvm::Function& function);

}  // namespace runtime::jit
