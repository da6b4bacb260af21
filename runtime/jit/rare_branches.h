// Branches around what few lanes need. Includes LLVM; for runtime/jit/*.cpp only.
#pragma once

#include <llvm/IR/Function.h>

namespace runtime::jit {

// Joins independent branches of Chance::Rare into one branch around all of their code. The code between them, the usual
// results of independent functions, becomes one block, and its chains of instructions run side by side. The rare code
// gives the usual result where that is right, so it may run for more lanes than necessary.
void join_rare_branches(llvm::Function& function);

}  // namespace runtime::jit
