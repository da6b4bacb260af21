#include "runtime/jit/recorded_flow.h"

#include "runtime/jit/recorder.h"

namespace runtime::jit {
namespace {

Builder& ir() { return recorder().builder; }

llvm::BasicBlock* new_block() { return llvm::BasicBlock::Create(ir().getContext(), "", recorder().function); }

}  // namespace

Label::Label() : block_(new_block()) {}

void Label::jump() const {
    ir().CreateBr(block_);
    ir().SetInsertPoint(new_block());
}

void Label::jump_if(ScalarMask condition) const {
    llvm::BasicBlock* const next = new_block();
    ir().CreateCondBr(condition.value, block_, next);
    ir().SetInsertPoint(next);
}

void Label::bind() const {
    ir().CreateBr(block_);
    block_->moveAfter(ir().GetInsertBlock());
    ir().SetInsertPoint(block_);
}

void jump_by(ScalarUnsigned number, const std::vector<std::pair<uint32_t, Label>>& labels) {
    llvm::BasicBlock* const none = new_block();
    llvm::SwitchInst* const jump = ir().CreateSwitch(number.value, none, static_cast<unsigned>(labels.size()));
    for (const auto& [value, label] : labels) jump->addCase(ir().getInt32(value), label.block_);
    ir().SetInsertPoint(none);
}

namespace detail {

llvm::Value* call(ExternalFunction function, const std::vector<llvm::Value*>& arguments, int returned_bits) {
    Recorder& to = recorder();
    std::vector<llvm::Type*> types;
    for (llvm::Value* const argument : arguments) types.push_back(argument->getType());
    llvm::Type* const returned = returned_bits == 0    ? ir().getVoidTy()
                                 : returned_bits < 0   ? static_cast<llvm::Type*>(ir().getPtrTy())
                                 : returned_bits == 32 ? ir().getInt32Ty()
                                                       : ir().getInt64Ty();
    const std::string name(function.name);
    to.externals->emplace(name, function.address);
    auto* const type = llvm::FunctionType::get(returned, types, false);
    return ir().CreateCall(to.function->getParent()->getOrInsertFunction(name, type), arguments);
}

}  // namespace detail
}  // namespace runtime::jit
