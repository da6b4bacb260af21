#include "runtime/jit/recorded_rows.h"

#include "runtime/jit/recorder.h"

namespace runtime::jit {
namespace {

Builder& ir() { return recorder().builder; }

// Whatever others do to the memory meanwhile, each word is read or written once.
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

template <class T>
T* constant_load(T* load) {
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(load->getContext(), {}));
    return load;
}
llvm::Value* load_constant_number(llvm::Type* type, Pointer from) {
    return constant_load(ir().CreateAlignedLoad(type, from.value, llvm::Align(1)));
}

// Two to four words in a register of four. Loads fill it at once.
llvm::Value* load_row(Pointer from, int words) {
    if (words == 4) return load_constant_number(llvm::FixedVectorType::get(ir().getInt32Ty(), 4), from);
    auto* const halves = llvm::FixedVectorType::get(ir().getInt64Ty(), 2);
    llvm::Value* const low = load_constant_number(ir().getInt64Ty(), from);
    llvm::Value* const row =
        ir().CreateBitCast(ir().CreateInsertElement(llvm::ConstantAggregateZero::get(halves), low, uint64_t{0}),
                           llvm::FixedVectorType::get(ir().getInt32Ty(), 4));
    if (words == 2) return row;
    return ir().CreateInsertElement(row, load_constant_number(ir().getInt32Ty(), from + int64_t{8}), uint64_t{2});
}

llvm::Value* load_few_bytes(Pointer from, int bytes) {
    const auto number = [&](Pointer at, unsigned bits) {
        return ir().CreateZExt(load_constant_number(ir().getIntNTy(bits), at), ir().getInt32Ty());
    };
    if (bytes != 3) return number(from, 8 * static_cast<unsigned>(bytes));
    return ir().CreateOr(number(from, 16), ir().CreateShl(number(from + int64_t{2}, 8), uint64_t{16}));
}

}  // namespace

// Lanes i, i + 4, i + 8, … are the quarters of one register, so that what follows are shuffles within quarters.
std::vector<Unsigned> load_rows(const std::vector<Pointer>& from, int words) {
    if (words == 1) return {load_words(from, 4)};
    llvm::Value* rows[4];
    for (size_t i = 0; i < 4; i++) {
        std::vector<llvm::Value*> parts;
        for (size_t lane = i; lane < from.size(); lane += 4) parts.push_back(load_row(from[lane], words));
        rows[i] = all_joined(parts);
    }
    transpose_quarters(rows);
    std::vector<Unsigned> result;
    for (int c = 0; c < words; c++) result.emplace_back(rows[c]);
    return result;
}

Unsigned load_words(const std::vector<Pointer>& from, int bytes) {
    llvm::Value* words = llvm::PoisonValue::get(recorder().lanes_of(ir().getInt32Ty()));
    for (size_t lane = 0; lane < from.size(); lane++)
        words = ir().CreateInsertElement(words, load_few_bytes(from[lane], bytes), uint64_t{lane});
    return Unsigned(words);
}

void store_rows(const std::vector<Pointer>& to, const std::array<Unsigned, 4>& words) {
    llvm::Value* rows[4];
    for (size_t c = 0; c < 4; c++) rows[c] = words[c].value;
    transpose_quarters(rows);
    for (unsigned lane = 0; lane < recorder().width; lane++)
        ir().CreateAlignedStore(part_of(rows[lane % 4], lane / 4 * 4, 4), to[lane].value, llvm::Align(16));
}
void store_rows(Pointer to, int64_t stride, const std::array<Unsigned, 4>& words) {
    std::vector<Pointer> pointers;
    for (unsigned lane = 0; lane < recorder().width; lane++) pointers.push_back(to + stride * lane);
    store_rows(pointers, words);
}

void store_pairs(Pointer to, Unsigned first, Unsigned second) {
    llvm::SmallVector<int, 64> numbers;
    const int lanes = static_cast<int>(recorder().width);
    for (int lane = 0; lane < lanes; lane++) numbers.append({lane, lanes + lane});
    ir().CreateAlignedStore(ir().CreateShuffleVector(first.value, second.value, numbers), to.value, llvm::Align(8));
}

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

// Four words of each lane: of a register's quarters each is loaded by itself, so that they need only be transposed.
std::vector<Unsigned> load_parts(const std::vector<Pointer>& from, int words) {
    const unsigned lanes = recorder().width / static_cast<unsigned>(from.size());
    const auto count = static_cast<unsigned>(words);
    std::vector<std::vector<llvm::Value*>> columns(count);
    for (const Pointer part : from) {
        if (count == 4) {
            llvm::Value* rows[4];
            for (unsigned i = 0; i < 4; i++) {
                std::vector<llvm::Value*> quarters;
                for (unsigned lane = i; lane < lanes; lane += 4)
                    quarters.push_back(load_words(part + int64_t{16} * lane, 4));
                rows[i] = all_joined(quarters);
            }
            transpose_quarters(rows);
            for (unsigned c = 0; c < 4; c++) columns[c].push_back(rows[c]);
            continue;
        }
        llvm::Value* const all = load_words(part, count * lanes);
        for (unsigned c = 0; c < count; c++) {
            llvm::SmallVector<int, 32> numbers;
            for (unsigned lane = 0; lane < lanes; lane++) numbers.push_back(static_cast<int>(count * lane + c));
            columns[c].push_back(count == 1 ? all : ir().CreateShuffleVector(all, numbers));
        }
    }
    std::vector<Unsigned> result;
    for (const auto& column : columns) result.emplace_back(all_joined(column));
    return result;
}

void store_parts(const std::vector<Pointer>& to, const std::vector<Unsigned>& words) {
    const unsigned lanes = recorder().width / static_cast<unsigned>(to.size());
    for (size_t i = 0; i < to.size(); i++) {
        const auto part = [&](size_t c) { return part_of(words[c].value, static_cast<unsigned>(i) * lanes, lanes); };
        if (words.size() == 1) {
            store_words(to[i], part(0));
        } else if (words.size() == 2) {
            llvm::SmallVector<int, 64> numbers;
            for (unsigned lane = 0; lane < lanes; lane++)
                numbers.append({static_cast<int>(lane), static_cast<int>(lanes + lane)});
            store_words(to[i], ir().CreateShuffleVector(part(0), part(1), numbers));
        } else {
            llvm::Value* rows[4] = {part(0), part(1), part(2), part(3)};
            transpose_quarters(rows);
            for (unsigned lane = 0; lane < lanes; lane++)
                store_words(to[i] + int64_t{16} * lane, part_of(rows[lane % 4], lane / 4 * 4, 4));
        }
    }
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

}  // namespace runtime::jit
