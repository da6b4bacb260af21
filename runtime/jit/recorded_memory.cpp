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
Pointer choose(ScalarMask mask, Pointer a, Pointer b) {
    return Pointer(ir().CreateSelect(mask.value, a.value, b.value));
}
Pointer load_pointer(Pointer from) {
    return Pointer(ir().CreateAlignedLoad(ir().getPtrTy(), from.value, llvm::Align(8)));
}
Pointer load_constant_pointer(Pointer from) {
    llvm::LoadInst* const value = ir().CreateAlignedLoad(ir().getPtrTy(), from.value, llvm::Align(8));
    mark_constant(value);
    return Pointer(static_cast<llvm::Value*>(value));
}
void store_pointer(Pointer to, Pointer value) { ir().CreateAlignedStore(value.value, to.value, llvm::Align(8)); }

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

namespace {

llvm::Value* load_words(Pointer from, unsigned count) {
    auto* const type = llvm::FixedVectorType::get(ir().getInt32Ty(), count);
    return ir().CreateAlignedLoad(type, from.value, llvm::Align(4), /*isVolatile=*/true);
}
void store_words(Pointer to, llvm::Value* words) {
    ir().CreateAlignedStore(words, to.value, llvm::Align(4), /*isVolatile=*/true);
}
llvm::Value* joined(llvm::Value* a, llvm::Value* b) {
    const unsigned each = llvm::cast<llvm::FixedVectorType>(a->getType())->getNumElements();
    llvm::SmallVector<int, 32> lanes;
    for (unsigned lane = 0; lane < 2 * each; lane++) lanes.push_back(static_cast<int>(lane));
    return ir().CreateShuffleVector(a, b, lanes);
}
// Four registers, whose quarters of 128 bits are the rows of 4×4 words each: their columns.
void transpose_quarters(llvm::Value* (&rows)[4]) {
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(rows[0]->getType())->getNumElements();
    const auto mixed = [&](llvm::Value* a, llvm::Value* b, std::initializer_list<int> of_quarter) {
        llvm::SmallVector<int, 32> numbers;
        for (unsigned quarter = 0; quarter < lanes; quarter += 4)
            for (const int number : of_quarter)
                numbers.push_back(static_cast<int>(quarter) +
                                  (number < 4 ? number : number - 4 + static_cast<int>(lanes)));
        return ir().CreateShuffleVector(a, b, numbers);
    };
    llvm::Value* const low01 = mixed(rows[0], rows[1], {0, 4, 1, 5});
    llvm::Value* const high01 = mixed(rows[0], rows[1], {2, 6, 3, 7});
    llvm::Value* const low23 = mixed(rows[2], rows[3], {0, 4, 1, 5});
    llvm::Value* const high23 = mixed(rows[2], rows[3], {2, 6, 3, 7});
    rows[0] = mixed(low01, low23, {0, 1, 4, 5});
    rows[1] = mixed(low01, low23, {2, 3, 6, 7});
    rows[2] = mixed(high01, high23, {0, 1, 4, 5});
    rows[3] = mixed(high01, high23, {2, 3, 6, 7});
}
llvm::Value* part_of(llvm::Value* value, unsigned first, unsigned count) {
    llvm::SmallVector<int, 32> numbers;
    for (unsigned i = 0; i < count; i++) numbers.push_back(static_cast<int>(first + i));
    return ir().CreateShuffleVector(value, numbers);
}
// In pieces of four lanes, joined pairwise.
llvm::Value* all_joined(std::vector<llvm::Value*> parts) {
    while (parts.size() > 1) {
        std::vector<llvm::Value*> next;
        for (size_t i = 0; i + 1 < parts.size(); i += 2) next.push_back(joined(parts[i], parts[i + 1]));
        parts = std::move(next);
    }
    return parts[0];
}

}  // namespace

std::vector<Unsigned> load_vectors(Pointer from, int words) {
    const unsigned lanes = recorder().width;
    std::vector<Unsigned> result;
    if (words == 1) {
        result.emplace_back(load_words(from, lanes));
        return result;
    }
    // Two vectors of two words are loaded as one of four.
    std::vector<llvm::Value*> columns[4];
    for (unsigned first = 0; first < lanes; first += 4) {
        llvm::Value* rows[4];
        for (unsigned i = 0; i < 4; i++) {
            const unsigned bytes = (first + i) * 4 * static_cast<unsigned>(words);
            rows[i] = load_words(from + int64_t{bytes}, static_cast<unsigned>(words));
            if (words == 2) rows[i] = joined(rows[i], rows[i]);
        }
        transpose_quarters(rows);
        for (int c = 0; c < words; c++) columns[c].push_back(rows[c]);
    }
    for (int c = 0; c < words; c++) result.emplace_back(all_joined(columns[c]));
    return result;
}

void store_vectors(Pointer to, const std::vector<Unsigned>& words) {
    if (words.size() == 1) {
        store_words(to, words[0].value);
        return;
    }
    const unsigned lanes = recorder().width;
    for (unsigned first = 0; first < lanes; first += 4) {
        llvm::Value* rows[4];
        for (unsigned c = 0; c < 4; c++) rows[c] = part_of(words[c < words.size() ? c : 0].value, first, 4);
        transpose_quarters(rows);
        for (unsigned i = 0; i < 4; i++) {
            const auto bytes = static_cast<int64_t>((first + i) * 4 * words.size());
            store_words(to + bytes,
                        words.size() == 4 ? rows[i] : part_of(rows[i], 0, static_cast<unsigned>(words.size())));
        }
    }
}

ScalarUnsigned load_shared(Pointer from) {
    return ScalarUnsigned(static_cast<llvm::Value*>(
        ir().CreateAlignedLoad(ir().getInt32Ty(), from.value, llvm::Align(4), /*isVolatile=*/true)));
}
void store_shared(Pointer to, ScalarUnsigned value) {
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
ScalarUnsigned load_atomically(Pointer at) {
    llvm::LoadInst* const value = ir().CreateAlignedLoad(ir().getInt32Ty(), at.value, llvm::Align(4));
    value->setAtomic(llvm::AtomicOrdering::Acquire);
    return ScalarUnsigned(static_cast<llvm::Value*>(value));
}

// ---- small numbers -----------------------------------------------------------------------------------------------

namespace {

llvm::Value* load_small(Pointer from, llvm::Type* small, llvm::Type* words) {
    return ir().CreateZExt(ir().CreateAlignedLoad(small, from.value, llvm::Align(1)), words);
}
void store_small(Pointer to, llvm::Value* words, llvm::Type* small) {
    ir().CreateAlignedStore(ir().CreateTrunc(words, small), to.value, llvm::Align(1));
}
llvm::Type* lanes(llvm::Type* number) { return recorder().lanes_of(number); }

}  // namespace

Unsigned load_bytes(Pointer from) {
    return Unsigned(load_small(from, lanes(ir().getInt8Ty()), lanes(ir().getInt32Ty())));
}
Unsigned load_shorts(Pointer from) {
    return Unsigned(load_small(from, lanes(ir().getInt16Ty()), lanes(ir().getInt32Ty())));
}
void store_bytes(Pointer to, Unsigned value) { store_small(to, value.value, lanes(ir().getInt8Ty())); }
void store_shorts(Pointer to, Unsigned value) { store_small(to, value.value, lanes(ir().getInt16Ty())); }
ScalarUnsigned load_byte(Pointer from) { return ScalarUnsigned(load_small(from, ir().getInt8Ty(), ir().getInt32Ty())); }
ScalarUnsigned load_short(Pointer from) {
    return ScalarUnsigned(load_small(from, ir().getInt16Ty(), ir().getInt32Ty()));
}
void store_byte(Pointer to, ScalarUnsigned value) { store_small(to, value.value, ir().getInt8Ty()); }
void store_short(Pointer to, ScalarUnsigned value) { store_small(to, value.value, ir().getInt16Ty()); }

Pointer stack_memory(size_t bytes, unsigned alignment) {
    return Pointer(recorder().allocate(llvm::ArrayType::get(ir().getInt8Ty(), bytes), alignment));
}

}  // namespace runtime::jit
