#include "runtime/jit/recorded_texels.h"

#include <algorithm>
#include <array>
#include <llvm/IR/IntrinsicsAArch64.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "runtime/jit/recorder.h"

namespace runtime::jit {
namespace {

Builder& ir() { return recorder().builder; }

// Lanes `first` and those behind it.
llvm::Value* part_of(llvm::Value* lanes, unsigned first, unsigned count) {
    if (count == llvm::cast<llvm::FixedVectorType>(lanes->getType())->getNumElements()) return lanes;
    llvm::SmallVector<int, 32> numbers;
    for (unsigned i = 0; i < count; ++i) numbers.push_back(static_cast<int>(first + i));
    return ir().CreateShuffleVector(lanes, numbers);
}
llvm::Value* joined(llvm::SmallVector<llvm::Value*, 8> parts) {
    while (parts.size() > 1) {
        llvm::SmallVector<llvm::Value*, 8> larger;
        for (size_t i = 0; i + 1 < parts.size(); i += 2) {
            const unsigned count = llvm::cast<llvm::FixedVectorType>(parts[i]->getType())->getNumElements();
            llvm::SmallVector<int, 32> numbers;
            for (unsigned lane = 0; lane < 2 * count; ++lane) numbers.push_back(static_cast<int>(lane));
            larger.push_back(ir().CreateShuffleVector(parts[i], parts[i + 1], numbers));
        }
        parts = larger;
    }
    return parts[0];
}

// Makes lanes of those of the operands, as many at a time as the CPU's registers have.
template <class Make>
llvm::Value* by_registers(llvm::Value* a, llvm::Value* b, const Make& make) {
    const unsigned lanes = std::min(recorder().register_lanes(), recorder().width);
    llvm::SmallVector<llvm::Value*, 8> parts;
    for (unsigned first = 0; first < recorder().width; first += lanes)
        parts.push_back(make(part_of(a, first, lanes), part_of(b, first, lanes)));
    return joined(parts);
}

template <class Make>
Unsigned by_halves(Unsigned a, Unsigned b, const Make& make) {
    auto* const halves = llvm::FixedVectorType::get(ir().getInt16Ty(), 2 * recorder().width);
    llvm::Value* const made = make(ir().CreateBitCast(a.value, halves), ir().CreateBitCast(b.value, halves));
    return Unsigned(ir().CreateBitCast(made, recorder().lanes_of(ir().getInt32Ty())));
}

// An instruction that takes two registers of bytes or halves, in its forms for 4, 8 and 16 lanes.
using OfRegisters = std::array<llvm::Intrinsic::ID, 3>;
llvm::Value* by_intrinsic(Unsigned a, Unsigned b, const OfRegisters& intrinsics, llvm::Type* element) {
    return by_registers(a.value, b.value, [&](llvm::Value* x, llvm::Value* y) -> llvm::Value* {
        const unsigned lanes = llvm::cast<llvm::FixedVectorType>(x->getType())->getNumElements();
        auto* const type = llvm::FixedVectorType::get(element, 32 * lanes / element->getIntegerBitWidth());
        llvm::Value* const made = ir().CreateIntrinsic(intrinsics[lanes == 16  ? 2
                                                                  : lanes == 8 ? 1
                                                                               : 0],
                                                       {}, {ir().CreateBitCast(x, type), ir().CreateBitCast(y, type)});
        return ir().CreateBitCast(made, llvm::FixedVectorType::get(ir().getInt32Ty(), lanes));
    });
}

// The same by LLVM's own operations: f(x, y) of numbers of twice the size.
template <class Make>
llvm::Value* by_wider_numbers(Unsigned a, Unsigned b, llvm::Type* element, bool a_is_signed, bool b_is_signed,
                              const Make& make) {
    const unsigned count = 32 * recorder().width / element->getIntegerBitWidth();
    auto* const narrow = llvm::FixedVectorType::get(element, count);
    auto* const wide = llvm::FixedVectorType::get(ir().getIntNTy(2 * element->getIntegerBitWidth()), count);
    const auto widened = [&](Unsigned value, bool is_signed) {
        llvm::Value* const numbers = ir().CreateBitCast(value.value, narrow);
        return is_signed ? ir().CreateSExt(numbers, wide) : ir().CreateZExt(numbers, wide);
    };
    return make(widened(a, a_is_signed), widened(b, b_is_signed));
}
// Numbers 0 and 1, 2 and 3 … together.
llvm::Value* sums_of_pairs(llvm::Value* numbers) {
    const unsigned count = llvm::cast<llvm::FixedVectorType>(numbers->getType())->getNumElements();
    llvm::SmallVector<int, 64> even, odd;
    for (unsigned i = 0; i < count; i += 2) {
        even.push_back(static_cast<int>(i));
        odd.push_back(static_cast<int>(i + 1));
    }
    return ir().CreateAdd(ir().CreateShuffleVector(numbers, even), ir().CreateShuffleVector(numbers, odd));
}
llvm::Value* products(llvm::Value* x, llvm::Value* y) { return ir().CreateMul(x, y); }
// `bytes`: sixteen.
llvm::Value* bytes_by_number(llvm::Value* bytes, llvm::Value* numbers) {
#if defined(__aarch64__)
    return ir().CreateIntrinsic(llvm::Intrinsic::aarch64_neon_tbl1, {bytes->getType()}, {bytes, numbers});
#else
    llvm::Value* result = llvm::PoisonValue::get(bytes->getType());
    for (uint64_t i = 0; i < 16; ++i) {
        llvm::Value* const number = ir().CreateAnd(ir().CreateExtractElement(numbers, i), 15);
        result = ir().CreateInsertElement(result, ir().CreateExtractElement(bytes, number), i);
    }
    return result;
#endif
}
llvm::Value* as_lanes(llvm::Value* value) { return ir().CreateBitCast(value, recorder().lanes_of(ir().getInt32Ty())); }

}  // namespace

Unsigned gather_words(Pointer base, Signed offsets) {
    // One instruction, which LLVM takes for a slow one; the same loads one by one are no faster, and thirty
    // instructions.
    if (recorder().level == SimdLevel::Avx2)
        return Unsigned(
            by_registers(offsets.value, offsets.value, [&](llvm::Value* part, llvm::Value*) -> llvm::Value* {
                auto* const type = llvm::cast<llvm::FixedVectorType>(part->getType());
                const bool whole = type->getNumElements() == 8;
                return ir().CreateIntrinsic(
                    whole ? llvm::Intrinsic::x86_avx2_gather_d_d_256 : llvm::Intrinsic::x86_avx2_gather_d_d, {},
                    {llvm::Constant::getNullValue(type), base.value, part, llvm::Constant::getAllOnesValue(type),
                     ir().getInt8(1)});
            }));
    const unsigned width = recorder().width;
    llvm::Value* const wide = ir().CreateSExt(offsets.value, llvm::FixedVectorType::get(ir().getInt64Ty(), width));
    llvm::Value* const pointers = ir().CreateGEP(ir().getInt8Ty(), base.value, wide);
    return Unsigned(
        ir().CreateMaskedGather(llvm::FixedVectorType::get(ir().getInt32Ty(), width), pointers, llvm::Align(1)));
}

std::array<Unsigned, 2> gather_word_pairs(Pointer base, Signed offsets) {
    const unsigned width = recorder().width;
    if (recorder().register_lanes() == 4) {
        const GatheredWords words = gather_vectors(lane_pointers(base, offsets), 0, 2);
        return {words[0], words[1]};
    }
    auto* const wide_words = llvm::FixedVectorType::get(ir().getInt64Ty(), width);
    const auto gathered = [&]() -> llvm::Value* {
        if (recorder().level == SimdLevel::Avx512) {
            llvm::Value* const wide = ir().CreateSExt(offsets.value, wide_words);
            llvm::Value* const pointers = ir().CreateGEP(ir().getInt8Ty(), base.value, wide);
            return ir().CreateMaskedGather(wide_words, pointers, llvm::Align(1));
        }
        auto* const four = llvm::FixedVectorType::get(ir().getInt64Ty(), 4);
        llvm::SmallVector<llvm::Value*, 8> parts;
        for (unsigned first = 0; first < width; first += 4)
            parts.push_back(
                ir().CreateIntrinsic(llvm::Intrinsic::x86_avx2_gather_d_q_256, {},
                                     {llvm::Constant::getNullValue(four), base.value, part_of(offsets.value, first, 4),
                                      llvm::Constant::getAllOnesValue(four), ir().getInt8(1)}));
        return joined(parts);
    };
    llvm::Value* const words = ir().CreateBitCast(gathered(), llvm::FixedVectorType::get(ir().getInt32Ty(), 2 * width));
    const auto every_second = [&](int first) {
        llvm::SmallVector<int, 32> numbers;
        for (unsigned i = 0; i < width; ++i) numbers.push_back(first + 2 * static_cast<int>(i));
        return Unsigned(ir().CreateShuffleVector(words, numbers));
    };
    return {every_second(0), every_second(1)};
}

LanePointers lane_pointers(Pointer base, Signed offsets) {
    const unsigned width = recorder().width;
    llvm::Value* const wide = ir().CreateSExt(offsets.value, llvm::FixedVectorType::get(ir().getInt64Ty(), width));
    llvm::Value* const addresses = ir().CreateGEP(ir().getInt8Ty(), base.value, wide);
    LanePointers pointers;
    for (unsigned i = 0; i < width; ++i) pointers.emplace_back(ir().CreateExtractElement(addresses, uint64_t{i}));
    return pointers;
}
LanePointers moved(const LanePointers& pointers, ScalarWideSigned bytes) {
    LanePointers result;
    for (const Pointer pointer : pointers)
        result.emplace_back(ir().CreateGEP(ir().getInt8Ty(), pointer.value, bytes.value));
    return result;
}

// Registers of lanes n, n + 4, n + 8 … of as many lanes as the CPU's registers have, in each part of 128 bits the words
// of one; or of two lanes, where each has two words. Their transposition crosses no parts.
GatheredWords gather_vectors(const LanePointers& pointers, int64_t bytes, int count) {
    const auto lanes = std::min<size_t>(recorder().register_lanes(), pointers.size());
    const auto rows = static_cast<size_t>(count);  // registers
    const size_t parts = lanes / 4;
    llvm::SmallVector<llvm::SmallVector<llvm::Value*, 8>, 4> words(static_cast<size_t>(count));
    for (size_t first = 0; first < pointers.size(); first += lanes) {
        llvm::SmallVector<llvm::Value*, 4> row;
        for (size_t n = 0; n < rows; ++n) {
            llvm::SmallVector<llvm::Value*, 8> loads;
            for (size_t part = 0; part < parts; ++part) {
                const auto at = [&](size_t lane) { return (pointers[first + 4 * part + lane] + bytes).value; };
                if (count == 4) {
                    auto* const four = llvm::FixedVectorType::get(ir().getFloatTy(), 4);
                    loads.push_back(ir().CreateAlignedLoad(four, at(n), llvm::Align(1)));
                    continue;
                }
                llvm::Value* two = llvm::PoisonValue::get(llvm::FixedVectorType::get(ir().getDoubleTy(), 2));
                for (size_t i = 0; i < 2; ++i)
                    two = ir().CreateInsertElement(
                        two, ir().CreateAlignedLoad(ir().getDoubleTy(), at(2 * n + i), llvm::Align(1)), uint64_t{i});
                loads.push_back(ir().CreateBitCast(two, llvm::FixedVectorType::get(ir().getFloatTy(), 4)));
            }
            row.push_back(joined(loads));
        }
        // In each part of two registers.
        const auto shuffled = [&](llvm::Value* a, llvm::Value* b, std::array<int, 4> numbers) {
            llvm::SmallVector<int, 16> all;
            for (int part = 0; part < static_cast<int>(lanes); part += 4)
                for (const int number : numbers)
                    all.push_back(number < 4 ? part + number : static_cast<int>(lanes) + part + number - 4);
            return ir().CreateShuffleVector(a, b, all);
        };
        if (count == 2) {
            words[0].push_back(shuffled(row[0], row[1], {0, 2, 4, 6}));
            words[1].push_back(shuffled(row[0], row[1], {1, 3, 5, 7}));
            continue;
        }
        llvm::Value* const low = shuffled(row[0], row[1], {0, 4, 1, 5});
        llvm::Value* const high = shuffled(row[0], row[1], {2, 6, 3, 7});
        llvm::Value* const low2 = shuffled(row[2], row[3], {0, 4, 1, 5});
        llvm::Value* const high2 = shuffled(row[2], row[3], {2, 6, 3, 7});
        words[0].push_back(shuffled(low, low2, {0, 1, 4, 5}));
        words[1].push_back(shuffled(low, low2, {2, 3, 6, 7}));
        words[2].push_back(shuffled(high, high2, {0, 1, 4, 5}));
        words[3].push_back(shuffled(high, high2, {2, 3, 6, 7}));
    }
    GatheredWords result;
    for (const auto& of_all : words)
        result.emplace_back(ir().CreateBitCast(joined(of_all), recorder().lanes_of(ir().getInt32Ty())));
    return result;
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
Unsigned lower_halves(Unsigned a, Unsigned b) { return (a & Unsigned(0xffff)) | (b << Unsigned(16)); }
Unsigned upper_halves(Unsigned a, Unsigned b) { return (a >> Unsigned(16)) | (b & Unsigned(0xffff0000)); }
Unsigned halves_of(Unsigned low, Unsigned high) { return (low & Unsigned(0xffff)) | (high & Unsigned(0xffff0000)); }
Unsigned maximum_halves(Unsigned a, Unsigned b) {
    return by_halves(a, b,
                     [](llvm::Value* x, llvm::Value* y) { return ir().CreateSelect(ir().CreateICmpUGT(x, y), x, y); });
}
Unsigned multiply_high_halves(Unsigned a, Unsigned b) {
    using namespace llvm::Intrinsic;
    if (!recorder().has_x86_instructions())
        return Unsigned(
            as_lanes(by_wider_numbers(a, b, ir().getInt16Ty(), false, false, [](llvm::Value* x, llvm::Value* y) {
                auto* const halves = llvm::FixedVectorType::get(ir().getInt16Ty(), 2 * recorder().width);
                return ir().CreateTrunc(ir().CreateLShr(products(x, y), 16), halves);
            })));
    return Unsigned(
        by_intrinsic(a, b, {x86_sse2_pmulhu_w, x86_avx2_pmulhu_w, x86_avx512_pmulhu_w_512}, ir().getInt16Ty()));
}
Unsigned least_halves_of_quad(Unsigned a) {
    const auto least = [](Unsigned x, Unsigned y) {
        return by_halves(
            x, y, [](llvm::Value* p, llvm::Value* q) { return ir().CreateSelect(ir().CreateICmpSLT(p, q), p, q); });
    };
    const Unsigned pairs = least(a, in_quads(a, 1, 0, 3, 2));
    return least(pairs, in_quads(pairs, 2, 3, 0, 1));
}
Signed sum_of_products(Unsigned a, Unsigned b) {
    using namespace llvm::Intrinsic;
    if (!recorder().has_x86_instructions())
        return Signed(sums_of_pairs(by_wider_numbers(a, b, ir().getInt16Ty(), true, true, products)));
    return Signed(
        by_intrinsic(a, b, {x86_sse2_pmadd_wd, x86_avx2_pmadd_wd, x86_avx512_pmaddw_d_512}, ir().getInt16Ty()));
}
Unsigned sums_of_byte_products(Unsigned a, Unsigned b) {
    using namespace llvm::Intrinsic;
    if (!recorder().has_x86_instructions())
        return Unsigned(as_lanes(sums_of_pairs(by_wider_numbers(a, b, ir().getInt8Ty(), false, true, products))));
    return Unsigned(by_intrinsic(a, b, {x86_ssse3_pmadd_ub_sw_128, x86_avx2_pmadd_ub_sw, x86_avx512_pmaddubs_w_512},
                                 ir().getInt8Ty()));
}
Unsigned bytes_of_quad(Unsigned a, Unsigned b) {
    using namespace llvm::Intrinsic;
    if (!recorder().has_x86_instructions())
        return Unsigned(by_registers(a.value, b.value, [](llvm::Value* x, llvm::Value* y) {
            auto* const bytes = llvm::FixedVectorType::get(ir().getInt8Ty(), 16);
            return ir().CreateBitCast(bytes_by_number(ir().CreateBitCast(x, bytes), ir().CreateBitCast(y, bytes)),
                                      x->getType());
        }));
    return Unsigned(
        by_intrinsic(a, b, {x86_ssse3_pshuf_b_128, x86_avx2_pshuf_b, x86_avx512_pshuf_b_512}, ir().getInt8Ty()));
}
Unsigned first_bytes(Unsigned a) {
    const unsigned width = recorder().width;
    llvm::SmallVector<int, 128> numbers;
    for (unsigned i = 0; i < 4 * width; ++i) numbers.push_back(static_cast<int>(i & ~3u));
    llvm::Value* const bytes = ir().CreateBitCast(a.value, llvm::FixedVectorType::get(ir().getInt8Ty(), 4 * width));
    return Unsigned(ir().CreateBitCast(ir().CreateShuffleVector(bytes, numbers), a.value->getType()));
}

bool has_byte_permutes() { return recorder().byte_permutes && recorder().level == SimdLevel::Avx512; }

namespace {

constexpr int wide_lanes = 16;  // of a register

// Elements of each register, `each` for a lane, by the number of theirs in it; b's behind a's.
template <class Number>
Unsigned permuted_elements(Unsigned a, Unsigned b, llvm::Type* element, const Number& number) {
    const auto elements = static_cast<unsigned>(wide_lanes) * 32 / element->getIntegerBitWidth();
    auto* const type = llvm::FixedVectorType::get(element, elements);
    llvm::SmallVector<int, 32> numbers;
    for (unsigned i = 0; i < elements; ++i) numbers.push_back(number(static_cast<int>(i)));
    return Unsigned(by_registers(a.value, b.value, [&](llvm::Value* x, llvm::Value* y) {
        return ir().CreateBitCast(
            ir().CreateShuffleVector(ir().CreateBitCast(x, type), ir().CreateBitCast(y, type), numbers), x->getType());
    }));
}

}  // namespace

Unsigned lower_halves_spread(Unsigned a, int half) {
    return permuted_elements(a, a, ir().getInt16Ty(), [&](int i) { return half * wide_lanes + i / 4 * 2; });
}
Unsigned words_spread(Unsigned a, int half) {
    return permuted_elements(a, a, ir().getInt32Ty(), [&](int i) { return half * wide_lanes / 2 + i / 2; });
}
Unsigned even_words(Unsigned first, Unsigned second) {
    return permuted_elements(first, second, ir().getInt32Ty(), [](int i) { return 2 * i; });
}
Unsigned odd_words(Unsigned first, Unsigned second) {
    return permuted_elements(first, second, ir().getInt32Ty(), [](int i) { return 2 * i + 1; });
}
Unsigned bytes_in_windows(Unsigned texels) {
    llvm::SmallVector<llvm::Constant*, 32> numbers;
    for (unsigned i = 0; i < recorder().width; ++i)
        numbers.push_back(ir().getInt32((i & 1 ? 0x11110101u : 0x10100000u) + (i & 8 ? 0x40404040u : 0)));
    return texels + Unsigned(static_cast<llvm::Value*>(llvm::ConstantVector::get(numbers)));
}
Unsigned bytes_of_two(Unsigned a, Unsigned b, Unsigned numbers) {
    auto* const bytes = llvm::FixedVectorType::get(ir().getInt8Ty(), 4 * wide_lanes);
    llvm::SmallVector<llvm::Value*, 8> parts;
    for (unsigned first = 0; first < recorder().width; first += wide_lanes) {
        const auto part = [&](Unsigned of) { return ir().CreateBitCast(part_of(of.value, first, wide_lanes), bytes); };
        llvm::Value* const made =
            ir().CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpermi2var_qi_512, {}, {part(a), part(numbers), part(b)});
        parts.push_back(ir().CreateBitCast(made, llvm::FixedVectorType::get(ir().getInt32Ty(), wide_lanes)));
    }
    return Unsigned(joined(parts));
}
Unsigned load_rows_of_quad(Pointer base, Signed offsets, ScalarWideSigned row_stride, int quad) {
    auto* const four = llvm::FixedVectorType::get(ir().getInt32Ty(), 4);
    llvm::SmallVector<llvm::Value*, 8> rows;
    for (unsigned first = 0; first < recorder().width; first += wide_lanes) {
        llvm::Value* const offset =
            ir().CreateExtractElement(offsets.value, uint64_t{first + 4 * static_cast<unsigned>(quad)});
        llvm::Value* pointer = ir().CreateGEP(ir().getInt8Ty(), base.value, ir().CreateSExt(offset, ir().getInt64Ty()));
        for (int n = 0; n < 4; ++n) {
            if (n > 0) pointer = ir().CreateGEP(ir().getInt8Ty(), pointer, row_stride.value);
            rows.push_back(ir().CreateAlignedLoad(four, pointer, llvm::Align(1)));
        }
    }
    return Unsigned(joined(rows));
}

GatheredWords load_of_quads(Pointer base, Signed offsets, ScalarWideSigned row_stride, int count) {
    auto* const four = llvm::FixedVectorType::get(ir().getInt32Ty(), 4);
    llvm::SmallVector<llvm::Value*, 8> pointers;
    for (unsigned i = 0; i < recorder().width; i += 4)
        pointers.push_back(
            ir().CreateGEP(ir().getInt8Ty(), base.value,
                           ir().CreateSExt(ir().CreateExtractElement(offsets.value, uint64_t{i}), ir().getInt64Ty())));
    GatheredWords result;
    for (int n = 0; n < count; ++n) {
        llvm::SmallVector<llvm::Value*, 8> quads;
        for (llvm::Value*& pointer : pointers) {
            quads.push_back(ir().CreateAlignedLoad(four, pointer, llvm::Align(1)));
            if (n + 1 < count) pointer = ir().CreateGEP(ir().getInt8Ty(), pointer, row_stride.value);
        }
        result.emplace_back(joined(quads));
    }
    return result;
}

Float plus_exact_product(Float sum, Float a, Float b) {
    if (!recorder().has_fused_multiply_add()) return sum + a * b;
    return Float(ir().CreateIntrinsic(llvm::Intrinsic::fma, {sum.value->getType()}, {a.value, b.value, sum.value}));
}

}  // namespace runtime::jit
