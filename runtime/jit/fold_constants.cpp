#include "runtime/jit/fold_constants.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <optional>

namespace runtime::jit {
namespace {

bool is_nan(const llvm::Constant* number) {
    const auto* const known = llvm::dyn_cast_or_null<llvm::ConstantFP>(number);
    return known && known->isNaN();
}

unsigned numbers_in(const llvm::Type* type) {
    const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector ? vector->getNumElements() : 1;
}

llvm::Constant* lane_of(llvm::Constant* value, unsigned lane) {
    return value->getType()->isVectorTy() ? value->getAggregateElement(lane) : value;
}

bool has_nan(llvm::Constant* value) {
    if (llvm::Constant* const same = value->getType()->isVectorTy() ? value->getSplatValue() : value)
        return is_nan(same);
    for (unsigned lane = 0; lane < numbers_in(value->getType()); lane++)
        if (is_nan(lane_of(value, lane))) return true;
    return false;
}

bool is_nan_of_numbers(llvm::Constant* result, llvm::ArrayRef<llvm::Constant*> operands, unsigned lane) {
    return is_nan(lane_of(result, lane)) &&
           llvm::none_of(operands, [lane](llvm::Constant* operand) { return is_nan(lane_of(operand, lane)); });
}

llvm::Constant* with_cpu_nans(llvm::Constant* result, llvm::ArrayRef<llvm::Constant*> operands) {
    if (!result->getType()->isFPOrFPVectorTy() || !has_nan(result)) return result;
    llvm::Type* const number = result->getType()->getScalarType();
    llvm::Constant* const nan = llvm::ConstantFP::getNaN(number, /*Negative=*/true);
    llvm::SmallVector<llvm::Constant*, 32> lanes;
    for (unsigned lane = 0; lane < numbers_in(result->getType()); lane++)
        lanes.push_back(is_nan_of_numbers(result, operands, lane) ? nan : lane_of(result, lane));
    return result->getType()->isVectorTy() ? llvm::ConstantVector::get(lanes) : lanes[0];
}

// A value that is one constant or another; the same one twice: a constant.
struct Choice {
    llvm::Value* condition = nullptr;  // null: either
    llvm::Constant* chosen = nullptr;
    llvm::Constant* otherwise = nullptr;
};

// Whether a lane of the result depends on that lane of the operands only. A choice of each lane passes through no
// others.
bool works_in_lanes(const llvm::Instruction& operation, const llvm::Value& condition) {
    const auto* const lanes = llvm::dyn_cast<llvm::FixedVectorType>(condition.getType());
    if (!lanes) return true;  // one choice for all
    if (llvm::isa<llvm::ShuffleVectorInst>(operation)) return false;
    const auto has_as_many = [lanes](const llvm::Type* type) {
        const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
        return vector && vector->getNumElements() == lanes->getNumElements();
    };
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&operation);
    if (call && !llvm::isTriviallyVectorizable(call->getIntrinsicID())) return false;
    return has_as_many(operation.getType()) &&
           (call || llvm::all_of(operation.operands(),
                                 [&](const llvm::Use& operand) { return has_as_many(operand->getType()); }));
}

// Operations by whose rows LLVM knows what constants give, without memory and flow.
bool can_be_folded(const llvm::Instruction& operation) {
    if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&operation)) {
        const llvm::Function* const called = call->getCalledFunction();
        return called && called->isIntrinsic() && !call->mayReadOrWriteMemory() &&
               llvm::canConstantFoldCallTo(call, called);
    }
    return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::SelectInst, llvm::CmpInst,
                     llvm::ShuffleVectorInst>(operation);
}

// Whether it can make a NaN of numbers. The others move bits: from other lanes, or from integers, which are none.
bool computes(const llvm::Instruction& operation) {
    return !llvm::isa<llvm::CastInst, llvm::SelectInst, llvm::ShuffleVectorInst>(operation);
}

class Folder {
  public:
    explicit Folder(llvm::Function& function) : function_(function), layout_(function.getParent()->getDataLayout()) {}

    void run() {
        const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
        for (llvm::BasicBlock* const block : order)
            for (llvm::Instruction& operation : llvm::make_early_inc_range(*block)) fold(operation);
    }

  private:
    std::optional<Choice> choice_of(llvm::Value* value) const {
        if (auto* const constant = llvm::dyn_cast<llvm::Constant>(value)) return Choice{nullptr, constant, constant};
        if (const auto found = choices_.find(value); found != choices_.end()) return found->second;
        return std::nullopt;
    }

    void fold(llvm::Instruction& operation) {
        if (!can_be_folded(operation)) return;
        if (auto* const select = llvm::dyn_cast<llvm::SelectInst>(&operation)) {
            auto* const chosen = llvm::dyn_cast<llvm::Constant>(select->getTrueValue());
            auto* const otherwise = llvm::dyn_cast<llvm::Constant>(select->getFalseValue());
            if (chosen && otherwise && !llvm::isa<llvm::Constant>(select->getCondition())) {
                choices_[select] = {select->getCondition(), chosen, otherwise};
                return;
            }
        }
        llvm::Value* condition = nullptr;
        llvm::SmallVector<llvm::Constant*, 4> chosen, otherwise;
        auto* const call = llvm::dyn_cast<llvm::CallInst>(&operation);
        for (llvm::Value* const operand : call ? call->args() : operation.operands()) {
            const std::optional<Choice> choice = choice_of(operand);
            if (!choice || (condition && choice->condition && choice->condition != condition)) return;
            if (choice->condition) condition = choice->condition;
            chosen.push_back(choice->chosen);
            otherwise.push_back(choice->otherwise);
        }
        if (condition && !works_in_lanes(operation, *condition)) return;
        replace(operation, condition, chosen, otherwise);
    }

    void replace(llvm::Instruction& operation, llvm::Value* condition, llvm::ArrayRef<llvm::Constant*> chosen,
                 llvm::ArrayRef<llvm::Constant*> otherwise) {
        llvm::Constant* const first = computed(operation, chosen);
        llvm::Constant* const second = condition ? computed(operation, otherwise) : first;
        if (!first || !second) return;
        const auto of_cpu = [&](llvm::Constant* result, llvm::ArrayRef<llvm::Constant*> operands) {
            return computes(operation) ? with_cpu_nans(result, operands) : result;
        };
        llvm::Constant* const first_of_cpu = of_cpu(first, chosen);
        llvm::Constant* const second_of_cpu = of_cpu(second, otherwise);
        if (first_of_cpu == second_of_cpu) {
            operation.replaceAllUsesWith(first_of_cpu);
            operation.eraseFromParent();
            return;
        }
        llvm::Value* result = &operation;
        if (first != first_of_cpu || second != second_of_cpu) {
            result = llvm::IRBuilder<>(&operation).CreateSelect(condition, first_of_cpu, second_of_cpu);
            operation.replaceAllUsesWith(result);
            operation.eraseFromParent();
        }
        choices_[result] = {condition, first_of_cpu, second_of_cpu};
    }

    llvm::Constant* computed(llvm::Instruction& operation, llvm::ArrayRef<llvm::Constant*> operands) const {
        if (const auto* const compare = llvm::dyn_cast<llvm::CmpInst>(&operation))
            return llvm::ConstantFoldCompareInstOperands(compare->getPredicate(), operands[0], operands[1], layout_);
        if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&operation))
            return llvm::ConstantFoldCall(call, call->getCalledFunction(), operands);
        return llvm::ConstantFoldInstOperands(&operation, operands, layout_);
    }

    llvm::Function& function_;
    const llvm::DataLayout& layout_;
    llvm::DenseMap<llvm::Value*, Choice> choices_;
};

}  // namespace

llvm::Value* with_cpu_nans(llvm::Value* result, llvm::ArrayRef<llvm::Value*> operands) {
    auto* const constant = llvm::dyn_cast<llvm::Constant>(result);
    if (!constant) return result;
    llvm::SmallVector<llvm::Constant*, 4> constants;
    for (llvm::Value* const operand : operands)
        if (auto* const known = llvm::dyn_cast<llvm::Constant>(operand)) constants.push_back(known);
    return with_cpu_nans(constant, constants);
}

void fold_constants(llvm::Function& function) { Folder(function).run(); }

}  // namespace runtime::jit
