// Includes LLVM; for runtime/jit/*.cpp only.
#pragma once

#include <llvm/IR/LegacyPassManager.h>

namespace runtime::jit {

// LLVM's passes that make machine code, changed so that a constant costs one load and nothing else. - A number of
// memory that is spread over a register of 512 bits takes an arithmetic operation of Zen 4, too, if it is
//   spread by the instruction for floats, which LLVM takes for floats; that for integers doesn't. The bits are the
//   same.
// - Vectors of small numbers are kept in memory as bytes, and widened when they are loaded: a shuffle more.
class EmissionPasses : public llvm::legacy::PassManager {
  public:
    void add(llvm::Pass* pass) override;
};

}  // namespace runtime::jit
