#include "runtime/jit/exact_choices.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <map>

namespace runtime::jit {
namespace {

// The machine's instructions for minima and maxima are IEEE 754's minNum and maxNum, and code generation takes them.
// Those of x86 give the second operand, as the language does.
#if defined(__aarch64__)
constexpr bool has_maxima_of_numbers = true;
#else
constexpr bool has_maxima_of_numbers = false;
#endif

bool is_zero(const llvm::Value* value) { return llvm::PatternMatch::match(value, llvm::PatternMatch::m_AnyZeroFP()); }

// The operand that is zero, of a choice between a number and zero by a comparison of just these; or 0.
unsigned chosen_zero(const llvm::SelectInst& choice) {
    const auto* const comparison = llvm::dyn_cast<llvm::FCmpInst>(choice.getCondition());
    if (!comparison) return 0;
    for (const unsigned zero : {1u, 2u})
        for (const unsigned compared : {0u, 1u})
            if (is_zero(choice.getOperand(zero)) && is_zero(comparison->getOperand(compared)) &&
                choice.getOperand(3 - zero) == comparison->getOperand(1 - compared))
                return zero;
    return 0;
}

// A choice of bits is one of nothing else.
void choose_bits(llvm::SelectInst& choice) {
    llvm::IRBuilder<> ir(&choice);
    llvm::Type* const number = choice.getType();
    llvm::Type* const bits = number->getWithNewType(ir.getIntNTy(number->getScalarSizeInBits()));
    llvm::Value* const chosen = ir.CreateSelect(choice.getCondition(), ir.CreateBitCast(choice.getTrueValue(), bits),
                                                ir.CreateBitCast(choice.getFalseValue(), bits));
    choice.replaceAllUsesWith(ir.CreateBitCast(chosen, number));
    choice.eraseFromParent();
}

}  // namespace

bool hide_chosen_zeros(llvm::Function& function) {
    std::map<llvm::Value*, llvm::Value*> hidden;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
        const unsigned zero = choice ? chosen_zero(*choice) : 0;
        if (!zero) continue;
        llvm::Value*& fence = hidden[choice->getOperand(zero)];
        if (!fence) {
            llvm::IRBuilder<> ir(&*function.getEntryBlock().getFirstInsertionPt());
            fence = ir.CreateArithmeticFence(choice->getOperand(zero), choice->getType());
        }
        choice->setOperand(zero, fence);
    }
    return !hidden.empty();
}

void settle_choices(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        if (!call || call->getIntrinsicID() != llvm::Intrinsic::arithmetic_fence) continue;
        call->replaceAllUsesWith(call->getArgOperand(0));
        call->eraseFromParent();
    }
    if (!has_maxima_of_numbers) return;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
        if (choice && choice->getType()->isFPOrFPVectorTy() && llvm::isa<llvm::FCmpInst>(choice->getCondition()))
            choose_bits(*choice);
    }
}

}  // namespace runtime::jit
