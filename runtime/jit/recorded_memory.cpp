#include "runtime/jit/recorded_memory.h"

#include <llvm/IR/InlineAsm.h>

#include "runtime/jit/recorder.h"

namespace runtime::jit {
namespace {

Builder& ir() { return recorder().builder; }

llvm::Type* number_type(detail::Shape shape) {
    switch (shape) {
        case detail::Shape::Float: return ir().getFloatTy();
        case detail::Shape::Signed:
        case detail::Shape::Unsigned: return ir().getInt32Ty();
        case detail::Shape::WideFloat: return ir().getDoubleTy();
        case detail::Shape::WideSigned:
        case detail::Shape::WideUnsigned: return ir().getInt64Ty();
        case detail::Shape::Mask: return ir().getInt1Ty();
    }
    return ir().getInt32Ty();
}

llvm::Type* type_of(detail::Shape shape, bool single) {
    return single ? number_type(shape) : recorder().lanes_of(number_type(shape));
}

void mark_constant(llvm::LoadInst* load) {
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(load->getContext(), {}));
}

// Masks of lanes that live across blocks, see Recorder::has_mask_registers().
bool is_kept_as_words(llvm::Type* type) { return type->isVectorTy() && !recorder().has_mask_registers(); }

// LLVM would carry masks across blocks as they are, in registers of bytes or 16-bit numbers, and convert them at each
// end. What goes through an empty piece of assembly stays words.
llvm::Value* as_words(llvm::Value* mask, llvm::Type* type) {
    llvm::Value* const words = ir().CreateSExt(mask, type);
    const bool is_register = recorder().level == SimdLevel::Avx2 && recorder().width == 8;
    if (!is_register || words->getType() == mask->getType() || llvm::isa<llvm::Constant>(words)) return words;
    auto* const same = llvm::InlineAsm::get(llvm::FunctionType::get(type, {type}, false), "", "=x,0", false);
    return ir().CreateCall(same, {words});
}

llvm::Value* lane_addresses(WideUnsigned addresses) {
    return ir().CreateIntToPtr(addresses.value, recorder().lanes_of(ir().getPtrTy()));
}

// Offsets of 32 bits are unsigned; below 2^31 in fact, which lets the CPU's gathers take them as they are.
llvm::Value* lane_addresses(Pointer base, Unsigned offsets) {
    return ir().CreateGEP(ir().getInt8Ty(), base.value, to_wide(offsets).value);
}

}  // namespace

Pointer operator+(Pointer p, int64_t bytes) {
    return bytes == 0 ? p
                      : Pointer(ir().CreateGEP(ir().getInt8Ty(), p.value, ir().getInt64(static_cast<uint64_t>(bytes))));
}
Pointer operator+(Pointer p, ScalarUnsigned bytes) { return p + to_wide(bytes); }
Pointer operator+(Pointer p, ScalarWideUnsigned bytes) {
    return Pointer(ir().CreateGEP(ir().getInt8Ty(), p.value, bytes.value));
}
ScalarMask is_null(Pointer p) { return ScalarMask(ir().CreateIsNull(p.value)); }
ScalarWideUnsigned address_of(Pointer p) { return ScalarWideUnsigned(ir().CreatePtrToInt(p.value, ir().getInt64Ty())); }
Pointer choose(ScalarMask mask, Pointer a, Pointer b) {
    return Pointer(ir().CreateSelect(mask.value, a.value, b.value));
}
Pointer load_pointer(Pointer from) {
    return Pointer(ir().CreateAlignedLoad(ir().getPtrTy(), from.value, llvm::Align(8)));
}
Pointer load_constant_pointer(Pointer from, size_t bytes) {
    llvm::LoadInst* const value = ir().CreateAlignedLoad(ir().getPtrTy(), from.value, llvm::Align(8));
    mark_constant(value);
    const auto say = [&](unsigned what, uint64_t number) {
        llvm::Metadata* const constant = llvm::ConstantAsMetadata::get(ir().getInt64(number));
        value->setMetadata(what, llvm::MDNode::get(value->getContext(), constant));
    };
    if (bytes) {
        say(llvm::LLVMContext::MD_dereferenceable, bytes);
        say(llvm::LLVMContext::MD_align, 8);
    }
    return Pointer(static_cast<llvm::Value*>(value));
}

namespace detail {

llvm::Value* load(Pointer from, Shape shape, bool single, unsigned alignment, bool constant) {
    llvm::LoadInst* const value = ir().CreateAlignedLoad(type_of(shape, single), from.value, llvm::Align(alignment));
    if (constant) mark_constant(value);
    return value;
}
void store(Pointer to, llvm::Value* value, unsigned alignment) {
    ir().CreateAlignedStore(value, to.value, llvm::Align(alignment));
}
llvm::Value* load_masked(Pointer from, Shape shape, Mask mask, unsigned alignment) {
    llvm::Type* const type = type_of(shape, false);
    return ir().CreateMaskedLoad(type, from.value, llvm::Align(alignment), mask.value,
                                 llvm::Constant::getNullValue(type));
}
void store_masked(Pointer to, llvm::Value* value, Mask mask, unsigned alignment) {
    ir().CreateMaskedStore(value, to.value, llvm::Align(alignment), mask.value);
}
llvm::Value* gather(Pointer base, Unsigned offsets, Shape shape, Mask mask) {
    llvm::Type* const type = type_of(shape, false);
    return ir().CreateMaskedGather(type, lane_addresses(base, offsets), llvm::Align(1), mask.value,
                                   llvm::Constant::getNullValue(type));
}
void scatter(Pointer base, Unsigned offsets, llvm::Value* value, Mask mask) {
    ir().CreateMaskedScatter(value, lane_addresses(base, offsets), llvm::Align(1), mask.value);
}
llvm::Value* gather_at(WideUnsigned addresses, Shape shape, Mask mask) {
    llvm::Type* const type = type_of(shape, false);
    return ir().CreateMaskedGather(type, lane_addresses(addresses), llvm::Align(1), mask.value,
                                   llvm::Constant::getNullValue(type));
}
void scatter_at(WideUnsigned addresses, llvm::Value* value, Mask mask) {
    ir().CreateMaskedScatter(value, lane_addresses(addresses), llvm::Align(1), mask.value);
}

llvm::Value* new_variable(Shape shape, bool single) {
    llvm::Type* type = type_of(shape, single);
    if (shape == Shape::Mask && is_kept_as_words(type)) type = recorder().lanes_of(ir().getInt32Ty());
    return recorder().allocate(type, single ? 8 : 64);
}
llvm::Value* variable_value(llvm::Value* variable, Shape shape) {
    auto* const memory = llvm::cast<llvm::AllocaInst>(variable);
    llvm::Type* const type = memory->getAllocatedType();
    llvm::Value* const value = ir().CreateLoad(type, memory);
    if (shape != Shape::Mask || !type->isVectorTy() || type->getScalarSizeInBits() == 1) return value;
    return ir().CreateICmpSLT(value, llvm::Constant::getNullValue(type));
}
void set_variable(llvm::Value* variable, llvm::Value* value, Shape shape) {
    auto* const memory = llvm::cast<llvm::AllocaInst>(variable);
    if (shape == Shape::Mask) value = as_words(value, memory->getAllocatedType());
    ir().CreateStore(value, memory);
}

}  // namespace detail

// ---- memory that other threads see -------------------------------------------------------------------------------

ScalarUnsigned load_shared(Pointer from) {
    return ScalarUnsigned(static_cast<llvm::Value*>(
        ir().CreateAlignedLoad(ir().getInt32Ty(), from.value, llvm::Align(4), /*isVolatile=*/true)));
}
void store_shared(Pointer to, ScalarUnsigned value) {
    ir().CreateAlignedStore(value.value, to.value, llvm::Align(4), /*isVolatile=*/true);
}
ScalarWideUnsigned load_shared_pair(Pointer from) {
    return ScalarWideUnsigned(static_cast<llvm::Value*>(
        ir().CreateAlignedLoad(ir().getInt64Ty(), from.value, llvm::Align(4), /*isVolatile=*/true)));
}
void store_shared_pair(Pointer to, ScalarWideUnsigned value) {
    ir().CreateAlignedStore(value.value, to.value, llvm::Align(4), /*isVolatile=*/true);
}

namespace {

llvm::Value* changed(AtomicChange change, Pointer at, llvm::Value* operand, unsigned bytes) {
    using Operation = llvm::AtomicRMWInst::BinOp;
    const auto operation = [&]() -> Operation {
        switch (change) {
            case AtomicChange::Add: return Operation::Add;
            case AtomicChange::Subtract: return Operation::Sub;
            case AtomicChange::And: return Operation::And;
            case AtomicChange::Or: return Operation::Or;
            case AtomicChange::Xor: return Operation::Xor;
            case AtomicChange::Exchange: return Operation::Xchg;
            case AtomicChange::Min: return Operation::Min;
            case AtomicChange::Max: return Operation::Max;
            case AtomicChange::UnsignedMin: return Operation::UMin;
            case AtomicChange::UnsignedMax: return Operation::UMax;
            case AtomicChange::IncrementWrap: return Operation::UIncWrap;
            case AtomicChange::DecrementWrap: return Operation::UDecWrap;
        }
        return Operation::Add;
    }();
    return ir().CreateAtomicRMW(operation, at.value, operand, llvm::Align(bytes), llvm::AtomicOrdering::AcquireRelease);
}

llvm::Value* exchanged(Pointer at, llvm::Value* expected, llvm::Value* value, unsigned bytes) {
    llvm::Value* const both =
        ir().CreateAtomicCmpXchg(at.value, expected, value, llvm::Align(bytes), llvm::AtomicOrdering::AcquireRelease,
                                 llvm::AtomicOrdering::Monotonic);
    return ir().CreateExtractValue(both, 0);
}

}  // namespace

ScalarUnsigned change_atomically(AtomicChange change, Pointer at, ScalarUnsigned operand) {
    return ScalarUnsigned(changed(change, at, operand.value, 4));
}
ScalarWideUnsigned change_atomically(AtomicChange change, Pointer at, ScalarWideUnsigned operand) {
    return ScalarWideUnsigned(changed(change, at, operand.value, 8));
}
ScalarUnsigned exchange_if_equal(Pointer at, ScalarUnsigned expected, ScalarUnsigned value) {
    return ScalarUnsigned(exchanged(at, expected.value, value.value, 4));
}
ScalarWideUnsigned exchange_if_equal(Pointer at, ScalarWideUnsigned expected, ScalarWideUnsigned value) {
    return ScalarWideUnsigned(exchanged(at, expected.value, value.value, 8));
}
llvm::Value* detail::load_atomically(Pointer at, int bits) {
    const auto size = static_cast<unsigned>(bits);
    llvm::LoadInst* const value = ir().CreateAlignedLoad(ir().getIntNTy(size), at.value, llvm::Align(size / 8));
    value->setAtomic(llvm::AtomicOrdering::Acquire);
    return value;
}
void order_memory() { ir().CreateFence(llvm::AtomicOrdering::SequentiallyConsistent); }

// ---- small numbers -----------------------------------------------------------------------------------------------

namespace {

llvm::Value* load_small(Pointer from, llvm::Type* small, llvm::Type* words, bool shared = false) {
    const llvm::Align alignment(shared ? small->getScalarSizeInBits() / 8 : 1);
    return ir().CreateZExt(ir().CreateAlignedLoad(small, from.value, alignment, shared), words);
}
void store_small(Pointer to, llvm::Value* words, llvm::Type* small, bool shared = false) {
    const llvm::Align alignment(shared ? small->getScalarSizeInBits() / 8 : 1);
    ir().CreateAlignedStore(ir().CreateTrunc(words, small), to.value, alignment, shared);
}
llvm::Type* lanes(llvm::Type* number) { return recorder().lanes_of(number); }

}  // namespace

Unsigned load_bytes(Pointer from) {
    return Unsigned(load_small(from, lanes(ir().getInt8Ty()), lanes(ir().getInt32Ty())));
}
void store_bytes(Pointer to, Unsigned value) { store_small(to, value.value, lanes(ir().getInt8Ty())); }
ScalarUnsigned load_byte(Pointer from) { return ScalarUnsigned(load_small(from, ir().getInt8Ty(), ir().getInt32Ty())); }
void store_byte(Pointer to, ScalarUnsigned value) { store_small(to, value.value, ir().getInt8Ty()); }
void store_short(Pointer to, ScalarUnsigned value) { store_small(to, value.value, ir().getInt16Ty()); }

namespace {
llvm::Type* number_of(int bytes) { return ir().getIntNTy(8 * static_cast<unsigned>(bytes)); }
}  // namespace

Unsigned load_shared_numbers(Pointer from, int bytes) {
    return Unsigned(load_small(from, lanes(number_of(bytes)), lanes(ir().getInt32Ty()), true));
}
void store_shared_numbers(Pointer to, Unsigned value, int bytes) {
    store_small(to, value.value, lanes(number_of(bytes)), true);
}
ScalarUnsigned load_shared_number(Pointer from, int bytes) {
    return ScalarUnsigned(load_small(from, number_of(bytes), ir().getInt32Ty(), true));
}
void store_shared_number(Pointer to, ScalarUnsigned value, int bytes) {
    store_small(to, value.value, number_of(bytes), true);
}

Pointer stack_memory(size_t bytes, unsigned alignment) {
    return Pointer(recorder().allocate(llvm::ArrayType::get(ir().getInt8Ty(), bytes), alignment));
}

Pointer constant_memory(const std::vector<uint32_t>& words) {
    llvm::Constant* const contents = llvm::ConstantDataArray::get(ir().getContext(), words);
    auto* const memory = new llvm::GlobalVariable(*recorder().function->getParent(), contents->getType(), true,
                                                  llvm::GlobalValue::PrivateLinkage, contents);
    memory->setAlignment(llvm::Align(16));
    return Pointer(static_cast<llvm::Value*>(memory));
}

}  // namespace runtime::jit
