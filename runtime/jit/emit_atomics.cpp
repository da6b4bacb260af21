#include "runtime/jit/emit_atomics.h"

#include "ir/semantics/convert_number.h"
#include "runtime/jit/read_operands.h"
#include "runtime/memory/float_changes.h"
#include "runtime/memory/memory.h"

namespace runtime::jit {

using namespace arbasm;
using MemorySpace = AccessMemoryStep::Space;

namespace {

// An operation on integers as one instruction changes memory; nothing: there is none.
std::optional<AtomicChange> atomic_change(AtomicOperation operation, DataType storage) {
    const bool is_signed = is_signed_integer(storage);
    switch (operation) {
        case AtomicOperation::Add: return AtomicChange::Add;
        case AtomicOperation::Min: return is_signed ? AtomicChange::Min : AtomicChange::UnsignedMin;
        case AtomicOperation::Max: return is_signed ? AtomicChange::Max : AtomicChange::UnsignedMax;
        case AtomicOperation::IncrementWrap: return AtomicChange::IncrementWrap;
        case AtomicOperation::DecrementWrap: return AtomicChange::DecrementWrap;
        case AtomicOperation::And: return AtomicChange::And;
        case AtomicOperation::Or: return AtomicChange::Or;
        case AtomicOperation::Xor: return AtomicChange::Xor;
        case AtomicOperation::Exchange: return AtomicChange::Exchange;
        case AtomicOperation::CounterIncrement: return AtomicChange::Add;
        case AtomicOperation::CounterDecrement: return AtomicChange::Subtract;
        case AtomicOperation::CounterGet:
        case AtomicOperation::CompareSwap:
        case AtomicOperation::None: break;
    }
    return std::nullopt;
}

// Tried until nobody has changed the word meanwhile. What was there before.
template <class Word, class Changed>
Word change_word(Pointer at, Word first, Changed changed) {
    const Variable<Word> before(first);
    loop([&] {
        const Word expected = before;
        const Word found = exchange_if_equal(at, expected, changed(expected));
        before = found;
        return found != expected;
    });
    return before;
}

// An operation on floats.
template <class Word>
Word change_float(AtomicOperation operation, Pointer at, Word operand, Word value) {
    return change_word(at, load_atomically<Word>(at),
                       [&](Word old) { return changed_float(operation, old, operand, value); });
}

}  // namespace

bool changes_inside(AtomicOperation operation, DataType storage) {
    if (operation == AtomicOperation::Exchange) return true;
    if (storage == DataType::F16) return false;
    if (is_float(storage))
        return operation == AtomicOperation::Add || operation == AtomicOperation::Min ||
               operation == AtomicOperation::Max || operation == AtomicOperation::CompareSwap;
    return operation == AtomicOperation::CounterGet || operation == AtomicOperation::CompareSwap ||
           atomic_change(operation, storage);
}

ScalarUnsigned operate_atomically(AtomicOperation operation, DataType storage, Pointer at, ScalarUnsigned operand,
                                  ScalarUnsigned value) {
    const ScalarUnsigned one(1u);
    switch (operation) {
        case AtomicOperation::CounterGet: return load_atomically(at);
        case AtomicOperation::CounterIncrement: return change_atomically(AtomicChange::Add, at, one);
        case AtomicOperation::CounterDecrement: return change_atomically(AtomicChange::Subtract, at, one) - one;
        case AtomicOperation::Exchange: return change_atomically(AtomicChange::Exchange, at, operand);
        case AtomicOperation::None:
        case AtomicOperation::Add:
        case AtomicOperation::Min:
        case AtomicOperation::Max:
        case AtomicOperation::IncrementWrap:
        case AtomicOperation::DecrementWrap:
        case AtomicOperation::And:
        case AtomicOperation::Or:
        case AtomicOperation::Xor:
        case AtomicOperation::CompareSwap: break;
    }
    if (storage == DataType::F32) return change_float(operation, at, operand, value);
    if (operation == AtomicOperation::CompareSwap) return exchange_if_equal(at, operand, value);
    return change_atomically(*atomic_change(operation, storage), at, operand);
}
ScalarWideUnsigned operate_atomically(AtomicOperation operation, DataType storage, Pointer at,
                                      ScalarWideUnsigned operand, ScalarWideUnsigned value) {
    if (operation == AtomicOperation::Exchange) return change_atomically(AtomicChange::Exchange, at, operand);
    if (storage == DataType::F64) return change_float(operation, at, operand, value);
    if (operation == AtomicOperation::CompareSwap) return exchange_if_equal(at, operand, value);
    return change_atomically(*atomic_change(operation, storage), at, operand);
}

bool changes_halves(AtomicOperation operation) {
    return operation == AtomicOperation::Add || operation == AtomicOperation::Min ||
           operation == AtomicOperation::Max || operation == AtomicOperation::Exchange;
}

std::vector<Unsigned> data_words(const AccessMemoryStep& step, const Registers& registers, int components) {
    std::vector<Unsigned> words;
    const LaneKind kind = is_float(step.storage)            ? LaneKind::Float
                          : is_signed_integer(step.storage) ? LaneKind::Signed
                                                            : LaneKind::Unsigned;
    for (int c = 0; c < components; c++) {
        if (step.wide) {
            const WideUnsigned value =
                kind == LaneKind::Float    ? as_unsigned(wide_component<WideFloat>(registers, step.data, c))
                : kind == LaneKind::Signed ? as_unsigned(wide_component<WideSigned>(registers, step.data, c))
                                           : wide_component<WideUnsigned>(registers, step.data, c);
            words.push_back(low_word(value));
            words.push_back(high_word(value));
        } else {
            words.push_back(kind == LaneKind::Float    ? as_unsigned(component<Float>(registers, step.data, c))
                            : kind == LaneKind::Signed ? as_unsigned(component<Signed>(registers, step.data, c))
                                                       : component<Unsigned>(registers, step.data, c));
        }
    }
    return words;
}

namespace {

// Floats' bits of the halves in a word, the first lowest, and back.
template <class Word>
ScalarUnsigned float_in(Word halves, uint32_t number) {
    const Word shifted = halves >> Word(16 * number);
    ScalarUnsigned bits(0u);
    if constexpr (std::is_same_v<Word, ScalarUnsigned>)
        bits = shifted;
    else
        bits = low_word(shifted);
    return lane(as_unsigned(from_half(broadcast(bits & ScalarUnsigned(0xffffu)))), 0);
}
template <class Word>
Word half_of(ScalarUnsigned number) {
    const ScalarUnsigned bits = lane(to_half(as_float(broadcast(number))), 0) & ScalarUnsigned(0xffffu);
    if constexpr (std::is_same_v<Word, ScalarUnsigned>)
        return bits;
    else
        return to_wide(bits);
}

// Two or four halves, each changed on its own, all at once. What was there before.
template <class Word>
Word change_halves(AtomicOperation operation, Pointer at, const std::vector<ScalarUnsigned>& operands) {
    return change_word(at, load_atomically<Word>(at), [&](Word old) {
        Word next(0u);
        for (uint32_t c = 0; c < operands.size(); c++) {
            const ScalarUnsigned changed = changed_float(operation, float_in(old, c), operands[c], operands[c]);
            next = next | (half_of<Word>(changed) << Word(16 * c));
        }
        return next;
    });
}

void change_vectors_of_halves(const AccessMemoryStep& step, const Registers& registers,
                              const MemoryAddresses& addresses, Mask lanes) {
    const uint32_t count = step.components;
    std::vector<LaneArray> operands, before;
    for (const Unsigned word : data_words(step, registers, step.components)) operands.emplace_back(word);
    for (uint32_t c = 0; c < count; c++) before.emplace_back(Unsigned(0u));
    for_each_address(addresses, lanes, [&](ScalarUnsigned i, Pointer at) {
        std::vector<ScalarUnsigned> values;
        for (const LaneArray& operand : operands) values.push_back(operand.at(i));
        const auto keep = [&](auto old) {
            for (uint32_t c = 0; c < count; c++) before[c].set(i, float_in(old, c));
        };
        if (count == 2)
            keep(change_halves<ScalarUnsigned>(step.atomic, at, values));
        else
            keep(change_halves<ScalarWideUnsigned>(step.atomic, at, values));
    });
    visit_writes(step, [&](RegisterAddress address) { registers.write(address, Unsigned(0u)); });
    for (uint32_t c = 0; c < count; c++) registers.write(component_of(step.destination, c), before[c].get());
}

}  // namespace

void change_memory(const AccessMemoryStep& step, const Registers& registers, const MemoryAddresses& addresses,
                   Mask lanes) {
    if (step.storage == DataType::F16) return change_vectors_of_halves(step, registers, addresses, lanes);
    const bool is_counter = step.space == MemorySpace::Counter;
    const bool swaps = step.atomic == AtomicOperation::CompareSwap;
    std::vector<LaneArray> operands;
    if (!is_counter)
        for (const Unsigned word : data_words(step, registers, swaps ? 2 : 1)) operands.emplace_back(word);
    std::vector<LaneArray> before;
    for (int half = 0; half < (step.wide ? 2 : 1); half++) before.emplace_back(Unsigned(0u));
    for_each_address(addresses, lanes, [&](ScalarUnsigned i, Pointer at) {
        if (step.wide) {
            const auto operand = [&](size_t c) {
                return to_wide(operands[2 * c].at(i)) |
                       (to_wide(operands[2 * c + 1].at(i)) << ScalarWideUnsigned(uint64_t{32}));
            };
            const ScalarWideUnsigned old =
                operate_atomically(step.atomic, step.storage, at, operand(0), operand(swaps ? 1 : 0));
            before[0].set(i, low_word(old));
            before[1].set(i, low_word(old >> ScalarWideUnsigned(uint64_t{32})));
            return;
        }
        const auto operand = [&](size_t c) { return is_counter ? ScalarUnsigned(1u) : operands[c].at(i); };
        before[0].set(i, operate_atomically(step.atomic, step.storage, at, operand(0), operand(swaps ? 1 : 0)));
    });
    visit_writes(step, [&](RegisterAddress address) { registers.write(address, Unsigned(0u)); });
    registers.write(step.destination, before[0].get());
    if (step.wide) registers.write(high_word_of(step.destination), before[1].get());
}

}  // namespace runtime::jit
