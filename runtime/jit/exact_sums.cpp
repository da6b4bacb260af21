#include "runtime/jit/exact_sums.h"

#include <climits>
#include <cmath>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>

namespace runtime::jit {
namespace {

bool is_of_floats(const llvm::Instruction& instruction) { return instruction.getType()->getScalarType()->isFloatTy(); }

// With a summand and a power of two within these bounds, a product that is rounded, being below 2^-126, does not reach
// the sum's last bit, and one that overflows makes the sum overflow, too.
bool is_moderate(const llvm::APFloat& c) {
    const float size = std::fabs(c.convertToFloat());
    return size >= 0x1p-60f && size <= 0x1p60f;
}

// Makes the multiply-add of a sum or difference of a product that nobody else reads and a constant.
llvm::Value* fused(llvm::Instruction& sum) {
    using namespace llvm::PatternMatch;
    const bool difference = sum.getOpcode() == llvm::Instruction::FSub;
    if (!difference && sum.getOpcode() != llvm::Instruction::FAdd) return nullptr;
    for (const unsigned n : {0u, 1u}) {
        llvm::Value* const product = sum.getOperand(n);
        llvm::Value* factor = nullptr;
        const llvm::APFloat *power = nullptr, *summand = nullptr;
        if (!match(product, m_OneUse(m_c_FMul(m_Value(factor), m_APFloat(power)))) ||
            !match(sum.getOperand(1 - n), m_APFloat(summand)))
            continue;
        if (power->getExactLog2Abs() == INT_MIN || !is_moderate(*power) || !is_moderate(*summand)) return nullptr;
        llvm::APFloat by = *power, to = *summand;
        if (difference) (n == 0 ? to : by).changeSign();
        llvm::IRBuilder<> ir(&sum);
        llvm::Type* const type = sum.getType();
        return ir.CreateIntrinsic(llvm::Intrinsic::fma, {type},
                                  {factor, llvm::ConstantFP::get(type, by), llvm::ConstantFP::get(type, to)});
    }
    return nullptr;
}

// Whether a zero's sign is lost in this use of it, or decides the sign of a zero that the user gives, or may decide
// more.
enum class SignOfZero : uint8_t { Lost, PassedOn, Told };

SignOfZero sign_in(const llvm::Use& use) {
    using llvm::Instruction, llvm::PatternMatch::m_APFloat, llvm::PatternMatch::match;
    const auto& user = *llvm::cast<Instruction>(use.getUser());
    switch (user.getOpcode()) {
        case Instruction::FAdd:
        case Instruction::FSub: {
            const llvm::APFloat* other = nullptr;
            const bool sum_is_other =
                match(user.getOperand(1 - use.getOperandNo()), m_APFloat(other)) && !other->isZero();
            return sum_is_other ? SignOfZero::Lost : SignOfZero::PassedOn;
        }
        case Instruction::FCmp:
        case Instruction::FPToSI: return SignOfZero::Lost;
        case Instruction::FMul:
        case Instruction::FNeg:
        case Instruction::PHI:
        case Instruction::Select:
        case Instruction::ShuffleVector: return SignOfZero::PassedOn;
        case Instruction::FDiv: return use.getOperandNo() == 0 ? SignOfZero::PassedOn : SignOfZero::Told;
        default: break;
    }
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
    switch (call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
        case llvm::Intrinsic::x86_avx512_mask_cvtps2dq_512:
        case llvm::Intrinsic::x86_avx512_mask_cvttps2dq_512:
        case llvm::Intrinsic::x86_avx_cvt_ps2dq_256:
        case llvm::Intrinsic::x86_avx_cvtt_ps2dq_256:
        case llvm::Intrinsic::x86_sse2_cvtps2dq:
        case llvm::Intrinsic::x86_sse2_cvttps2dq:
        case llvm::Intrinsic::fptosi_sat: return SignOfZero::Lost;
        case llvm::Intrinsic::fma:
        case llvm::Intrinsic::floor:
        case llvm::Intrinsic::ceil:
        case llvm::Intrinsic::trunc:
        case llvm::Intrinsic::roundeven: return SignOfZero::PassedOn;
        default: return SignOfZero::Told;
    }
}

// `harmless` are values known to be so, and gets those that are found out on the way.
bool sign_of_zero_is_told(llvm::Value* value, llvm::DenseSet<llvm::Value*>& harmless) {
    // What would take longer is rare.
    constexpr size_t most_values = 500;
    llvm::SmallSetVector<llvm::Value*, 32> reached;
    reached.insert(value);
    for (size_t n = 0; n < reached.size(); n++) {
        if (n == most_values) return true;
        for (const llvm::Use& use : reached[n]->uses()) {
            if (harmless.contains(use.getUser())) continue;
            const SignOfZero sign = sign_in(use);
            if (sign == SignOfZero::Told) return true;
            if (sign == SignOfZero::PassedOn) reached.insert(use.getUser());
        }
    }
    harmless.insert(reached.begin(), reached.end());
    return false;
}

}  // namespace

void fuse_exact_products(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        if (!is_of_floats(instruction)) continue;
        llvm::Value* const sum = fused(instruction);
        if (!sum) continue;
        instruction.replaceAllUsesWith(sum);
        instruction.eraseFromParent();
    }
}

void drop_added_zeros(llvm::Function& function) {
    using namespace llvm::PatternMatch;
    llvm::DenseSet<llvm::Value*> harmless;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        llvm::Value* summand = nullptr;
        if (!is_of_floats(instruction) || !match(&instruction, m_c_FAdd(m_Value(summand), m_PosZeroFP()))) continue;
        if (sign_of_zero_is_told(&instruction, harmless)) continue;
        instruction.replaceAllUsesWith(summand);
        instruction.eraseFromParent();
    }
}

}  // namespace runtime::jit
