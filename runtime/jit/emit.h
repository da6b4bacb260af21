// Decoded programs to LLVM IR.
#pragma once

#include "runtime/decode/code.h"
#include "runtime/jit/recorder.h"

namespace runtime::jit {

// What generated functions take: pointers to the first lane of each file, and the parameters of the uniform slots.
// void f(const uint32_t* attributes, uint32_t* results, const uint32_t* uniforms)
//
// Appends such a function to the module. The code must be straight.
llvm::Function* emit_function(const decoded::Code& code, llvm::Module& module, unsigned width);

}  // namespace runtime::jit
