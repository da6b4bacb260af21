#include "runtime/jit/recorded_lanes.h"

#include <llvm/IR/Intrinsics.h>

#include "runtime/jit/recorder.h"

namespace runtime::jit {
namespace {

thread_local Recorder* current = nullptr;

llvm::IRBuilder<>& ir() { return current->builder; }

llvm::Value* splat(llvm::Constant* number) {
    return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(current->width), number);
}

llvm::Value* unary(llvm::Intrinsic::ID operation, llvm::Value* a) { return ir().CreateUnaryIntrinsic(operation, a); }

llvm::Value* high_half(llvm::Value* a, llvm::Value* b, bool is_signed) {
    auto* const wide = llvm::FixedVectorType::get(ir().getInt64Ty(), current->width);
    const auto widened = [&](llvm::Value* v) {
        return is_signed ? ir().CreateSExt(v, wide) : ir().CreateZExt(v, wide);
    };
    llvm::Value* const product = ir().CreateMul(widened(a), widened(b));
    return ir().CreateTrunc(ir().CreateLShr(product, 32), current->integer_type());
}

llvm::Value* permuted(llvm::Value* a, int first, int second, int third, int fourth) {
    llvm::SmallVector<int, 16> lanes;
    for (int quad = 0; quad < static_cast<int>(current->width); quad += 4)
        lanes.append({quad + first, quad + second, quad + third, quad + fourth});
    return ir().CreateShuffleVector(a, lanes);
}

}  // namespace

Recorder& recorder() { return *current; }
RecorderScope::RecorderScope(Recorder& recorder) : previous_(current) { current = &recorder; }
RecorderScope::~RecorderScope() { current = previous_; }

RecordedLanes::Mask::Mask(bool v) : value(splat(ir().getInt1(v))) {}
// By bits, so that denormals and NaN stay what they are.
RecordedLanes::Float::Float(float v) : value(splat(llvm::ConstantFP::get(ir().getContext(), llvm::APFloat(v)))) {}
RecordedLanes::Signed::Signed(int32_t v) : value(splat(ir().getInt32(static_cast<uint32_t>(v)))) {}
RecordedLanes::Unsigned::Unsigned(uint32_t v) : value(splat(ir().getInt32(v))) {}

Mask operator&(Mask a, Mask b) { return Mask(ir().CreateAnd(a.value, b.value)); }
Mask operator|(Mask a, Mask b) { return Mask(ir().CreateOr(a.value, b.value)); }
Mask operator^(Mask a, Mask b) { return Mask(ir().CreateXor(a.value, b.value)); }
Mask operator!(Mask a) { return Mask(ir().CreateNot(a.value)); }

#define RECORDED_COMPARISONS(T, Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual)    \
    Mask operator<(T a, T b) { return Mask(ir().Create##Less(a.value, b.value)); }          \
    Mask operator<=(T a, T b) { return Mask(ir().Create##LessEqual(a.value, b.value)); }    \
    Mask operator>(T a, T b) { return Mask(ir().Create##Greater(a.value, b.value)); }       \
    Mask operator>=(T a, T b) { return Mask(ir().Create##GreaterEqual(a.value, b.value)); } \
    Mask operator==(T a, T b) { return Mask(ir().Create##Equal(a.value, b.value)); }        \
    Mask operator!=(T a, T b) { return Mask(ir().Create##NotEqual(a.value, b.value)); }     \
    T choose(Mask mask, T a, T b) { return T(ir().CreateSelect(mask.value, a.value, b.value)); }
RECORDED_COMPARISONS(Float, FCmpOLT, FCmpOLE, FCmpOGT, FCmpOGE, FCmpOEQ, FCmpUNE)
RECORDED_COMPARISONS(Signed, ICmpSLT, ICmpSLE, ICmpSGT, ICmpSGE, ICmpEQ, ICmpNE)
RECORDED_COMPARISONS(Unsigned, ICmpULT, ICmpULE, ICmpUGT, ICmpUGE, ICmpEQ, ICmpNE)
#undef RECORDED_COMPARISONS

Float operator+(Float a, Float b) { return Float(ir().CreateFAdd(a.value, b.value)); }
Float operator-(Float a, Float b) { return Float(ir().CreateFSub(a.value, b.value)); }
Float operator*(Float a, Float b) { return Float(ir().CreateFMul(a.value, b.value)); }
Float operator/(Float a, Float b) { return Float(ir().CreateFDiv(a.value, b.value)); }
Float operator-(Float a) { return Float(ir().CreateFNeg(a.value)); }
Float square_root(Float a) { return Float(unary(llvm::Intrinsic::sqrt, a.value)); }
Float round_down(Float a) { return Float(unary(llvm::Intrinsic::floor, a.value)); }
Float round_up(Float a) { return Float(unary(llvm::Intrinsic::ceil, a.value)); }
Float round_to_zero(Float a) { return Float(unary(llvm::Intrinsic::trunc, a.value)); }
Float round_to_even(Float a) { return Float(unary(llvm::Intrinsic::roundeven, a.value)); }

#define RECORDED_INTEGERS(T, ShiftRight, Divide, Remain, is_signed)                                \
    T operator+(T a, T b) { return T(ir().CreateAdd(a.value, b.value)); }                          \
    T operator-(T a, T b) { return T(ir().CreateSub(a.value, b.value)); }                          \
    T operator*(T a, T b) { return T(ir().CreateMul(a.value, b.value)); }                          \
    T operator-(T a) { return T(ir().CreateNeg(a.value)); }                                        \
    T operator&(T a, T b) { return T(ir().CreateAnd(a.value, b.value)); }                          \
    T operator|(T a, T b) { return T(ir().CreateOr(a.value, b.value)); }                           \
    T operator^(T a, T b) { return T(ir().CreateXor(a.value, b.value)); }                          \
    T operator~(T a) { return T(ir().CreateNot(a.value)); }                                        \
    T operator<<(T a, Unsigned count) { return T(ir().CreateShl(a.value, count.value)); }          \
    T operator>>(T a, Unsigned count) { return T(ir().Create##ShiftRight(a.value, count.value)); } \
    T multiply_high(T a, T b) { return T(high_half(a.value, b.value, is_signed)); }                \
    T quotient(T a, T b) { return T(ir().Create##Divide(a.value, b.value)); }                      \
    T remainder(T a, T b) { return T(ir().Create##Remain(a.value, b.value)); }
RECORDED_INTEGERS(Signed, AShr, SDiv, SRem, true)
RECORDED_INTEGERS(Unsigned, LShr, UDiv, URem, false)
#undef RECORDED_INTEGERS

Unsigned as_unsigned(Float a) { return Unsigned(ir().CreateBitCast(a.value, current->integer_type())); }
Signed as_signed(Float a) { return Signed(ir().CreateBitCast(a.value, current->integer_type())); }
Float as_float(Unsigned a) { return Float(ir().CreateBitCast(a.value, current->float_type())); }
Signed to_signed(Float a) { return Signed(ir().CreateFPToSI(a.value, current->integer_type())); }
Float to_float(Signed a) { return Float(ir().CreateSIToFP(a.value, current->float_type())); }

Float from_left(Float a) { return Float(permuted(a.value, 0, 0, 2, 2)); }
Float from_right(Float a) { return Float(permuted(a.value, 1, 1, 3, 3)); }
Float from_bottom(Float a) { return Float(permuted(a.value, 0, 1, 0, 1)); }
Float from_top(Float a) { return Float(permuted(a.value, 2, 3, 2, 3)); }

}  // namespace runtime::jit
