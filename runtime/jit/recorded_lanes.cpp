#include "runtime/jit/recorded_lanes.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>

#include "ir/semantics/fused_sums.h"
#include "ir/semantics/half_float.h"
#include "runtime/jit/fold_constants.h"
#include "runtime/jit/lanes_scope.h"
#include "runtime/jit/recorder.h"

namespace runtime::jit {
namespace {

thread_local Recorder* current = nullptr;

Builder& ir() { return current->builder; }

#if defined(__x86_64__) || defined(__i386__)
constexpr bool cpu_nans_are_negative = true;
#else
constexpr bool cpu_nans_are_negative = false;
#endif

// The type of a value's numbers: lanes or a single one.
llvm::Type* shaped_as(llvm::Value* like, llvm::Type* number) {
    return like->getType()->isVectorTy() ? current->lanes_of(number) : number;
}

llvm::Constant* in_lanes(llvm::Constant* number) {
    return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(current->width), number);
}

llvm::Value* unary(llvm::Intrinsic::ID operation, llvm::Value* a) { return ir().CreateUnaryIntrinsic(operation, a); }

// What an operation makes of these operands. A NaN made of numbers has the sign that x86 gives it: where the builder
// computes with constants, and on other CPUs.
llvm::Value* arithmetic(llvm::Value* result, llvm::ArrayRef<llvm::Value*> operands) {
    if (cpu_nans_are_negative || llvm::isa<llvm::Constant>(result)) return with_cpu_nans(result, operands);
    llvm::Value* is_made = ir().CreateFCmpUNO(result, result);
    for (llvm::Value* const operand : operands) is_made = ir().CreateAnd(is_made, ir().CreateFCmpORD(operand, operand));
    llvm::Type* const type = result->getType();
    const unsigned size = type->getScalarSizeInBits();
    llvm::Type* const bits = type->getWithNewType(ir().getIntNTy(size));
    llvm::Value* const sign = ir().CreateShl(ir().CreateZExt(is_made, bits), size - 1);
    return ir().CreateBitCast(ir().CreateOr(ir().CreateBitCast(result, bits), sign), type);
}

// Numbers from 2^23, or 2^52, on are whole. Below, adding that number rounds to nearest, ties to even. For CPUs without
// an instruction that rounds, where LLVM would call the C library's functions for one number after the other.
llvm::Value* rounded_by_sums(llvm::Intrinsic::ID operation, llvm::Value* a) {
    const bool wide = a->getType()->getScalarSizeInBits() == 64;
    llvm::Value* const whole = llvm::ConstantFP::get(a->getType(), wide ? 0x1p52 : 0x1p23);
    llvm::Value* const one = llvm::ConstantFP::get(a->getType(), 1.0);
    const auto signed_as_a = [&](llvm::Value* value) {
        return ir().CreateBinaryIntrinsic(llvm::Intrinsic::copysign, value, a);
    };
    llvm::Value* const size = unary(llvm::Intrinsic::fabs, a);
    llvm::Value* const sum = ir().CreateFSub(ir().CreateFAdd(size, whole), whole);
    llvm::Value* const nearest = ir().CreateSelect(ir().CreateFCmpOGE(size, whole), size, sum);  // NaNs become quiet
    const auto less_one_where = [&](llvm::Value* where, llvm::Value* value) {
        return ir().CreateSelect(where, ir().CreateFSub(value, one), value);
    };
    if (operation == llvm::Intrinsic::trunc)
        return signed_as_a(less_one_where(ir().CreateFCmpOGT(nearest, size), nearest));
    llvm::Value* const even = signed_as_a(nearest);
    if (operation == llvm::Intrinsic::roundeven) return even;
    if (operation == llvm::Intrinsic::floor) return less_one_where(ir().CreateFCmpOGT(even, a), even);
    llvm::Value* const above = ir().CreateSelect(ir().CreateFCmpOLT(even, a), ir().CreateFAdd(even, one), even);
    return signed_as_a(above);
}
llvm::Value* rounded(llvm::Intrinsic::ID operation, llvm::Value* a) {
    return current->level == SimdLevel::Generic ? rounded_by_sums(operation, a) : unary(operation, a);
}

llvm::Value* high_half(llvm::Value* a, llvm::Value* b, bool is_signed) {
    llvm::Type* const wide = current->lanes_of(ir().getInt64Ty());
    const auto widened = [&](llvm::Value* v) {
        return is_signed ? ir().CreateSExt(v, wide) : ir().CreateZExt(v, wide);
    };
    llvm::Value* const product = ir().CreateMul(widened(a), widened(b));
    return ir().CreateTrunc(ir().CreateLShr(product, 32), current->lanes_of(ir().getInt32Ty()));
}

llvm::Value* quads_permuted(llvm::Value* a, int first, int second, int third, int fourth) {
    llvm::SmallVector<int, 32> lanes;
    for (int quad = 0; quad < static_cast<int>(current->width); quad += 4)
        lanes.append({quad + first, quad + second, quad + third, quad + fourth});
    return ir().CreateShuffleVector(a, lanes);
}

// An operation of the CPU on whole registers, over as many as the value has.
template <class Make>
llvm::Value* by_registers(llvm::Value* a, unsigned lanes_each, Make make) {
    const unsigned width = current->width;
    if (width <= lanes_each) return make(a);
    llvm::SmallVector<llvm::Value*, 8> parts;
    for (unsigned first = 0; first < width; first += lanes_each) {
        llvm::SmallVector<int, 32> lanes;
        for (unsigned i = 0; i < lanes_each; i++) lanes.push_back(static_cast<int>(first + i));
        parts.push_back(make(ir().CreateShuffleVector(a, lanes)));
    }
    while (parts.size() > 1) {
        llvm::SmallVector<llvm::Value*, 8> joined;
        for (size_t i = 0; i + 1 < parts.size(); i += 2) {
            const unsigned both = 2 * llvm::cast<llvm::FixedVectorType>(parts[i]->getType())->getNumElements();
            llvm::SmallVector<int, 32> lanes;
            for (unsigned lane = 0; lane < both; lane++) lanes.push_back(static_cast<int>(lane));
            joined.push_back(ir().CreateShuffleVector(parts[i], parts[i + 1], lanes));
        }
        parts = joined;
    }
    return parts[0];
}

}  // namespace

Recorder& recorder() { return *current; }
RecorderScope::RecorderScope(Recorder& recorder) : previous_(current) { current = &recorder; }
RecorderScope::~RecorderScope() { current = previous_; }

llvm::AllocaInst* Recorder::allocate(llvm::Type* type, unsigned alignment) const {
    llvm::BasicBlock& entry = function->getEntryBlock();
    llvm::IRBuilder<> at(&entry, entry.getFirstInsertionPt());
    llvm::AllocaInst* const memory = at.CreateAlloca(type);
    memory->setAlignment(llvm::Align(alignment));
    return memory;
}

// ---- constants ---------------------------------------------------------------------------------------------------

// Floats by bits, so that denormals and NaN stay what they are.
#define FLOAT_CONSTANT(v) llvm::ConstantFP::get(ir().getContext(), llvm::APFloat(v))
RecordedLanes::Mask::Mask(bool v) : value(in_lanes(ir().getInt1(v))) {}
RecordedLanes::Float::Float(float v) : value(in_lanes(FLOAT_CONSTANT(v))) {}
RecordedLanes::Signed::Signed(int32_t v) : value(in_lanes(ir().getInt32(static_cast<uint32_t>(v)))) {}
RecordedLanes::Unsigned::Unsigned(uint32_t v) : value(in_lanes(ir().getInt32(v))) {}
RecordedWideLanes::Float::Float(double v) : value(in_lanes(FLOAT_CONSTANT(v))) {}
RecordedWideLanes::Signed::Signed(int64_t v) : value(in_lanes(ir().getInt64(static_cast<uint64_t>(v)))) {}
RecordedWideLanes::Unsigned::Unsigned(uint64_t v) : value(in_lanes(ir().getInt64(v))) {}
RecordedNumbers::Mask::Mask(bool v) : value(ir().getInt1(v)) {}
RecordedNumbers::Float::Float(float v) : value(FLOAT_CONSTANT(v)) {}
RecordedNumbers::Signed::Signed(int32_t v) : value(ir().getInt32(static_cast<uint32_t>(v))) {}
RecordedNumbers::Unsigned::Unsigned(uint32_t v) : value(ir().getInt32(v)) {}
RecordedWideNumbers::Float::Float(double v) : value(FLOAT_CONSTANT(v)) {}
RecordedWideNumbers::Signed::Signed(int64_t v) : value(ir().getInt64(static_cast<uint64_t>(v))) {}
RecordedWideNumbers::Unsigned::Unsigned(uint64_t v) : value(ir().getInt64(v)) {}
#undef FLOAT_CONSTANT

// ---- operators ---------------------------------------------------------------------------------------------------

#define RECORDED_MASKS(M)                                                 \
    M operator&(M a, M b) { return M(ir().CreateAnd(a.value, b.value)); } \
    M operator|(M a, M b) { return M(ir().CreateOr(a.value, b.value)); }  \
    M operator^(M a, M b) { return M(ir().CreateXor(a.value, b.value)); } \
    M operator!(M a) { return M(ir().CreateNot(a.value)); }
RECORDED_MASKS(Mask)
RECORDED_MASKS(ScalarMask)
#undef RECORDED_MASKS

#define RECORDED_COMPARISONS(Set, T, Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual)         \
    Set::Mask operator<(T a, T b) { return Set::Mask(ir().Create##Less(a.value, b.value)); }          \
    Set::Mask operator<=(T a, T b) { return Set::Mask(ir().Create##LessEqual(a.value, b.value)); }    \
    Set::Mask operator>(T a, T b) { return Set::Mask(ir().Create##Greater(a.value, b.value)); }       \
    Set::Mask operator>=(T a, T b) { return Set::Mask(ir().Create##GreaterEqual(a.value, b.value)); } \
    Set::Mask operator==(T a, T b) { return Set::Mask(ir().Create##Equal(a.value, b.value)); }        \
    Set::Mask operator!=(T a, T b) { return Set::Mask(ir().Create##NotEqual(a.value, b.value)); }     \
    T choose(Set::Mask mask, T a, T b) { return T(ir().CreateSelect(mask.value, a.value, b.value)); }
#define RECORDED_FLOATS(F)                                                                                 \
    F operator+(F a, F b) { return F(arithmetic(ir().CreateFAdd(a.value, b.value), {a.value, b.value})); } \
    F operator-(F a, F b) { return F(arithmetic(ir().CreateFSub(a.value, b.value), {a.value, b.value})); } \
    F operator*(F a, F b) { return F(arithmetic(ir().CreateFMul(a.value, b.value), {a.value, b.value})); } \
    F operator/(F a, F b) { return F(arithmetic(ir().CreateFDiv(a.value, b.value), {a.value, b.value})); } \
    F operator-(F a) { return F(ir().CreateFNeg(a.value)); }                                               \
    F square_root(F a) { return F(arithmetic(unary(llvm::Intrinsic::sqrt, a.value), {a.value})); }         \
    F round_down(F a) { return F(rounded(llvm::Intrinsic::floor, a.value)); }                              \
    F round_up(F a) { return F(rounded(llvm::Intrinsic::ceil, a.value)); }                                 \
    F round_to_zero(F a) { return F(rounded(llvm::Intrinsic::trunc, a.value)); }                           \
    F round_to_even(F a) { return F(rounded(llvm::Intrinsic::roundeven, a.value)); }
#define RECORDED_INTEGERS(Set, T, ShiftRight, Divide, Remain)                                           \
    T operator+(T a, T b) { return T(ir().CreateAdd(a.value, b.value)); }                               \
    T operator-(T a, T b) { return T(ir().CreateSub(a.value, b.value)); }                               \
    T operator*(T a, T b) { return T(ir().CreateMul(a.value, b.value)); }                               \
    T operator-(T a) { return T(ir().CreateNeg(a.value)); }                                             \
    T operator&(T a, T b) { return T(ir().CreateAnd(a.value, b.value)); }                               \
    T operator|(T a, T b) { return T(ir().CreateOr(a.value, b.value)); }                                \
    T operator^(T a, T b) { return T(ir().CreateXor(a.value, b.value)); }                               \
    T operator~(T a) { return T(ir().CreateNot(a.value)); }                                             \
    T operator<<(T a, Set::Unsigned count) { return T(ir().CreateShl(a.value, count.value)); }          \
    T operator>>(T a, Set::Unsigned count) { return T(ir().Create##ShiftRight(a.value, count.value)); } \
    T quotient(T a, T b) { return T(ir().Create##Divide(a.value, b.value)); }                           \
    T remainder(T a, T b) { return T(ir().Create##Remain(a.value, b.value)); }
#define RECORDED_BITS(Set, Integer, Real)                                                                              \
    Set::Unsigned as_unsigned(Set::Float a) {                                                                          \
        return Set::Unsigned(ir().CreateBitCast(a.value, shaped_as(a.value, Integer)));                                \
    }                                                                                                                  \
    Set::Signed as_signed(Set::Float a) {                                                                              \
        return Set::Signed(ir().CreateBitCast(a.value, shaped_as(a.value, Integer)));                                  \
    }                                                                                                                  \
    Set::Float as_float(Set::Unsigned a) { return Set::Float(ir().CreateBitCast(a.value, shaped_as(a.value, Real))); } \
    Set::Signed to_signed(Set::Float a) {                                                                              \
        return Set::Signed(ir().CreateFPToSI(a.value, shaped_as(a.value, Integer)));                                   \
    }                                                                                                                  \
    Set::Float to_float(Set::Signed a) { return Set::Float(ir().CreateSIToFP(a.value, shaped_as(a.value, Real))); }
#define RECORDED_OPERATORS(Set, Integer, Real)                                                   \
    RECORDED_COMPARISONS(Set, Set::Float, FCmpOLT, FCmpOLE, FCmpOGT, FCmpOGE, FCmpOEQ, FCmpUNE)  \
    RECORDED_COMPARISONS(Set, Set::Signed, ICmpSLT, ICmpSLE, ICmpSGT, ICmpSGE, ICmpEQ, ICmpNE)   \
    RECORDED_COMPARISONS(Set, Set::Unsigned, ICmpULT, ICmpULE, ICmpUGT, ICmpUGE, ICmpEQ, ICmpNE) \
    RECORDED_FLOATS(Set::Float)                                                                  \
    RECORDED_INTEGERS(Set, Set::Signed, AShr, SDiv, SRem)                                        \
    RECORDED_INTEGERS(Set, Set::Unsigned, LShr, UDiv, URem)                                      \
    RECORDED_BITS(Set, Integer, Real)
RECORDED_OPERATORS(RecordedLanes, ir().getInt32Ty(), ir().getFloatTy())
RECORDED_OPERATORS(RecordedWideLanes, ir().getInt64Ty(), ir().getDoubleTy())
RECORDED_OPERATORS(RecordedNumbers, ir().getInt32Ty(), ir().getFloatTy())
RECORDED_OPERATORS(RecordedWideNumbers, ir().getInt64Ty(), ir().getDoubleTy())

Signed multiply_high(Signed a, Signed b) { return Signed(high_half(a.value, b.value, true)); }
Unsigned multiply_high(Unsigned a, Unsigned b) { return Unsigned(high_half(a.value, b.value, false)); }

#define CHOOSE_LANES(T) \
    T choose(ScalarMask mask, T a, T b) { return T(ir().CreateSelect(mask.value, a.value, b.value)); }
CHOOSE_LANES(Float)
CHOOSE_LANES(Signed)
CHOOSE_LANES(Unsigned)
CHOOSE_LANES(Mask)
#undef CHOOSE_LANES

Float multiply_add(Float a, Float b, Float c) {
    if (!current->has_fused_multiply_add())
        return to_single(arbasm::sum_to_odd(to_double(a) * to_double(b), to_double(c)));
    return Float(
        arithmetic(ir().CreateIntrinsic(llvm::Intrinsic::fma, {a.value->getType()}, {a.value, b.value, c.value}),
                   {a.value, b.value, c.value}));
}

// ---- conversions -------------------------------------------------------------------------------------------------

#define LANES_OF(Type) current->lanes_of(ir().get##Type##Ty())
// Rounds by the CPU's instruction where there is one.
Signed to_signed_nearest(Float a) {
    if (!current->has_x86_instructions())
        return Signed(ir().CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {LANES_OF(Int32), a.value->getType()},
                                           {round_to_even(a).value}));
    const unsigned lanes = current->register_lanes();
    return Signed(by_registers(a.value, lanes, [&](llvm::Value* part) -> llvm::Value* {
        const auto call = [&](llvm::Intrinsic::ID of, llvm::ArrayRef<llvm::Value*> arguments) {
            return ir().CreateIntrinsic(of, {}, arguments);
        };
        if (lanes == 4) return call(llvm::Intrinsic::x86_sse2_cvtps2dq, {part});
        if (lanes == 8) return call(llvm::Intrinsic::x86_avx_cvt_ps2dq_256, {part});
        llvm::Value* const zero =
            llvm::ConstantAggregateZero::get(llvm::FixedVectorType::get(ir().getInt32Ty(), lanes));
        constexpr uint32_t by_mode = 4;  // _MM_FROUND_CUR_DIRECTION
        return call(llvm::Intrinsic::x86_avx512_mask_cvtps2dq_512,
                    {part, zero, ir().getInt16(0xffff), ir().getInt32(by_mode)});
    }));
}

WideUnsigned to_wide(Unsigned a) { return WideUnsigned(ir().CreateZExt(a.value, LANES_OF(Int64))); }
WideSigned to_wide(Signed a) { return WideSigned(ir().CreateSExt(a.value, LANES_OF(Int64))); }
Unsigned low_word(WideUnsigned a) { return Unsigned(ir().CreateTrunc(a.value, LANES_OF(Int32))); }
Unsigned high_word(WideUnsigned a) { return low_word(a >> WideUnsigned(uint64_t{32})); }
WideUnsigned wide_of(Unsigned low, Unsigned high) {
    return to_wide(low) | (to_wide(high) << WideUnsigned(uint64_t{32}));
}
WideFloat to_double(Float a) { return WideFloat(ir().CreateFPExt(a.value, LANES_OF(Double))); }
Float to_single(WideFloat a) { return Float(ir().CreateFPTrunc(a.value, LANES_OF(Float))); }
ScalarWideUnsigned to_wide(ScalarUnsigned a) { return ScalarWideUnsigned(ir().CreateZExt(a.value, ir().getInt64Ty())); }
ScalarWideSigned to_wide(ScalarSigned a) { return ScalarWideSigned(ir().CreateSExt(a.value, ir().getInt64Ty())); }
ScalarUnsigned low_word(ScalarWideUnsigned a) { return ScalarUnsigned(ir().CreateTrunc(a.value, ir().getInt32Ty())); }
ScalarMask to_mask(ScalarUnsigned a) { return a != ScalarUnsigned(0u); }

static bool has_half_floats() { return current->level != SimdLevel::Generic && current->level != SimdLevel::Sse4; }
// The CPU's instruction makes a signalling NaN quiet, as LLVM's conversion does; NaNs' bits are nobody's promise.
Float from_half(Unsigned a) {
    if (!has_half_floats()) return arbasm::from_half<Unsigned>(a);
    llvm::Value* const low = ir().CreateTrunc(a.value, LANES_OF(Int16));
    return Float(ir().CreateFPExt(ir().CreateBitCast(low, LANES_OF(Half)), LANES_OF(Float)));
}
// It would leave what fits of a NaN's payload.
Unsigned to_half(Float a) {
    if (!has_half_floats()) return arbasm::to_half<Float>(a);
    llvm::Value* const half = ir().CreateFPTrunc(a.value, LANES_OF(Half));
    const Unsigned bits(ir().CreateZExt(ir().CreateBitCast(half, LANES_OF(Int16)), LANES_OF(Int32)));
    const Unsigned quiet = Unsigned(0x7e00u) | ((as_unsigned(a) >> Unsigned(16u)) & Unsigned(0x8000u));
    return choose(a != a, quiet, bits);
}

// ---- lanes -------------------------------------------------------------------------------------------------------

int lane_count() { return static_cast<int>(current->width); }
LanesScope::LanesScope(int lanes) : before_(lane_count()) { current->width = static_cast<unsigned>(lanes); }
LanesScope::~LanesScope() { current->width = static_cast<unsigned>(before_); }

Unsigned lane_numbers() {
    llvm::SmallVector<llvm::Constant*, 32> numbers;
    for (unsigned i = 0; i < current->width; i++) numbers.push_back(ir().getInt32(i));
    return Unsigned(static_cast<llvm::Value*>(llvm::ConstantVector::get(numbers)));
}

#define SPREAD(T, Scalar) \
    T broadcast(Scalar a) { return T(ir().CreateVectorSplat(current->width, a.value)); }
SPREAD(Float, ScalarFloat)
SPREAD(Signed, ScalarSigned)
SPREAD(Unsigned, ScalarUnsigned)
SPREAD(Mask, ScalarMask)
SPREAD(WideUnsigned, ScalarWideUnsigned)
SPREAD(WideSigned, ScalarWideSigned)
SPREAD(WideFloat, ScalarWideFloat)
#undef SPREAD

#define LANE(T, Scalar) \
    Scalar lane(T a, int index) { return Scalar(ir().CreateExtractElement(a.value, static_cast<uint64_t>(index))); }
LANE(Float, ScalarFloat)
LANE(Signed, ScalarSigned)
LANE(Unsigned, ScalarUnsigned)
LANE(WideUnsigned, ScalarWideUnsigned)
#undef LANE
#define LANE(T, Scalar) \
    Scalar lane(T a, ScalarUnsigned index) { return Scalar(ir().CreateExtractElement(a.value, index.value)); }
LANE(Float, ScalarFloat)
LANE(Unsigned, ScalarUnsigned)
LANE(WideUnsigned, ScalarWideUnsigned)
#undef LANE
Float with_lane(Float a, int index, ScalarFloat value) {
    return Float(ir().CreateInsertElement(a.value, value.value, static_cast<uint64_t>(index)));
}
Unsigned with_lane(Unsigned a, int index, ScalarUnsigned value) {
    return Unsigned(ir().CreateInsertElement(a.value, value.value, static_cast<uint64_t>(index)));
}

ScalarUnsigned to_bits(Mask a) {
    llvm::Value* const bits = ir().CreateBitCast(a.value, ir().getIntNTy(current->width));
    return ScalarUnsigned(ir().CreateZExtOrTrunc(bits, ir().getInt32Ty()));
}
Mask from_bits(ScalarUnsigned bits) {
    // LLVM would put a mask of bits together number by number, in lanes of 16 bits, where masks are words.
    if (!current->has_mask_registers()) {
        llvm::SmallVector<llvm::Constant*, 32> own;
        for (unsigned i = 0; i < current->width; i++) own.push_back(ir().getInt32(1u << i));
        const Unsigned of_lanes(static_cast<llvm::Value*>(llvm::ConstantVector::get(own)));
        return (broadcast(bits) & of_lanes) == of_lanes;
    }
    llvm::Value* const few = ir().CreateZExtOrTrunc(bits.value, ir().getIntNTy(current->width));
    return Mask(ir().CreateBitCast(few, LANES_OF(Int1)));
}
ScalarMask any_lane(Mask a) { return to_bits(a) != ScalarUnsigned(0u); }
ScalarMask every_lane(Mask a) { return to_bits(!a) == ScalarUnsigned(0u); }
ScalarUnsigned lowest_bit(ScalarUnsigned a) {
    return ScalarUnsigned(ir().CreateBinaryIntrinsic(llvm::Intrinsic::cttz, a.value, ir().getFalse()));
}

Float in_quads(Float a, int first, int second, int third, int fourth) {
    return Float(quads_permuted(a.value, first, second, third, fourth));
}
Unsigned in_quads(Unsigned a, int first, int second, int third, int fourth) {
    return Unsigned(quads_permuted(a.value, first, second, third, fourth));
}
Float from_left(Float a) { return in_quads(a, 0, 0, 2, 2); }
Float from_right(Float a) { return in_quads(a, 1, 1, 3, 3); }
Float from_bottom(Float a) { return in_quads(a, 0, 1, 0, 1); }
Float from_top(Float a) { return in_quads(a, 2, 3, 2, 3); }
Float permuted(Float a, const int* numbers) {
    return Float(ir().CreateShuffleVector(a.value, llvm::ArrayRef<int>(numbers, current->width)));
}
Unsigned permuted(Unsigned a, const int* numbers) {
    return Unsigned(ir().CreateShuffleVector(a.value, llvm::ArrayRef<int>(numbers, current->width)));
}
#undef LANES_OF

std::optional<bool> known(ScalarMask condition) {
    const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(condition.value);
    return constant ? std::optional(constant->isOne()) : std::nullopt;
}

// ---- forks -------------------------------------------------------------------------------------------------------

namespace {

llvm::BasicBlock* new_block(const char* name) {
    return llvm::BasicBlock::Create(ir().getContext(), name, current->function);
}

}  // namespace

Fork::Fork(ScalarMask condition, Chance chance)
    : start_(ir().GetInsertBlock()), holds_(new_block("holds")), not_(nullptr), end_(new_block("end")) {
    // Where nothing comes behind otherwise(), control goes to the end itself.
    llvm::BranchInst* const branch = ir().CreateCondBr(condition.value, holds_, end_);
    if (chance == Chance::Rare)
        branch->setMetadata(llvm::LLVMContext::MD_prof,
                            llvm::MDBuilder(ir().getContext()).createUnlikelyBranchWeights());
    ir().SetInsertPoint(holds_);
}

void Fork::otherwise() {
    holds_end_ = ir().GetInsertBlock();
    ir().CreateBr(end_);
    not_ = new_block("not");
    llvm::cast<llvm::BranchInst>(start_->getTerminator())->setSuccessor(1, not_);
    ir().SetInsertPoint(not_);
}

void Fork::join() {
    (not_ ? not_end_ : holds_end_) = ir().GetInsertBlock();
    if (!not_) not_end_ = start_;
    ir().CreateBr(end_);
    end_->moveAfter(ir().GetInsertBlock());
    ir().SetInsertPoint(end_);
}

llvm::Value* Fork::merged(llvm::Value* if_holds, llvm::Value* if_not) {
    llvm::PHINode* const value = ir().CreatePHI(if_holds->getType(), 2);
    value->addIncoming(if_holds, holds_end_);
    value->addIncoming(if_not, not_end_);
    return value;
}

}  // namespace runtime::jit
