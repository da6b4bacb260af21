// What LLVM can't make is refused, and the process goes on.
#include "runtime/jit/compile_service.h"

#include <gtest/gtest.h>
#include <llvm/IR/IntrinsicsX86.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include "runtime/jit/recorded_memory.h"
#include "runtime/jit/recorder.h"

namespace runtime::jit {
namespace {

Recipe addition() {
    Recipe recipe;
    recipe.arguments = {ArgumentKind::Pointer};
    recipe.record = [](const Arguments& arguments) {
        const Pointer at = arguments.pointer(0);
        store(at, load<ScalarUnsigned>(at) + ScalarUnsigned(1u));
    };
    return recipe;
}

// An instruction of AVX-512 in code for SSE4.2: LLVM has no way to say it.
Recipe impossible() {
    Recipe recipe = addition();
    recipe.record = [](const Arguments& arguments) {
        Builder& ir = recorder().builder;
        auto* const type = llvm::FixedVectorType::get(ir.getInt32Ty(), 16);
        auto* const at = arguments.pointer(0).value;
        auto* const loaded = ir.CreateAlignedLoad(type, at, llvm::Align(4));
        auto* const found = ir.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_si_512, {}, {loaded, loaded});
        ir.CreateAlignedStore(found, at, llvm::Align(4));
    };
    return recipe;
}

#ifdef __SANITIZE_ADDRESS__
// What LLVM has allocated when it gives up is lost.
struct LosesMemory {
    LosesMemory() { __lsan_disable(); }
    ~LosesMemory() { __lsan_enable(); }
};
#else
struct LosesMemory {
    LosesMemory() {}
};
#endif

TEST(CompileService, WhatCannotBeMadeIsRefused) {
    const LosesMemory loses;
    EXPECT_FALSE(compile_function(impossible()));
    EXPECT_FALSE(compile_function(impossible()));
    const auto function = compile_function(addition());
    ASSERT_TRUE(function);
    uint32_t number = 1;
    function->address<void (*)(uint32_t*)>()(&number);
    EXPECT_EQ(number, 2u);
}

}  // namespace
}  // namespace runtime::jit
