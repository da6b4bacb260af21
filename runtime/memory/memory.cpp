#include "runtime/memory/memory.h"

#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cstdio>
#include <utility>

#include "ir/check.h"
#include "ir/semantics/convert_number.h"
#include "runtime/formats/small_floats.h"
#include "runtime/memory/float_changes.h"
#include "runtime/threads/signal_hold.h"

namespace runtime {

using arbasm::AtomicOperation;
using arbasm::DataType;

std::byte* find_memory(const MemoryRange& range, uint64_t offset, uint32_t bytes, uint32_t alignment, bool writes,
                       MemoryFault& fault) {
    ASMGL_CHECK_GT(alignment, 0u);
    if (!range.data)
        fault = MemoryFault::NoBuffer;
    else if (offset > range.size || bytes > range.size - offset)
        fault = MemoryFault::Outside;
    // The processor's own accesses are of 8 bytes at most; buffers begin at multiples of that.
    else if (offset % alignment != 0 || reinterpret_cast<uintptr_t>(range.data + offset) % std::min(alignment, 8u) != 0)
        fault = MemoryFault::Misaligned;
    else if (writes && !range.writable)
        fault = MemoryFault::ReadOnly;
    else
        return range.data + offset;
    return nullptr;
}

void MemoryTable::set(uint32_t slot, MemoryRange range) {
    if (slot >= slots_.size()) slots_.resize(slot + size_t{1});
    slots_[slot] = std::move(range);
}

void MemoryTable::add_low(uint64_t address, uint64_t reserved, MemoryRange range) {
    low_.push_back({address, reserved, std::move(range)});
}

const MemoryRange* MemoryTable::range_of(uint64_t address, uint64_t& first) const {
    const uint64_t slot = address >> offset_bits;
    if (slot == 0) {
        const auto behind = std::upper_bound(low_.begin(), low_.end(), address,
                                             [](uint64_t a, const LowRange& low) { return a < low.first; });
        if (behind == low_.begin()) return nullptr;
        const auto found = std::prev(behind);
        if (address - found->first >= found->reserved) return nullptr;
        first = found->first;
        return &found->range;
    }
    if (slot >= slots_.size()) return nullptr;
    first = slot << offset_bits;
    return &slots_[static_cast<size_t>(slot)];
}

std::byte* MemoryTable::find(uint64_t address, uint32_t bytes, uint32_t alignment, bool writes,
                             MemoryFault& fault) const {
    uint64_t first = 0;
    const MemoryRange* const range = range_of(address, first);
    if (!range) {
        fault = MemoryFault::NoBuffer;
        return nullptr;
    }
    return find_memory(*range, address - first, bytes, alignment, writes, fault);
}

void FaultLog::add(const Entry& entry) {
    const std::scoped_lock lock(mutex_);
    if (first_.fault == MemoryFault::None) first_ = entry;
}

FaultLog::Entry FaultLog::take() {
    const SignalHold hold;  // a handler may wait for pieces that record
    const std::scoped_lock lock(mutex_);
    return std::exchange(first_, {});
}

std::string describe(const FaultLog::Entry& entry) {
    using AddressKind = FaultLog::AddressKind;
    const bool image = entry.kind == AddressKind::ImageUnit || entry.kind == AddressKind::ImageHandle;
    const char* what = "";
    switch (entry.fault) {
        case MemoryFault::None: return {};
        case MemoryFault::NoBuffer:
            what = entry.kind == AddressKind::Address ? "in no resident buffer" : "of no bound buffer";
            break;
        case MemoryFault::Outside: what = "outside the buffer"; break;
        case MemoryFault::Misaligned: what = "not a multiple of the size of the access"; break;
        case MemoryFault::ReadOnly:
            what = image ? "for reading only" : "in a buffer that is resident for reading only";
            break;
        case MemoryFault::WriteOnly: what = "for writing only"; break;
        case MemoryFault::NotResident:
            what = image ? "not that of a resident image" : "not that of a resident texture";
            break;
    }
    const char* name = "offset";
    switch (entry.kind) {
        case AddressKind::Offset: break;
        case AddressKind::Address: name = "address"; break;
        case AddressKind::ImageUnit: name = "image unit"; break;
        case AddressKind::ImageHandle:
        case AddressKind::TextureHandle: name = "handle"; break;
    }
    char text[160];
    std::snprintf(
        text, sizeof text,
        entry.kind == AddressKind::ImageUnit ? "line %u: %s %" PRIu64 " is %s" : "line %u: %s 0x%" PRIx64 " is %s",
        entry.line, name, entry.address, what);
    return text;
}

// ---- accesses ------------------------------------------------------------------------------------------------------

namespace {

// find_memory() has refused addresses that are not multiples of the access.
void check_alignment(const std::byte* at, size_t bytes) { ASMGL_CHECK_EQ(reinterpret_cast<uintptr_t>(at) % bytes, 0u); }

// Other threads may be at the same place: no access may be torn, and none is undefined behaviour.
uint64_t read_bits(const std::byte* at, uint32_t bytes) {
    check_alignment(at, bytes);
    const auto read = [at](auto zero) {
        return __atomic_load_n(reinterpret_cast<const decltype(zero)*>(at), __ATOMIC_RELAXED);
    };
    switch (bytes) {
        case 1: return read(uint8_t{});
        case 2: return read(uint16_t{});
        case 4: return read(uint32_t{});
        default: return read(uint64_t{});
    }
}

void write_bits(std::byte* at, uint32_t bytes, uint64_t value) {
    check_alignment(at, bytes);
    const auto write = [at, value](auto zero) {
        using Word = decltype(zero);
        __atomic_store_n(reinterpret_cast<Word*>(at), static_cast<Word>(value), __ATOMIC_RELAXED);
    };
    switch (bytes) {
        case 1: return write(uint8_t{});
        case 2: return write(uint16_t{});
        case 4: return write(uint32_t{});
        default: return write(uint64_t{});
    }
}

// Into a register of 32 bits, or 64 for the 64-bit types.
uint64_t extended(uint64_t bits, DataType storage) {
    switch (storage) {
        case DataType::S8: return static_cast<uint32_t>(int32_t{static_cast<int8_t>(bits)});
        case DataType::S16: return static_cast<uint32_t>(int32_t{static_cast<int16_t>(bits)});
        case DataType::F16: return std::bit_cast<uint32_t>(half_to_float(static_cast<uint16_t>(bits)));
        case DataType::U8:
        case DataType::U16:
        case DataType::F32:
        case DataType::S32:
        case DataType::U32:
        case DataType::F64:
        case DataType::S64:
        case DataType::U64:
        case DataType::Typeless: return bits;
    }
    return bits;
}

uint64_t narrowed(uint64_t value, DataType storage) {
    if (storage == DataType::F16) return float_to_half(std::bit_cast<float>(static_cast<uint32_t>(value)));
    return value;
}

// Integers wrap.
template <class Number>
uint64_t changed_integer(AtomicOperation operation, uint64_t old, uint64_t operand) {
    if (operation == AtomicOperation::Add) return static_cast<std::make_unsigned_t<Number>>(old + operand);
    const auto a = static_cast<Number>(old), b = static_cast<Number>(operand);
    const bool takes_operand = operation == AtomicOperation::Min ? b < a : b > a;
    return takes_operand ? operand : old;
}

uint64_t changed_integer(AtomicOperation operation, DataType storage, uint64_t old, uint64_t operand) {
    switch (storage) {
        case DataType::S64: return changed_integer<int64_t>(operation, old, operand);
        case DataType::U64: return changed_integer<uint64_t>(operation, old, operand);
        case DataType::S32: return changed_integer<int32_t>(operation, old, operand);
        case DataType::F32:
        case DataType::U32:
        case DataType::F64:
        case DataType::F16:
        case DataType::S8:
        case DataType::S16:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: break;
    }
    return changed_integer<uint32_t>(operation, old, operand);  // nothing atomic is smaller
}

// What an atomic operation writes, in registers' form.
uint64_t changed(AtomicOperation operation, DataType storage, uint64_t old, const uint64_t* operands, int component) {
    const uint64_t operand = operands[component];
    const auto as_lane = [&]<class Lanes>(Lanes) {
        using Word = typename Lanes::Unsigned;
        const auto word = [](uint64_t bits) { return Word(static_cast<decltype(Word::value)>(bits)); };
        return uint64_t{changed_float(operation, word(old), word(operand), word(operands[1])).value};
    };
    if (storage == DataType::F64) return as_lane(arbasm::PlainWideLanes());
    if (is_float(storage)) return as_lane(arbasm::PlainLanes());
    switch (operation) {
        case AtomicOperation::Add:
        case AtomicOperation::Min:
        case AtomicOperation::Max: return changed_integer(operation, storage, old, operand);
        case AtomicOperation::IncrementWrap: return old >= operand ? 0 : old + 1;
        case AtomicOperation::DecrementWrap: return old == 0 || old > operand ? operand : old - 1;
        case AtomicOperation::And: return old & operand;
        case AtomicOperation::Or: return old | operand;
        case AtomicOperation::Xor: return old ^ operand;
        case AtomicOperation::Exchange: return operand;
        case AtomicOperation::CompareSwap: return old == operands[0] ? operands[1] : old;
        case AtomicOperation::CounterIncrement: return old + 1;
        case AtomicOperation::CounterDecrement: return old - 1;
        case AtomicOperation::CounterGet:
        case AtomicOperation::None: return old;
    }
    return old;
}

template <class Word>
void change_word(std::byte* at, DataType storage, int components, AtomicOperation operation, const uint64_t* operands,
                 uint64_t* before) {
    check_alignment(at, sizeof(Word));
    auto* const word = reinterpret_cast<Word*>(at);
    const auto bits = 8 * component_bytes(storage);
    const uint64_t mask = ~uint64_t{0} >> (64 - bits);
    Word old = __atomic_load_n(word, __ATOMIC_RELAXED), next;
    do {
        next = 0;
        for (int c = 0; c < components; c++) {
            const auto shift = bits * static_cast<uint32_t>(c);
            before[c] = extended(static_cast<uint64_t>(old) >> shift & mask, storage);
            const uint64_t value = narrowed(changed(operation, storage, before[c], operands, c), storage);
            next = static_cast<Word>(next | (value & mask) << shift);
        }
    } while (!__atomic_compare_exchange_n(word, &old, next, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
}

}  // namespace

void load_memory(const std::byte* at, DataType storage, int components, uint64_t* values) {
    const uint32_t each = component_bytes(storage);
    for (int c = 0; c < components; c++)
        values[c] = extended(read_bits(at + static_cast<size_t>(c) * each, each), storage);
}

void store_memory(std::byte* at, DataType storage, int components, const uint64_t* values) {
    const uint32_t each = component_bytes(storage);
    for (int c = 0; c < components; c++)
        write_bits(at + static_cast<size_t>(c) * each, each, narrowed(values[c], storage));
}

void change_memory(std::byte* at, DataType storage, int components, AtomicOperation operation, const uint64_t* operands,
                   uint64_t* before) {
    if (operation == AtomicOperation::CounterGet) {
        check_alignment(at, sizeof(uint32_t));
        before[0] = __atomic_load_n(reinterpret_cast<uint32_t*>(at), __ATOMIC_ACQUIRE);
        return;
    }
    if (access_bytes(storage, components) == 8)
        change_word<uint64_t>(at, storage, components, operation, operands, before);
    else
        change_word<uint32_t>(at, storage, components, operation, operands, before);
    if (operation == AtomicOperation::CounterDecrement) before[0] = static_cast<uint32_t>(before[0] - 1);
}

}  // namespace runtime
