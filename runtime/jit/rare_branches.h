// Branches around what few lanes need. Includes LLVM; for runtime/jit/*.cpp only.
#pragma once

#include <llvm/IR/Function.h>

namespace runtime::jit {

// Branches of Chance::Rare that do not wait for each other become one, around all of what they skip: what lies between
// them, the usual results of functions that have nothing to do with each other, is one block then, whose chains of
// instructions run side by side. What is skipped gives the usual results where they are right, so that more of it may
// run than is needed.
void join_rare_branches(llvm::Function& function);

}  // namespace runtime::jit
