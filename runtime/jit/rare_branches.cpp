#include "runtime/jit/rare_branches.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ProfDataUtils.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <optional>

namespace runtime::jit {
namespace {

// Registers are few: what is joined is alive at once.
constexpr int most_joined = 4;
// How many branches further on the next one may be.
constexpr int most_ahead = 6;

// A branch at the end of a block around another one, and where both meet.
struct Detour {
    llvm::BasicBlock *before, *around, *behind;

    llvm::BranchInst& branch() const { return *llvm::cast<llvm::BranchInst>(before->getTerminator()); }
};

bool may_move(const llvm::Instruction& instruction) {
    return !llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator() &&
           !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects();
}

// LLVM likes equality best.
void turn(llvm::BranchInst& branch) {
    auto* const condition = llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition());
    if (!condition || !condition->hasOneUse()) return;
    condition->setPredicate(condition->getInversePredicate());
    branch.swapSuccessors();
}

std::optional<Detour> rare_detour(llvm::BasicBlock& before) {
    auto* const branch = llvm::dyn_cast<llvm::BranchInst>(before.getTerminator());
    if (!branch || !branch->isConditional() || !llvm::hasBranchWeightMD(*branch)) return std::nullopt;
    if (branch->getSuccessor(1)->getSinglePredecessor() == &before) turn(*branch);
    llvm::BasicBlock *const around = branch->getSuccessor(0), *const behind = branch->getSuccessor(1);
    if (around->getSinglePredecessor() != &before || around->getSingleSuccessor() != behind ||
        !behind->hasNPredecessors(2))
        return std::nullopt;
    for (const llvm::Instruction& instruction : *around)
        if (!instruction.isTerminator() && !may_move(instruction)) return std::nullopt;
    return Detour{&before, around, behind};
}

// A branch, those that join it, and what is between them.
class Joining {
  public:
    explicit Joining(const Detour& first) : first_(first) {}

    void run() {
        Detour last = first_;
        for (int joined = 1, ahead = 0; joined < most_joined && ahead < most_ahead; ++ahead) {
            between_.insert(last.behind);
            const auto next = rare_detour(*last.behind);
            if (!next) return;
            if (find_needed(*next)) {
                join(*next);
                ++joined;
                // The block that ended in the branch goes on as the one behind it did.
            } else {
                passed_.insert(next->around);
                last = *next;
            }
        }
    }

  private:
    // What the branch waits for of the instructions since the first one, in `needed_`. False: not all of it may move.
    bool find_needed(const Detour& next) {
        needed_.clear();
        bool may = need(next.branch().getCondition());
        for (llvm::Instruction& instruction : *next.around)
            for (llvm::Value* const operand : instruction.operands()) may = may && need(operand, next.around);
        for (llvm::PHINode& value : next.behind->phis())
            for (llvm::Value* const incoming : value.incoming_values()) may = may && need(incoming, next.around);
        return may;
    }
    bool need(llvm::Value* value, const llvm::BasicBlock* own = nullptr) {
        auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
        if (!instruction || instruction->getParent() == own) return true;
        if (passed_.contains(instruction->getParent())) return false;
        if (!between_.contains(instruction->getParent()) || needed_.contains(instruction)) return true;
        if (!may_move(*instruction)) return false;
        for (llvm::Value* const operand : instruction->operands())
            if (!need(operand)) return false;
        needed_.insert(instruction);  // behind what it needs
        return true;
    }

    void join(const Detour& next) {
        llvm::BranchInst& branch = first_.branch();
        for (llvm::Instruction* const instruction : needed_) instruction->moveBefore(&branch);
        llvm::Instruction* const end = first_.around->getTerminator();
        while (!next.around->front().isTerminator()) next.around->front().moveBefore(end);
        for (llvm::PHINode& value : llvm::make_early_inc_range(next.behind->phis())) {
            auto* const here = llvm::PHINode::Create(value.getType(), 2, "", first_.behind->begin());
            here->addIncoming(value.getIncomingValueForBlock(next.around), first_.around);
            here->addIncoming(value.getIncomingValueForBlock(next.before), first_.before);
            value.replaceAllUsesWith(here);
            value.eraseFromParent();
        }
        branch.setCondition(either(branch, next.branch().getCondition()));
        next.branch().eraseFromParent();
        llvm::BranchInst::Create(next.behind, next.before);
        next.around->eraseFromParent();
        llvm::MergeBlockIntoPredecessor(next.behind);
    }

    // Joins two conditions that any lane of a mask is set: that any lane of either is.
    static llvm::Value* either(llvm::BranchInst& branch, llvm::Value* other) {
        using namespace llvm::PatternMatch;
        llvm::IRBuilder<> ir(&branch);
        llvm::Value *a = nullptr, *b = nullptr;
        const auto any_of = [](llvm::Value*& mask) {
            return m_SpecificICmp(llvm::ICmpInst::ICMP_NE, m_BitCast(m_Value(mask)), m_Zero());
        };
        if (!match(branch.getCondition(), any_of(a)) || !match(other, any_of(b)) || a->getType() != b->getType())
            return ir.CreateOr(branch.getCondition(), other);
        llvm::Value* const mask = ir.CreateOr(a, b);
        llvm::Type* const bits = llvm::cast<llvm::ICmpInst>(other)->getOperand(0)->getType();
        return ir.CreateIsNotNull(ir.CreateBitCast(mask, bits));
    }

    const Detour first_;
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> between_;  // in which instructions wait for the first branch so far
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> passed_;   // around which branches go that have not joined
    llvm::SmallSetVector<llvm::Instruction*, 32> needed_;
};

}  // namespace

void join_rare_branches(llvm::Function& function) {
    for (llvm::BasicBlock& block : function)
        if (const auto detour = rare_detour(block)) Joining(*detour).run();
}

}  // namespace runtime::jit
