#include "runtime/jit/recorded_texels.h"

#include "runtime/jit/recorder.h"

namespace runtime::jit {
namespace {

Builder& ir() { return recorder().builder; }

// The numbers at base + offset, in each lane one of `element`.
llvm::Value* gathered(Pointer base, Signed offsets, llvm::Type* element) {
    const unsigned width = recorder().width;
    llvm::Value* const wide = ir().CreateSExt(offsets.value, llvm::FixedVectorType::get(ir().getInt64Ty(), width));
    llvm::Value* const places = ir().CreateGEP(ir().getInt8Ty(), base.value, wide);
    return ir().CreateMaskedGather(llvm::FixedVectorType::get(element, width), places, llvm::Align(1));
}

template <class Make>
Unsigned by_halves(Unsigned a, Unsigned b, const Make& make) {
    auto* const halves = llvm::FixedVectorType::get(ir().getInt16Ty(), 2 * recorder().width);
    llvm::Value* const made = make(ir().CreateBitCast(a.value, halves), ir().CreateBitCast(b.value, halves));
    return Unsigned(ir().CreateBitCast(made, recorder().lanes_of(ir().getInt32Ty())));
}

}  // namespace

Unsigned gather_words(Pointer base, Signed offsets) { return Unsigned(gathered(base, offsets, ir().getInt32Ty())); }

WordPairs gather_word_pairs(Pointer base, Signed offsets) {
    const auto width = static_cast<int>(recorder().width);
    llvm::Value* const pairs = ir().CreateBitCast(gathered(base, offsets, ir().getInt64Ty()),
                                                  llvm::FixedVectorType::get(ir().getInt32Ty(), 2 * recorder().width));
    llvm::SmallVector<int, 64> even, odd;
    for (int i = 0; i < width; ++i) {
        even.push_back(2 * i);
        odd.push_back(2 * i + 1);
    }
    return {Unsigned(ir().CreateShuffleVector(pairs, even)), Unsigned(ir().CreateShuffleVector(pairs, odd))};
}

Unsigned add_halves(Unsigned a, Unsigned b) {
    return by_halves(a, b, [](llvm::Value* x, llvm::Value* y) { return ir().CreateAdd(x, y); });
}
Unsigned subtract_halves(Unsigned a, Unsigned b) {
    return by_halves(a, b, [](llvm::Value* x, llvm::Value* y) { return ir().CreateSub(x, y); });
}
Unsigned multiply_halves(Unsigned a, Unsigned b) {
    return by_halves(a, b, [](llvm::Value* x, llvm::Value* y) { return ir().CreateMul(x, y); });
}

}  // namespace runtime::jit
