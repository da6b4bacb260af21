// The function being generated. Includes LLVM; for runtime/jit/*.cpp only.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace runtime::jit {

struct Recorder {
    llvm::IRBuilder<>& builder;
    unsigned width;  // lanes of a value

    llvm::VectorType* float_type() const { return llvm::FixedVectorType::get(builder.getFloatTy(), width); }
    llvm::VectorType* integer_type() const { return llvm::FixedVectorType::get(builder.getInt32Ty(), width); }
};

// The one that this thread's lane operators write to.
Recorder& recorder();

// Makes `recorder` the thread's for a while.
class RecorderScope {
  public:
    explicit RecorderScope(Recorder& recorder);
    ~RecorderScope();
    RecorderScope(const RecorderScope&) = delete;
    RecorderScope& operator=(const RecorderScope&) = delete;

  private:
    Recorder* previous_;
};

}  // namespace runtime::jit
