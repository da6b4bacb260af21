// The function being generated. Includes LLVM; for runtime/jit/*.cpp only.
#pragma once

#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <map>
#include <string>

#include "runtime/simd/cpu_features.h"

namespace runtime::jit {

using Builder = llvm::IRBuilder<llvm::InstSimplifyFolder>;

struct Recorder {
    Builder& builder;
    unsigned width;  // lanes of a value
    SimdLevel level = SimdLevel::Generic;
    bool byte_permutes = false;  // see Recipe; of SimdLevel::Avx512
    llvm::Function* function = nullptr;
    // C functions that the code calls, by the names it calls them.
    std::map<std::string, const void*>* externals = nullptr;

    llvm::Type* lanes_of(llvm::Type* number) const { return llvm::FixedVectorType::get(number, width); }
    // Masks that live across blocks are kept as words where the CPU has no registers for single bits.
    bool has_mask_registers() const { return level == SimdLevel::Avx512; }
    unsigned register_lanes() const { return static_cast<unsigned>(row_of(level).lanes); }
    bool has_fused_multiply_add() const { return row_of(level).fused; }
    // SSE4.2 and more. Elsewhere only LLVM's own operations are recorded, which every target has code for.
    bool has_x86_instructions() const { return level >= SimdLevel::Sse4; }
    // Stack memory belongs to the entry block, whatever is being recorded.
    llvm::AllocaInst* allocate(llvm::Type* type, unsigned alignment) const;
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
