#include "runtime/jit/emit_memory.h"

#include <algorithm>
#include <bit>

#include "ir/semantics/convert_number.h"
#include "runtime/jit/emit_atomics.h"
#include "runtime/jit/read_operands.h"
#include "runtime/memory/memory.h"

namespace runtime::jit {

using namespace arbasm;
using MemoryAction = AccessMemoryStep::Action;

bool accesses_inside(const AccessMemoryStep& step) {
    const uint32_t each = component_bytes(step.storage), bytes = access_bytes(step.storage, step.components);
    if (step.wide ? each != 8 : each == 8) return false;
    if (step.action != MemoryAction::Atomic) return std::has_single_bit(bytes) && bytes <= 32;
    if (step.storage == DataType::F16) return changes_halves(step.atomic) && (bytes == 4 || bytes == 8);
    return each >= 4 && step.components == 1 && changes_inside(step.atomic, step.storage);
}

namespace {

int words_of(const AccessMemoryStep& step) { return static_cast<int>(access_bytes(step.storage, step.components) / 4); }
// Components of 8 and 16 bits, in registers of 32.
bool is_small(const AccessMemoryStep& step) { return component_bytes(step.storage) < 4; }

// Whether the lanes' vectors lie one after the other, and all are wanted.
ScalarMask is_in_order(WideUnsigned offsets, Mask lanes, int bytes) {
    if (bytes > 16) return ScalarMask(false);  // more than a row is taken lane by lane
    const WideUnsigned steps = to_wide(lane_numbers() * Unsigned(static_cast<uint32_t>(bytes)));
    return every_lane(lanes & (offsets == broadcast(lane(offsets, 0)) + steps));
}

// What LOAD makes of the low bits of a word, and what STORE puts there.
Unsigned extended(Unsigned bits, DataType storage) {
    const auto with_sign = [&](uint32_t above) {
        return as_unsigned(as_signed(bits << Unsigned(above)) >> Unsigned(above));
    };
    switch (storage) {
        case DataType::S8: return with_sign(24);
        case DataType::S16: return with_sign(16);
        case DataType::F16: return as_unsigned(from_half(bits));
        case DataType::F32:
        case DataType::S32:
        case DataType::U32:
        case DataType::F64:
        case DataType::S64:
        case DataType::U64:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: break;
    }
    return bits;
}
Unsigned narrowed(Unsigned value, DataType storage) {
    if (storage == DataType::F16) value = to_half(as_float(value));
    return value & Unsigned(component_bytes(storage) == 1 ? 0xffu : 0xffffu);
}

// A lane's numbers lie in one word or two, which go as a whole.
void load_small(const AccessMemoryStep& step, const Registers& registers, const MemoryAddresses& addresses,
                Mask lanes) {
    const int each = static_cast<int>(component_bytes(step.storage)), bytes = each * step.components;
    const int words = (bytes + 3) / 4;
    std::vector<Variable<Unsigned>> raw;
    for (int word = 0; word < words; word++) raw.emplace_back(Unsigned(0u));
    when(
        is_in_order(addresses.offsets, lanes, bytes),
        [&] {
            const Pointer from = addresses.data + lane(addresses.offsets, 0);
            if (words == 1) {
                raw[0] = load_shared_numbers(from, bytes);
                return;
            }
            const auto values = load_vectors(from, words);
            for (size_t word = 0; word < values.size(); word++) raw[word] = values[word];
        },
        [&] {
            std::vector<LaneArray> arrays;
            for (int word = 0; word < words; word++) arrays.emplace_back(Unsigned(0u));
            for_each_address(addresses, lanes, [&](ScalarUnsigned i, Pointer at) {
                for (int word = 0; word < words; word++)
                    arrays[static_cast<size_t>(word)].set(
                        i, load_shared_number(at + int64_t{4} * word, std::min(bytes, 4)));
            });
            for (size_t word = 0; word < arrays.size(); word++) raw[word] = arrays[word].get();
        });
    visit_writes(step, [&](RegisterAddress address) { registers.write(address, Unsigned(0u)); });
    const Unsigned mask(each == 1 ? 0xffu : 0xffffu);
    for (int c = 0; c < step.components; c++) {
        const auto at = static_cast<uint32_t>(c * each);
        const Unsigned bits = (raw[at / 4].get() >> Unsigned(8 * (at % 4))) & mask;
        registers.write(component_of(step.destination, static_cast<uint32_t>(c)), extended(bits, step.storage));
    }
}

void load_natively(const AccessMemoryStep& step, const Registers& registers, const MemoryAddresses& addresses,
                   Mask lanes) {
    if (is_small(step)) return load_small(step, registers, addresses, lanes);
    const int words = words_of(step);
    const auto word_address = [&](int word) {
        const int c = step.wide ? word / 2 : word;
        const uint32_t half = step.wide && word % 2 ? vector_bytes : 0;
        return RegisterAddress{step.destination.base,
                               step.destination.offset + static_cast<uint32_t>(c) * word_bytes + half};
    };
    visit_writes(step, [&](RegisterAddress address) { registers.write(address, Unsigned(0u)); });
    when(
        is_in_order(addresses.offsets, lanes, 4 * words),
        [&] {
            const auto values = load_vectors(addresses.data + lane(addresses.offsets, 0), words);
            for (int word = 0; word < words; word++)
                registers.write(word_address(word), values[static_cast<size_t>(word)]);
        },
        [&] {
            std::vector<LaneArray> arrays;
            for (int word = 0; word < words; word++) arrays.emplace_back(Unsigned(0u));
            for_each_address(addresses, lanes, [&](ScalarUnsigned i, Pointer at) {
                for (int word = 0; word < words; word++)
                    arrays[static_cast<size_t>(word)].set(i, load_shared(at + int64_t{4} * word));
            });
            for (int word = 0; word < words; word++)
                registers.write(word_address(word), arrays[static_cast<size_t>(word)].get());
        });
}

void store_small(const AccessMemoryStep& step, const Registers& registers, const MemoryAddresses& addresses,
                 Mask lanes) {
    const int each = static_cast<int>(component_bytes(step.storage)), bytes = each * step.components;
    std::vector<Unsigned> words(static_cast<size_t>(bytes + 3) / 4, Unsigned(0u));
    const std::vector<Unsigned> data = data_words(step, registers, step.components);
    for (size_t c = 0; c < data.size(); c++) {
        const auto at = static_cast<uint32_t>(c) * static_cast<uint32_t>(each);
        Unsigned& word = words[at / 4];
        word = word | (narrowed(data[c], step.storage) << Unsigned(8 * (at % 4)));
    }
    when(
        is_in_order(addresses.offsets, lanes, bytes),
        [&] {
            const Pointer to = addresses.data + lane(addresses.offsets, 0);
            if (words.size() == 1)
                store_shared_numbers(to, words[0], bytes);
            else
                store_vectors(to, words);
        },
        [&] {
            std::vector<LaneArray> arrays;
            for (const Unsigned word : words) arrays.emplace_back(word);
            for_each_address(addresses, lanes, [&](ScalarUnsigned i, Pointer at) {
                for (size_t word = 0; word < arrays.size(); word++)
                    store_shared_number(at + static_cast<int64_t>(4 * word), arrays[word].at(i), std::min(bytes, 4));
            });
        });
}

void store_natively(const AccessMemoryStep& step, const Registers& registers, const MemoryAddresses& addresses,
                    Mask lanes) {
    if (is_small(step)) return store_small(step, registers, addresses, lanes);
    const std::vector<Unsigned> data = data_words(step, registers, step.components);
    when(
        is_in_order(addresses.offsets, lanes, 4 * words_of(step)),
        [&] { store_vectors(addresses.data + lane(addresses.offsets, 0), data); },
        [&] {
            std::vector<LaneArray> arrays;
            for (const Unsigned word : data) arrays.emplace_back(word);
            for_each_address(addresses, lanes, [&](ScalarUnsigned i, Pointer at) {
                for (size_t word = 0; word < arrays.size(); word++)
                    store_shared(at + static_cast<int64_t>(4 * word), arrays[word].at(i));
            });
        });
}

}  // namespace

void MemoryEmitter::emit(const AccessMemoryStep& step) const {
    if (!accesses_inside(step)) return caller_.call(step);
    // Only fragments that are there change memory; helpers read, since derivatives may take their values.
    const bool loads = step.action == MemoryAction::Load;
    const Mask lanes = loads ? mask_.running() : mask_.storing();
    when(
        any_lane(lanes),
        [&] {
            const MemoryAddresses addresses = windows_.addresses_of(step, lanes);
            when(
                addresses.all_inside,
                [&] {
                    switch (step.action) {
                        case MemoryAction::Load: load_natively(step, registers_, addresses, lanes); break;
                        case MemoryAction::Store: store_natively(step, registers_, addresses, lanes); break;
                        case MemoryAction::Atomic: change_memory(step, registers_, addresses, lanes); break;
                    }
                },
                [&] { caller_.call(step); });
        },
        [&] { visit_writes(step, [&](RegisterAddress address) { registers_.write(address, Unsigned(0u)); }); });
}

// ---- constant buffers --------------------------------------------------------------------------------------------

namespace {

void load_from_buffer(const LoadBufferStep& step, const Registers& registers, const OpenWindow& window, Mask lanes) {
    const BufferElement& from = step.from;
    const bool bytes_each = step.element_words == 0;  // LDC
    const uint32_t each = bytes_each ? component_bytes(step.storage) : 4;
    const ScalarWideUnsigned size = window.size();
    const Pointer data = window.data();
    const uint64_t scale = bytes_each ? 1 : uint64_t{4} * step.element_words;
    const uint64_t bytes = bytes_each ? uint64_t{each} * step.components : scale;
    const auto register_of = [&](int c) { return component_of(step.destination, static_cast<uint32_t>(c)); };
    const auto byte_of = [&](int c) {
        return bytes_each || step.element_words == 4 ? static_cast<int64_t>(each) * c : 0;
    };
    const int components = std::min(bytes_each ? int{step.components} : 4, 4);
    if (!from.element.varies) {
        const int64_t index = std::clamp<int64_t>(from.element.constant, 0, from.size - 1) + from.first;
        const uint64_t at = static_cast<uint64_t>(index) * scale;
        for (int c = 0; c < 4; c++) registers.write(register_of(c), Unsigned(0u));
        when(size >= ScalarWideUnsigned(at + bytes), [&] {
            for (int c = 0; c < components; c++) {
                const Pointer word_pointer = data + static_cast<int64_t>(at) + byte_of(c);
                const ScalarUnsigned word = each < 4 ? load_shared_number(word_pointer, static_cast<int>(each))
                                                     : load_constant<ScalarUnsigned>(word_pointer);
                registers.write(register_of(c), each < 4 ? extended(broadcast(word), step.storage) : broadcast(word));
            }
        });
        return;
    }
    const WideSigned zero(int64_t{0}), last(int64_t{from.size} - 1), wanted = wide_index(registers, from.element);
    const WideSigned index =
        choose(wanted < zero, zero, choose(wanted > last, last, wanted)) + WideSigned(int64_t{from.first});
    const WideUnsigned at = as_unsigned(index) * WideUnsigned(scale);
    const Mask inside = lanes & (at + WideUnsigned(bytes) <= broadcast(size));
    const Unsigned offsets = low_word(at);
    for (int c = 0; c < 4; c++)
        registers.write(register_of(c), c < components && each == 4
                                            ? gather<Unsigned>(data + byte_of(c), offsets, inside)
                                            : Unsigned(0u));
    if (each == 4) return;
    const LaneArray lane_offsets(offsets);
    for (int c = 0; c < components; c++) {
        const LaneArray values(Unsigned(0u));
        for_each_lane(inside, [&](ScalarUnsigned i) {
            values.set(i, load_shared_number(data + byte_of(c) + lane_offsets.at(i), static_cast<int>(each)));
        });
        registers.write(register_of(c), extended(values.get(), step.storage));
    }
}

}  // namespace

void MemoryEmitter::emit(const LoadBufferStep& step) const {
    const Mask lanes = step.for_all_lanes ? Mask(true) : mask_.running();
    const OpenWindow window = windows_.constant_buffer(step, lanes);
    when(
        window.for_all, [&] { load_from_buffer(step, registers_, window, lanes); }, [&] { caller_.call(step); });
}

}  // namespace runtime::jit
