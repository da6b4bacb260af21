// Loads, stores and constant buffers, and what atomic operations have of them. Where all lanes go to one buffer, within
// its bounds and aligned, the code does it; where not, the interpreter's function does, which finds what is wrong for
// each lane.
#include "ir/semantics/convert_number.h"
#include "runtime/interpreter/machine.h"
#include "runtime/jit/program_emitter.h"
#include "runtime/jit/step_calls.h"
#include "runtime/memory/memory.h"

namespace runtime::jit {

using namespace arbasm;
using MemorySpace = AccessMemoryStep::Space;
using MemoryAction = AccessMemoryStep::Action;

namespace {

int64_t window_member(size_t offset) { return static_cast<int64_t>(offset); }

int words_of(const AccessMemoryStep& step) { return static_cast<int>(access_bytes(step.storage, step.components) / 4); }
// Components of 8 and 16 bits, in registers of 32.
bool is_small(const AccessMemoryStep& step) { return component_bytes(step.storage) < 4; }

bool is_native(const AccessMemoryStep& step) {
    const uint32_t each = component_bytes(step.storage), bytes = access_bytes(step.storage, step.components);
    if (step.wide ? each != 8 : each == 8) return false;
    if (step.action != MemoryAction::Atomic) return std::has_single_bit(bytes) && bytes <= 32;
    if (step.storage == DataType::F16) return changes_halves(step.atomic) && (bytes == 4 || bytes == 8);
    return each >= 4 && step.components == 1 && changes_inside(step.atomic, step.storage);
}

bool writes_memory(const AccessMemoryStep& step) {
    return step.action != MemoryAction::Load && step.atomic != AtomicOperation::CounterGet;
}
// Of buffers that are chosen at run time.
bool by_number(const AccessMemoryStep& step) {
    return step.space != MemorySpace::Address && step.space != MemorySpace::Shared && step.buffer.number.varies;
}

}  // namespace

// ---- windows -----------------------------------------------------------------------------------------------------

WantedWindows ProgramEmitter::windows_of(const Code& code) {
    std::set<ImageKey> images;
    std::set<WindowKey> memory;
    code.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, AccessImageStep>) {
            if (!step.unit.varies() && accesses_inside(step)) images.insert(image_key(code, step));
        } else if constexpr (std::is_same_v<T, AccessMemoryStep>) {
            if (is_native(step) && !by_number(step)) memory.insert(window_key(step));
        } else if constexpr (std::is_same_v<T, LoadBufferStep>) {
            if (!step.from.number.varies) memory.insert(window_key(step));
        }
    });
    WantedWindows windows;
    for (const ImageKey& key : images) windows.images.push_back({static_cast<int32_t>(key.which), key.request});
    windows.memory.assign(memory.begin(), memory.end());
    return windows;
}

// Memory is looked up when the program begins, if not before; what addresses mean, when an address is met that lies
// elsewhere.
void ProgramEmitter::open_windows() {
    const WantedWindows wanted = windows_of(code_);
    open_image_windows(wanted);
    windows_.clear();
    for (size_t i = 0; i < wanted.memory.size(); i++) {
        const WindowKey& key = wanted.memory[i];
        if (context_->memory_windows) {
            windows_.emplace(key, *context_->memory_windows + static_cast<int64_t>(i * sizeof(MemoryWindow)));
            continue;
        }
        const Pointer window = stack_memory(sizeof(MemoryWindow), 8);
        windows_.emplace(key, window);
        if (key.space == MemorySpace::Address)
            store(window + window_member(offsetof(MemoryWindow, size)), ScalarWideUnsigned(uint64_t{0}), 8);
        else
            call(bound_window_function(), context_->machine, ScalarUnsigned(static_cast<uint32_t>(key.space)),
                 ScalarUnsigned(static_cast<uint32_t>(key.number)), ScalarUnsigned(key.writes ? 1u : 0u), window);
    }
}

// Windows that the function opens are no constants of it.
ProgramEmitter::OpenWindow ProgramEmitter::window_at(const WindowKey& key) {
    return {windows_.at(key), context_->memory_windows && key.space != MemorySpace::Address, ScalarMask(true)};
}
// Of a buffer by a run-time number: the one that the first of the lanes means.
ProgramEmitter::OpenWindow ProgramEmitter::window_by_number(MemorySpace space, const BufferPlace& place, bool writes,
                                                            Mask lanes) {
    const Unsigned numbers = as_unsigned(clamped_index(place.number, place.buffer_count, nullptr)) +
                             Unsigned(static_cast<uint32_t>(place.buffer));
    const ScalarUnsigned number = lane(numbers, first_of(lanes));
    const Pointer window = stack_memory(sizeof(MemoryWindow), 8);
    call(bound_window_function(), context_->machine, ScalarUnsigned(static_cast<uint32_t>(space)), number,
         ScalarUnsigned(writes ? 1u : 0u), window);
    const ScalarMask for_all =
        uniform_.is_uniform(place.number) ? ScalarMask(true) : every_lane((numbers == broadcast(number)) | !lanes);
    return {window, false, for_all};
}
ScalarWideUnsigned ProgramEmitter::size_of(const OpenWindow& window) {
    const Pointer at = window.at + window_member(offsetof(MemoryWindow, size));
    return window.lasts ? load_constant<ScalarWideUnsigned>(at, 8) : load<ScalarWideUnsigned>(at, 8);
}
Pointer ProgramEmitter::data_of(const OpenWindow& window) {
    const Pointer at = window.at + window_member(offsetof(MemoryWindow, data));
    return window.lasts ? load_constant_pointer(at) : load_pointer(at);
}

ProgramEmitter::WindowKey ProgramEmitter::window_key(const AccessMemoryStep& step) {
    const bool writes = writes_memory(step);
    if (step.space == MemorySpace::Address) return {MemorySpace::Address, 0, writes};
    if (step.space == MemorySpace::Shared) return {MemorySpace::Shared, 0, true};
    return {step.space, step.buffer.buffer + std::min(step.buffer.number.constant, step.buffer.buffer_count - 1),
            writes};
}
ProgramEmitter::WindowKey ProgramEmitter::window_key(const LoadBufferStep& step) {
    return {MemorySpace::Constant, step.from.buffer + step.from.number.constant, false};
}

// A lane's index of an element, before it is clamped.
WideSigned ProgramEmitter::wide_index(const LaneIndex& index) {
    const WideSigned constant(int64_t{index.constant});
    if (!index.varies) return constant;
    return to_wide(component<Signed>(index.lanes, 0)) + constant;
}

// Of lanes that index within a variable: offsets into its buffer, and whether they are inside the variable.
ProgramEmitter::MemoryPlaces ProgramEmitter::places_of(const AccessMemoryStep& step, Mask lanes) {
    const uint32_t bytes = access_bytes(step.storage, step.components);
    const OpenWindow window = by_number(step) ? window_by_number(step.space, step.buffer, writes_memory(step), lanes)
                                              : window_at(window_key(step));
    WideUnsigned offsets(uint64_t{0});
    Mask inside(true);
    if (step.space == MemorySpace::Address) {
        const WideUnsigned addresses = wide_component<WideUnsigned>(step.address, 0);
        const auto first_at = window.at + window_member(offsetof(MemoryWindow, first));
        const ScalarWideUnsigned one = lane(addresses, first_of(lanes));
        const auto is_elsewhere = one - load<ScalarWideUnsigned>(first_at, 8) >= size_of(window);
        when(is_elsewhere, [&] {
            call(address_window_function(), context_->machine, one, ScalarUnsigned(writes_memory(step) ? 1u : 0u),
                 window.at);
        });
        offsets = addresses - broadcast(load<ScalarWideUnsigned>(first_at, 8));
    } else {
        const int64_t each = step.space == MemorySpace::Counter ? 4 : 1;
        const WideSigned element = wide_index(step.buffer.element) * WideSigned(each);
        inside =
            (element >= WideSigned(int64_t{0})) & (element <= WideSigned(int64_t{step.buffer.size} - int64_t{bytes}));
        offsets = as_unsigned(element + WideSigned(int64_t{step.buffer.first}));
    }
    const ScalarWideUnsigned size = size_of(window), needed(uint64_t{bytes});
    // The offsets below which an access has room.
    const ScalarWideUnsigned room =
        choose(size >= needed, size - needed + ScalarWideUnsigned(uint64_t{1}), ScalarWideUnsigned(uint64_t{0}));
    const WideUnsigned zero(uint64_t{0});
    inside = inside & (offsets < broadcast(room)) & ((offsets & WideUnsigned(uint64_t{bytes - 1})) == zero);
    return {data_of(window), offsets, window.for_all & every_lane(inside | !lanes)};
}

// ---- accesses ----------------------------------------------------------------------------------------------------

namespace {

// Whether the lanes' vectors lie one after the other, and all are wanted.
ScalarMask is_in_order(WideUnsigned offsets, Mask lanes, int bytes) {
    if (bytes > 16) return ScalarMask(false);  // more than a row is taken lane by lane
    const WideUnsigned places = to_wide(lane_numbers() * Unsigned(static_cast<uint32_t>(bytes)));
    return every_lane(lanes & (offsets == broadcast(lane(offsets, 0)) + places));
}

}  // namespace

void ProgramEmitter::load_natively(const AccessMemoryStep& step, const MemoryPlaces& places, Mask lanes) {
    if (is_small(step)) return load_small(step, places, lanes);
    const int words = words_of(step);
    const auto word_place = [&](int word) {
        const int c = step.wide ? word / 2 : word;
        const uint32_t half = step.wide && word % 2 ? vector_bytes : 0;
        return Place{step.place.base, step.place.offset + static_cast<uint32_t>(c) * word_bytes + half};
    };
    visit_writes(step, [&](Place place) { write(place, Unsigned(0u)); });
    when(
        is_in_order(places.offsets, lanes, 4 * words),
        [&] {
            const auto values = load_vectors(places.data + lane(places.offsets, 0), words);
            for (int word = 0; word < words; word++) write(word_place(word), values[static_cast<size_t>(word)]);
        },
        [&] {
            std::vector<LaneArray> arrays;
            for (int word = 0; word < words; word++) arrays.emplace_back(Unsigned(0u));
            for_each_place(places, lanes, [&](ScalarUnsigned i, Pointer at) {
                for (int word = 0; word < words; word++)
                    arrays[static_cast<size_t>(word)].set(i, load_shared(at + int64_t{4} * word));
            });
            for (int word = 0; word < words; word++) write(word_place(word), arrays[static_cast<size_t>(word)].get());
        });
}

namespace {

// What LOAD makes of the low bits of a word, and what STORE puts there.
Unsigned extended(Unsigned bits, DataType storage) {
    const auto with_sign = [&](uint32_t above) {
        return as_unsigned(as_signed(bits << Unsigned(above)) >> Unsigned(above));
    };
    switch (storage) {
        case DataType::S8: return with_sign(24);
        case DataType::S16: return with_sign(16);
        case DataType::F16: return as_unsigned(from_half(bits));
        default: return bits;
    }
}
Unsigned narrowed(Unsigned value, DataType storage) {
    if (storage == DataType::F16) value = to_half(as_float(value));
    return value & Unsigned(component_bytes(storage) == 1 ? 0xffu : 0xffffu);
}

}  // namespace

// A lane's numbers lie in one word or two, which go as a whole.
void ProgramEmitter::load_small(const AccessMemoryStep& step, const MemoryPlaces& places, Mask lanes) {
    const int each = static_cast<int>(component_bytes(step.storage)), bytes = each * step.components;
    const int words = (bytes + 3) / 4;
    std::vector<Variable<Unsigned>> raw;
    for (int word = 0; word < words; word++) raw.emplace_back(Unsigned(0u));
    when(
        is_in_order(places.offsets, lanes, bytes),
        [&] {
            const Pointer from = places.data + lane(places.offsets, 0);
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
            for_each_place(places, lanes, [&](ScalarUnsigned i, Pointer at) {
                for (int word = 0; word < words; word++)
                    arrays[static_cast<size_t>(word)].set(
                        i, load_shared_number(at + int64_t{4} * word, std::min(bytes, 4)));
            });
            for (size_t word = 0; word < arrays.size(); word++) raw[word] = arrays[word].get();
        });
    visit_writes(step, [&](Place place) { write(place, Unsigned(0u)); });
    const Unsigned mask(each == 1 ? 0xffu : 0xffffu);
    for (int c = 0; c < step.components; c++) {
        const auto at = static_cast<uint32_t>(c * each);
        const Unsigned bits = (raw[at / 4].get() >> Unsigned(8 * (at % 4))) & mask;
        write({step.place.base, step.place.offset + static_cast<uint32_t>(c) * word_bytes},
              extended(bits, step.storage));
    }
}

void ProgramEmitter::store_small(const AccessMemoryStep& step, const MemoryPlaces& places, Mask lanes) {
    const int each = static_cast<int>(component_bytes(step.storage)), bytes = each * step.components;
    std::vector<Unsigned> words(static_cast<size_t>(bytes + 3) / 4, Unsigned(0u));
    const std::vector<Unsigned> data = data_words(step, step.components);
    for (size_t c = 0; c < data.size(); c++) {
        const auto at = static_cast<uint32_t>(c) * static_cast<uint32_t>(each);
        Unsigned& word = words[at / 4];
        word = word | (narrowed(data[c], step.storage) << Unsigned(8 * (at % 4)));
    }
    when(
        is_in_order(places.offsets, lanes, bytes),
        [&] {
            const Pointer to = places.data + lane(places.offsets, 0);
            if (words.size() == 1)
                store_shared_numbers(to, words[0], bytes);
            else
                store_vectors(to, words);
        },
        [&] {
            std::vector<LaneArray> arrays;
            for (const Unsigned word : words) arrays.emplace_back(word);
            for_each_place(places, lanes, [&](ScalarUnsigned i, Pointer at) {
                for (size_t word = 0; word < arrays.size(); word++)
                    store_shared_number(at + static_cast<int64_t>(4 * word), arrays[word].at(i), std::min(bytes, 4));
            });
        });
}

std::vector<Unsigned> ProgramEmitter::data_words(const AccessMemoryStep& step, int components) {
    std::vector<Unsigned> words;
    const LaneKind kind = is_float(step.storage)            ? LaneKind::Float
                          : is_signed_integer(step.storage) ? LaneKind::Signed
                                                            : LaneKind::Unsigned;
    for (int c = 0; c < components; c++) {
        if (step.wide) {
            const WideUnsigned value = kind == LaneKind::Float ? as_unsigned(wide_component<WideFloat>(step.data, c))
                                       : kind == LaneKind::Signed
                                           ? as_unsigned(wide_component<WideSigned>(step.data, c))
                                           : wide_component<WideUnsigned>(step.data, c);
            words.push_back(low_word(value));
            words.push_back(high_word(value));
        } else {
            words.push_back(kind == LaneKind::Float    ? as_unsigned(component<Float>(step.data, c))
                            : kind == LaneKind::Signed ? as_unsigned(component<Signed>(step.data, c))
                                                       : component<Unsigned>(step.data, c));
        }
    }
    return words;
}

void ProgramEmitter::store_natively(const AccessMemoryStep& step, const MemoryPlaces& places, Mask lanes) {
    if (is_small(step)) return store_small(step, places, lanes);
    const std::vector<Unsigned> data = data_words(step, step.components);
    when(
        is_in_order(places.offsets, lanes, 4 * words_of(step)),
        [&] { store_vectors(places.data + lane(places.offsets, 0), data); },
        [&] {
            std::vector<LaneArray> arrays;
            for (const Unsigned word : data) arrays.emplace_back(word);
            for_each_place(places, lanes, [&](ScalarUnsigned i, Pointer at) {
                for (size_t word = 0; word < arrays.size(); word++)
                    store_shared(at + static_cast<int64_t>(4 * word), arrays[word].at(i));
            });
        });
}

void ProgramEmitter::emit_memory(const AccessMemoryStep& step) {
    if (!is_native(step)) return emit_called(step);
    // Only fragments that are there change memory; helpers read, since derivatives may take their values.
    const bool loads = step.action == MemoryAction::Load;
    const Mask lanes = loads ? running() : running() & !*context_->helpers & !killed_lanes();
    when(
        any_lane(lanes),
        [&] {
            const MemoryPlaces places = places_of(step, lanes);
            when(
                places.all_inside,
                [&] {
                    switch (step.action) {
                        case MemoryAction::Load: load_natively(step, places, lanes); break;
                        case MemoryAction::Store: store_natively(step, places, lanes); break;
                        case MemoryAction::Atomic: change_natively(step, places, lanes); break;
                    }
                },
                [&] { emit_called(step); });
        },
        [&] { visit_writes(step, [&](Place place) { write(place, Unsigned(0u)); }); });
}

// ---- constant buffers --------------------------------------------------------------------------------------------

void ProgramEmitter::emit_buffer_load(const LoadBufferStep& step) {
    const Mask lanes = step.for_all_lanes ? Mask(true) : running();
    if (!step.from.number.varies) return load_from_buffer(step, window_at(window_key(step)), lanes);
    const OpenWindow window = window_by_number(MemorySpace::Constant, step.from, false, lanes);
    when(
        window.for_all, [&] { load_from_buffer(step, window, lanes); }, [&] { emit_called(step); });
}

void ProgramEmitter::load_from_buffer(const LoadBufferStep& step, const OpenWindow& window, Mask lanes) {
    const BufferPlace& from = step.from;
    const bool bytes_each = step.element_words == 0;  // LDC
    const uint32_t each = bytes_each ? component_bytes(step.storage) : 4;
    const ScalarWideUnsigned size = size_of(window);
    const Pointer data = data_of(window);
    const uint64_t scale = bytes_each ? 1 : uint64_t{4} * step.element_words;
    const uint64_t bytes = bytes_each ? uint64_t{each} * step.components : scale;
    const auto place_of = [&](int c) {
        return Place{step.place.base, step.place.offset + static_cast<uint32_t>(c) * word_bytes};
    };
    const auto byte_of = [&](int c) {
        return bytes_each || step.element_words == 4 ? static_cast<int64_t>(each) * c : 0;
    };
    const int components = std::min(bytes_each ? int{step.components} : 4, 4);
    if (!from.element.varies) {
        const int64_t index = std::clamp<int64_t>(from.element.constant, 0, from.size - 1) + from.first;
        const uint64_t at = static_cast<uint64_t>(index) * scale;
        for (int c = 0; c < 4; c++) write(place_of(c), Unsigned(0u));
        when(size >= ScalarWideUnsigned(at + bytes), [&] {
            for (int c = 0; c < components; c++) {
                const Pointer place = data + static_cast<int64_t>(at) + byte_of(c);
                const ScalarUnsigned word =
                    each < 4 ? load_shared_number(place, static_cast<int>(each)) : load_constant<ScalarUnsigned>(place);
                write(place_of(c), each < 4 ? extended(broadcast(word), step.storage) : broadcast(word));
            }
        });
        return;
    }
    const WideSigned zero(int64_t{0}), last(int64_t{from.size} - 1), wanted = wide_index(from.element);
    const WideSigned index =
        choose(wanted < zero, zero, choose(wanted > last, last, wanted)) + WideSigned(int64_t{from.first});
    const WideUnsigned at = as_unsigned(index) * WideUnsigned(scale);
    const Mask inside = lanes & (at + WideUnsigned(bytes) <= broadcast(size));
    const Unsigned offsets = low_word(at);
    for (int c = 0; c < 4; c++)
        write(place_of(c),
              c < components && each == 4 ? gather<Unsigned>(data + byte_of(c), offsets, inside) : Unsigned(0u));
    if (each == 4) return;
    const LaneArray places(offsets);
    for (int c = 0; c < components; c++) {
        const LaneArray values(Unsigned(0u));
        for_each_lane(inside, [&](ScalarUnsigned i) {
            values.set(i, load_shared_number(data + byte_of(c) + places.at(i), static_cast<int>(each)));
        });
        write(place_of(c), extended(values.get(), step.storage));
    }
}

}  // namespace runtime::jit
