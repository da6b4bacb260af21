#include "runtime/jit/emit_images.h"

#include <algorithm>
#include <bit>

#include "runtime/formats/format.h"
#include "runtime/jit/emit_atomics.h"
#include "runtime/jit/image_window.h"
#include "runtime/jit/lanes_scope.h"
#include "runtime/jit/read_operands.h"
#include "runtime/jit/recorded_flow.h"
#include "runtime/jit/recorded_texels.h"
#include "runtime/jit/step_calls.h"
#include "runtime/memory/memory.h"

namespace runtime::jit {

using namespace arbasm;
using ImageAction = AccessImageStep::Action;

namespace {

LaneKind register_kind(DataType type) {
    return type == DataType::F32 ? LaneKind::Float : type == DataType::S32 ? LaneKind::Signed : LaneKind::Unsigned;
}

// What code knows of the window that an access looks through.
struct RecordedWindow {
    PointerTo<ImageWindow> pointer;
    Format format = Format::None;  // None: it is not known
    bool lasts = false;            // as long as the function runs

    bool is_known() const { return format != Format::None; }
    // The word at a path's end.
    template <class... Path>
    ScalarUnsigned word(Path... path) const {
        return lasts ? as_unsigned(pointer.load_constant(path...)) : as_unsigned(pointer.load(path...));
    }
    Pointer data() const {
        return lasts ? pointer.load_constant(&ImageWindow::data) : pointer.load(&ImageWindow::data);
    }
    ScalarUnsigned bytes() const {
        return is_known() ? ScalarUnsigned(uint32_t{format_info(format).bytes_per_block}) : word(&ImageWindow::bytes);
    }
    ScalarMask has_words(uint32_t count) const {
        if (is_known()) return ScalarMask(words_of_texel(format_info(format).bytes_per_block) == count);
        return word(&ImageWindow::words) == ScalarUnsigned(count);
    }
    ScalarMask is_native() const { return word(&ImageWindow::words) != ScalarUnsigned(0u); }
};

// Numbers of an ImageConversions that is known, or that the window has.
struct RecordedConversions {
    PointerTo<ImageConversions> pointer{no_value};
    const ImageConversions* known = nullptr;

    RecordedConversions(const RecordedWindow& window, const ImageRequest& request) {
        if (window.is_known())
            known = find_conversions(window.format, request);
        else
            pointer = window.pointer.load(&ImageWindow::conversions);
    }
    template <class Number>
    ScalarUnsigned word(Number ImageConversions::*member) const {
        static_assert(sizeof(Number) == 4);
        return known ? ScalarUnsigned(static_cast<uint32_t>(known->*member))
                     : as_unsigned(pointer.load_constant(member));
    }
    // The bits of a component's number.
    template <class Number>
    ScalarUnsigned word(Number (ImageConversions::*member)[4], size_t c) const {
        static_assert(sizeof(Number) == 4);
        return known ? ScalarUnsigned(std::bit_cast<uint32_t>((known->*member)[c]))
                     : load_constant<ScalarUnsigned>(pointer.at(member, c));
    }
    template <class Member, class... Index>
    Unsigned lanes(Member ImageConversions::*member, Index... c) const {
        return broadcast(word(member, c...));
    }
    ScalarMask has_numbers(ImageConversions::Numbers numbers) const {
        return word(&ImageConversions::numbers) == ScalarUnsigned(uint32_t{numbers});
    }
    ScalarMask has_pairs() const { return to_mask(word(&ImageConversions::in_pairs)); }
    // Whether components are known to be unsigned bytes.
    bool are_bytes() const {
        return known && known->numbers == ImageConversions::Normalized && known->sign == 0 && known->most[0] == 255;
    }
};

// For each lane: where its texel lies, and whether there is one.
struct TexelAddresses {
    Pointer data;
    Signed offsets;
    Mask inside;
};
class TexelLoop {
  public:
    explicit TexelLoop(const TexelAddresses& addresses)
        : data_(addresses.data), offsets_(as_unsigned(addresses.offsets)), inside_(addresses.inside) {}
    // Once for each lane that has a texel, in order.
    template <class Body>
    void run(Body body) const {
        for_each_lane(inside_, [&](ScalarUnsigned i) { body(i, data_ + to_wide(as_signed(offsets_.at(i)))); });
    }

  private:
    Pointer data_;
    LaneArray offsets_;
    Mask inside_;
};

ScalarWideUnsigned both_of(ScalarUnsigned low, ScalarUnsigned high) {
    return to_wide(low) | (to_wide(high) << ScalarWideUnsigned(uint64_t{32}));
}

// Pairs of words are one access: other threads may be at the same texel.
void load_pair(Pointer at, ScalarUnsigned i, const LaneArray& low, const LaneArray& high) {
    const ScalarWideUnsigned both = load_shared_pair(at);
    low.set(i, low_word(both));
    high.set(i, low_word(both >> ScalarWideUnsigned(uint64_t{32})));
}
void store_pair(Pointer at, ScalarUnsigned i, const LaneArray& low, const LaneArray& high) {
    store_shared_pair(at, both_of(low.at(i), high.at(i)));
}

// A word for each lane; zeros where there is no texel.
Unsigned gathered_words(const TexelAddresses& addresses, Signed offsets) {
    const Unsigned words = gather_words(addresses.data, choose(addresses.inside, offsets, Signed(0)));
    return choose(addresses.inside, words, Unsigned(0u));
}

// Registers of lanes that have texels one after the other, as work groups mostly do: where each begins.
struct TexelRows {
    ScalarMask all;
    std::vector<Pointer> first;
};
TexelRows texel_rows(const TexelAddresses& addresses, uint32_t bytes) {
    const int row = std::min(lane_count(), 8);
    const Unsigned offsets = as_unsigned(addresses.offsets);
    std::vector<int> numbers;
    for (int i = 0; i < lane_count(); i++) numbers.push_back(i / row * row);
    const Unsigned along = (lane_numbers() & Unsigned(static_cast<uint32_t>(row - 1))) * Unsigned(bytes);
    TexelRows rows{every_lane(addresses.inside & (offsets == permuted(offsets, numbers.data()) + along)), {}};
    for (int i = 0; i < lane_count(); i += row)
        rows.first.push_back(addresses.data + to_wide(as_signed(lane(offsets, i))));
    return rows;
}
// The words of texels, as many as each has; zeros where there is no texel.
std::vector<Unsigned> texel_words(const TexelAddresses& addresses, int words) {
    const Unsigned zero(0u);
    const TexelRows rows = texel_rows(addresses, 4 * static_cast<uint32_t>(words));
    std::vector<Variable<Unsigned>> loaded(static_cast<size_t>(words));
    when(
        rows.all,
        [&] {
            const auto texels = load_parts(rows.first, words);
            for (size_t c = 0; c < texels.size(); c++) loaded[c] = texels[c];
        },
        [&] {
            if (words == 1) {
                loaded[0] = gathered_words(addresses, addresses.offsets);
                return;
            }
            const Signed offsets = choose(addresses.inside, addresses.offsets, Signed(0));
            for (size_t c = 0; c < loaded.size(); c += 2) {
                const auto [first, second] = gather_word_pairs(addresses.data + static_cast<int64_t>(4 * c), offsets);
                loaded[c] = choose(addresses.inside, first, zero);
                loaded[c + 1] = choose(addresses.inside, second, zero);
            }
        });
    return {loaded.begin(), loaded.end()};
}
void store_texel_words(const TexelAddresses& addresses, const std::vector<Unsigned>& words) {
    const TexelRows rows = texel_rows(addresses, 4 * static_cast<uint32_t>(words.size()));
    when(
        rows.all, [&] { store_parts(rows.first, words); },
        [&] {
            const std::vector<LaneArray> of_lanes(words.begin(), words.end());
            TexelLoop(addresses).run([&](ScalarUnsigned i, Pointer at) {
                if (words.size() == 1) return store_shared(at, of_lanes[0].at(i));
                for (size_t c = 0; c < words.size(); c += 2)
                    store_pair(at + static_cast<int64_t>(4 * c), i, of_lanes[c], of_lanes[c + 1]);
            });
        });
}

using Components = std::vector<Variable<Unsigned>>;

// Conversions of whole groups are a loop over registers where the format isn't known: they are many instructions, and
// LLVM's time goes with these.
template <class Convert>
void in_parts(const Components& components, bool is_known, const Convert& convert) {
    constexpr int part = 8;
    if (is_known || lane_count() <= part) return convert(components);
    const auto bytes = static_cast<uint32_t>(4 * lane_count());
    const unsigned alignment = 4 * part;
    const Pointer memory = stack_memory(4 * size_t{bytes}, 64);
    const auto pointer_to = [&](size_t c) { return memory + static_cast<int64_t>(c * bytes); };
    for (size_t c = 0; c < 4; c++) store(pointer_to(c), components[c].get(), alignment);
    repeat(ScalarUnsigned(0u), ScalarUnsigned(bytes), ScalarUnsigned(uint32_t{alignment}), [&](ScalarUnsigned at) {
        const LanesScope scope(part);
        Components of_part;
        for (size_t c = 0; c < 4; c++) of_part.emplace_back(load<Unsigned>(pointer_to(c) + at, alignment));
        convert(of_part);
        for (size_t c = 0; c < 4; c++) store(pointer_to(c) + at, of_part[c].get(), alignment);
    });
    for (size_t c = 0; c < 4; c++) components[c] = load<Unsigned>(pointer_to(c), alignment);
}

// The word that each component of a texel is in.
Components component_words(const RecordedWindow& window, const RecordedConversions& conversions,
                           const TexelAddresses& addresses) {
    Components components(4);
    const auto set = [&](Unsigned first, Unsigned second, Unsigned third, Unsigned fourth) {
        components[0] = first;
        components[1] = second;
        components[2] = third;
        components[3] = fourth;
    };
    if (window.is_known()) {
        const uint32_t bytes = format_info(window.format).bytes_per_block;
        if (bytes >= 4) {
            const std::vector<Unsigned> words = texel_words(addresses, static_cast<int>(words_of_texel(bytes)));
            const Unsigned last = words.back();
            if (words.size() == 4)
                set(words[0], words[1], words[2], words[3]);
            else
                set(words[0], choose(conversions.has_pairs(), words[0], last), last, last);
            return components;
        }
    }
    when(
        window.has_words(1),
        [&] {
            const Unsigned offsets = as_unsigned(addresses.offsets);
            const Unsigned whole = gathered_words(addresses, as_signed(offsets & ~Unsigned(3u)));
            const Unsigned word = whole >> ((offsets & Unsigned(3u)) << Unsigned(3u));
            set(word, word, word, word);
        },
        [&] {
            const ScalarMask four = window.has_words(4);
            const Unsigned zero(0u);
            const LaneArray words[4] = {LaneArray(zero), LaneArray(zero), LaneArray(zero), LaneArray(zero)};
            TexelLoop(addresses).run([&](ScalarUnsigned i, Pointer at) {
                load_pair(at, i, words[0], words[1]);
                when(four, [&] { load_pair(at + int64_t{8}, i, words[2], words[3]); });
            });
            const Unsigned first = words[0].get(), second = words[1].get();
            set(first, choose(conversions.has_pairs(), first, second), choose(four, words[2].get(), second),
                choose(four, words[3].get(), second));
        });
    return components;
}

// A byte / 255, rounded once.
Float normalized_byte(Float byte) { return plus_exact_product(byte * Float(0x1p-8f / 255), byte, Float(0x1p-8f)); }

// What formatted loads give of them.
void decode_components(const RecordedConversions& conversions, const Components& components) {
    const Unsigned sign = conversions.lanes(&ImageConversions::sign);
    for (size_t c = 0; c < 4; c++) {
        const Unsigned moved = components[c].get() << conversions.lanes(&ImageConversions::left, c);
        const Unsigned bits =
            (moved >> conversions.lanes(&ImageConversions::right, c)) & conversions.lanes(&ImageConversions::field, c);
        components[c] = (bits ^ sign) - sign;
    }
    when(conversions.has_numbers(ImageConversions::Normalized), [&] {
        for (size_t c = 0; c < 4; c++) {
            if (conversions.are_bytes()) {
                components[c] = as_unsigned(normalized_byte(to_float(as_signed(components[c].get()))));
                continue;
            }
            const Float most = as_float(conversions.lanes(&ImageConversions::most, c)), lowest(-1.0f);
            const Float number = to_float(as_signed(components[c].get())) / most;
            components[c] = as_unsigned(choose(number < lowest, lowest, number));
        }
    });
    when(conversions.has_numbers(ImageConversions::Halves), [&] {
        for (const auto& component : components) component = as_unsigned(from_half(component.get()));
    });
}

// floor(most · value + 1/2) of values between 0 and 1, for whole numbers of up to 16 bits.
Unsigned quantized(Float value, Float most) {
    const Float zero(0.0f), one(1.0f), half(0.5f);
    const Float limited = choose(value > zero, choose(value >= one, one, value), zero);
    // The sum, rounded once, may have become the next whole number; how far it is from there has the sign of the exact
    // difference.
    const Float whole = round_down(multiply_add(limited, most, half));
    const Float above = multiply_add(limited, most, half - whole);
    return as_unsigned(to_signed(whole) + (as_signed(above) >> Unsigned(31u)));
}

// The bits of components as formatted stores have them, at their positions within words.
void encode_components(const RecordedConversions& conversions, const Components& components) {
    when(conversions.has_numbers(ImageConversions::Integers), [&] {
        const Unsigned bias = conversions.lanes(&ImageConversions::bias);
        for (size_t c = 0; c < 4; c++) {
            const Unsigned low = conversions.lanes(&ImageConversions::low, c),
                           high = conversions.lanes(&ImageConversions::high, c);
            const Unsigned number = components[c].get() ^ bias;
            components[c] = choose(number < low, low, choose(number > high, high, number)) ^ bias;
        }
    });
    when(conversions.has_numbers(ImageConversions::Normalized), [&] {
        const ScalarMask is_signed = to_mask(conversions.word(&ImageConversions::sign));
        const Unsigned size_bits = choose(is_signed, Unsigned(0x7fffffffu), ~Unsigned(0u));
        for (size_t c = 0; c < 4; c++) {
            const Unsigned bits = components[c].get();
            const Unsigned size =
                quantized(as_float(bits & size_bits), as_float(conversions.lanes(&ImageConversions::most, c)));
            const Unsigned negative = as_unsigned(as_signed(bits & ~size_bits) >> Unsigned(31u));
            components[c] = (size ^ negative) - negative;
        }
    });
    when(conversions.has_numbers(ImageConversions::Halves), [&] {
        for (const auto& component : components) component = to_half(as_float(component.get()));
    });
    for (size_t c = 0; c < 4; c++)
        components[c] = (components[c].get() & conversions.lanes(&ImageConversions::stored, c))
                        << conversions.lanes(&ImageConversions::shift, c);
}

void store_components(const RecordedWindow& window, const RecordedConversions& conversions,
                      const TexelAddresses& addresses, const Components& components) {
    const TexelLoop texels(addresses);
    const Unsigned first = components[0], second = components[1], third = components[2], fourth = components[3];
    when(
        window.has_words(1),
        [&] {
            const Unsigned words = first | second | third | fourth;
            const ScalarUnsigned bytes = window.bytes();
            when(
                bytes == ScalarUnsigned(4u), [&] { store_texel_words(addresses, {words}); },
                [&] {
                    const LaneArray of_lanes(words);
                    texels.run([&](ScalarUnsigned i, Pointer at) {
                        when(
                            bytes == ScalarUnsigned(2u), [&] { store_short(at, of_lanes.at(i)); },
                            [&] { store_byte(at, of_lanes.at(i)); });
                    });
                });
        },
        [&] {
            const ScalarMask pairs = conversions.has_pairs(), four = window.has_words(4);
            if (const auto is_four = known(four)) {
                if (*is_four) return store_texel_words(addresses, {first, second, third, fourth});
                return store_texel_words(addresses,
                                         {choose(pairs, first | second, first), choose(pairs, third | fourth, second)});
            }
            const LaneArray words[4] = {LaneArray(choose(pairs, first | second, first)),
                                        LaneArray(choose(pairs, third | fourth, second)), LaneArray(third),
                                        LaneArray(fourth)};
            texels.run([&](ScalarUnsigned i, Pointer at) {
                store_pair(at, i, words[0], words[1]);
                when(four, [&] { store_pair(at + int64_t{8}, i, words[2], words[3]); });
            });
        });
}

// Whether all lanes have texels, and in pairs, even and odd ones, words that lie together so that they are one access.
ScalarMask are_pairs(const TexelAddresses& addresses) {
    std::vector<int> even, odd;
    for (int i = 0; i < lane_count(); i++) {
        even.push_back(i & ~1);
        odd.push_back(i | 1);
    }
    const Unsigned offsets = as_unsigned(addresses.offsets), first = permuted(offsets, even.data());
    const Unsigned address = first + broadcast(low_word(address_of(addresses.data)));
    return every_lane(addresses.inside & (permuted(offsets, odd.data()) == first + Unsigned(4u)) &
                      ((address & Unsigned(7u)) == Unsigned(0u)));
}
// An exchange takes the time in which the CPU keeps others from a line, for two words as for one.
void exchange_texels(const TexelAddresses& addresses, const LaneArray& operand, const LaneArray& before) {
    const LaneArray offsets(as_unsigned(addresses.offsets));
    const auto texel = [&](ScalarUnsigned i) { return addresses.data + to_wide(as_signed(offsets.at(i))); };
    when(
        are_pairs(addresses),
        [&] {
            for (int lane = 0; lane < lane_count(); lane += 2) {
                const ScalarUnsigned i(static_cast<uint32_t>(lane));
                before.set_pair(i, change_atomically(AtomicChange::Exchange, texel(i), operand.pair_at(i)));
            }
        },
        [&] {
            for_each_lane(addresses.inside, [&](ScalarUnsigned i) {
                before.set(i, change_atomically(AtomicChange::Exchange, texel(i), operand.at(i)));
            });
        });
}

// Where lanes' texels are, by their coordinates.
template <class Coordinate>
TexelAddresses texel_addresses(const RecordedWindow& window, uint8_t components, Mask lanes,
                               const Coordinate& coordinate) {
    Unsigned offsets(0u);
    Mask inside = lanes;
    for (size_t c = 0; c < 4; c++) {
        if (!(components >> c & 1)) continue;
        const Unsigned at = coordinate(static_cast<int>(c));
        inside = inside & (at < broadcast(window.word(&ImageWindow::size, c)));
        // Texels of a row lie one after the other.
        if (c == 0 && window.is_known())
            offsets =
                at << Unsigned(static_cast<uint32_t>(std::countr_zero(format_info(window.format).bytes_per_block)));
        else
            offsets = offsets + at * broadcast(window.word(&ImageWindow::stride, c));
    }
    return {window.data(), as_signed(offsets), inside};
}

}  // namespace

bool accesses_inside(const AccessImageStep& step, const FormatOfUnit& image_format) {
    if (step.sparse) return false;
    if (step.formatted)
        return !image_format || step.unit.varies() ||
               find_conversions(image_format(step.unit.first), ImageRequest::of(step));
    const uint32_t bytes = access_bytes(step.storage, step.components);
    if (component_bytes(step.storage) != 4 || !(bytes == 4 || bytes == 8 || bytes == 16)) return false;
    if (step.action != ImageAction::Atomic) return true;
    return step.components == 1 && changes_inside(step.atomic, step.storage);
}

// ---- windows -----------------------------------------------------------------------------------------------------

ImageKey image_key(const Code& code, const AccessImageStep& step) {
    const int64_t which = step.unit.varies() ? -1 - int64_t{code.steps.offset_of(&step)} : int64_t{step.unit.first};
    return {which, ImageRequest::of(step).word()};
}

ImageEmitter::ImageEmitter(const Code& code, const Piece& piece, const FormatOfUnit& image_format,
                           const std::vector<WantedWindows::OfImage>& wanted,
                           std::optional<PointerTo<ImageWindow>> open, const Registers& registers,
                           const ExecutionMask& mask, const StepCaller& caller)
    : code_(code),
      piece_(piece),
      image_format_(image_format),
      are_open_(open.has_value()),
      registers_(registers),
      mask_(mask),
      caller_(caller) {
    if (open) {
        PointerTo<ImageWindow> window = *open;
        for (const WantedWindows::OfImage& image : wanted) {
            windows_.emplace(ImageKey{image.unit, image.request}, window);
            window = window[1];
        }
    }
    code.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, AccessImageStep>) {
            const ImageKey key = image_key(code, step);
            if (!accesses_inside(step, image_format) || windows_.contains(key)) return;
            const auto window = stack_object<ImageWindow>();
            windows_.emplace(key, window);
            if (step.unit.varies())
                store(window.at(&ImageWindow::name), ScalarWideUnsigned(~uint64_t{0}));
            else
                call(image_window_function(), piece.machine, ScalarUnsigned(static_cast<uint32_t>(step.unit.first)),
                     ScalarUnsigned(key.request), window);
        }
    });
}

// Opens the image that all lanes mean. No window: they mean several.
ScalarMask ImageEmitter::opens_window(const AccessImageStep& step, Mask lanes, PointerTo<ImageWindow> at) const {
    const RecordedWindow window{at, Format::None, has_open_window(step)};
    if (!step.unit.varies()) return window.is_native();
    const ScalarUnsigned request(image_key(code_, step).request);
    const auto name_of_lanes = [&]() -> WideUnsigned {
        if (step.unit.by_handle) return wide_component<WideUnsigned>(registers_, step.unit.handle, 0);
        return to_wide(
            as_unsigned(clamped_index(registers_, step.unit.element, step.unit.count) + Signed(step.unit.first)));
    };
    const WideUnsigned names = name_of_lanes();
    const ScalarWideUnsigned one = lane(names, first_of(lanes));
    when(one != at.load(&ImageWindow::name), [&] {
        if (step.unit.by_handle)
            call(image_handle_window_function(), piece_.machine, one, request, at);
        else
            call(image_window_function(), piece_.machine, low_word(one), request, at);
    });
    return window.is_native() & every_lane((names == broadcast(one)) | !lanes);
}

// ---- accesses ----------------------------------------------------------------------------------------------------

// Texels beyond the image read as zeros of its format, and are not written.
void ImageEmitter::access(const AccessImageStep& step, Mask lanes, PointerTo<ImageWindow> at) const {
    const bool is_known = step.formatted && image_format_ && !step.unit.varies();
    const RecordedWindow window{at, is_known ? image_format_(step.unit.first) : Format::None, has_open_window(step)};
    const TexelAddresses addresses = texel_addresses(window, step.components_used, lanes, [&](int c) {
        return as_unsigned(component<Signed>(registers_, step.coordinates, c));
    });
    const auto result = [&](size_t c) { return component_of(step.destination, static_cast<uint32_t>(c)); };
    const auto data = [&](size_t c) {
        return component_bits(registers_, step.data, static_cast<int>(c), register_kind(step.type));
    };
    const size_t words = step.components;  // not formatted: components are words
    if (step.action == ImageAction::Load && step.formatted) {
        const RecordedConversions conversions(window, ImageRequest::of(step));
        const Components components = component_words(window, conversions, addresses);
        in_parts(components, conversions.known, [&](const Components& part) { decode_components(conversions, part); });
        for (size_t c = 0; c < 4; c++)
            registers_.write(result(c), components[c].get() | conversions.lanes(&ImageConversions::fill, c));
    } else if (step.action == ImageAction::Load) {
        const uint32_t one = step.type == DataType::F32 ? 0x3f800000 : 1;
        for (size_t c = words; c < 4; c++)
            registers_.write(result(c), c == 3 ? choose(addresses.inside, Unsigned(one), Unsigned(0u)) : Unsigned(0u));
        if (words == 1) return registers_.write(result(0), gathered_words(addresses, addresses.offsets));
        std::vector<LaneArray> loaded;
        for (size_t c = 0; c < words; c++) loaded.emplace_back(Unsigned(0u));
        TexelLoop(addresses).run([&](ScalarUnsigned i, Pointer texel) {
            for (size_t c = 0; c < words; c += 2)
                load_pair(texel + static_cast<int64_t>(4 * c), i, loaded[c], loaded[c + 1]);
        });
        for (size_t c = 0; c < words; c++) registers_.write(result(c), loaded[c].get());
    } else if (step.action == ImageAction::Store && step.formatted) {
        Components components;
        for (size_t c = 0; c < 4; c++) components.emplace_back(data(c));
        const RecordedConversions conversions(window, ImageRequest::of(step));
        in_parts(components, conversions.known, [&](const Components& part) { encode_components(conversions, part); });
        store_components(window, conversions, addresses, components);
    } else if (step.action == ImageAction::Store) {
        if (words == 1) return store_texel_words(addresses, {data(0)});
        std::vector<LaneArray> given;
        for (size_t c = 0; c < words; c++) given.emplace_back(data(c));
        TexelLoop(addresses).run([&](ScalarUnsigned i, Pointer texel) {
            for (size_t c = 0; c < words; c += 2)
                store_pair(texel + static_cast<int64_t>(4 * c), i, given[c], given[c + 1]);
        });
    } else {
        const bool swaps = step.atomic == AtomicOperation::CompareSwap;
        const LaneArray operand(data(0)), value(swaps ? data(1) : Unsigned(0u)), before(Unsigned(0u));
        if (step.atomic == AtomicOperation::Exchange)
            exchange_texels(addresses, operand, before);
        else
            TexelLoop(addresses).run([&](ScalarUnsigned i, Pointer texel) {
                before.set(i, operate_atomically(step.atomic, step.storage, texel, operand.at(i), value.at(i)));
            });
        registers_.write(result(0), before.get());
        for (size_t c = 1; c < 4; c++) registers_.write(result(c), Unsigned(0u));
    }
}

void ImageEmitter::emit(const AccessImageStep& step) const {
    if (!accesses_inside(step, image_format_)) return caller_.call(step);
    // Only fragments that are there change images; helpers read, since derivatives may take their values.
    const Mask lanes = step.action == ImageAction::Load ? mask_.running() : mask_.storing();
    when(
        any_lane(lanes),
        [&] {
            const PointerTo<ImageWindow> window = windows_.at(image_key(code_, step));
            // Who knows formats has looked whether windows have words.
            if (step.formatted && image_format_ && has_open_window(step)) return access(step, lanes, window);
            when(
                opens_window(step, lanes, window), [&] { access(step, lanes, window); }, [&] { caller_.call(step); });
        },
        [&] { visit_writes(step, [&](RegisterAddress address) { registers_.write(address, Unsigned(0u)); }); });
}

void ImageEmitter::emit(const QueryImageStep& step) const {
    if (step.unit.varies()) return caller_.call(step);
    constexpr int64_t samples = 16;  // behind the size
    const Pointer answers = stack_memory(20, 8);
    call(image_query_function(), piece_.machine, ScalarUnsigned(static_cast<uint32_t>(step.unit.first)), answers);
    const bool asks_size = step.question == QueryImageStep::Question::Size;
    for (uint32_t c = 0; c < 4; c++)
        registers_.write(component_of(step.destination, c),
                         asks_size ? broadcast(load<ScalarUnsigned>(answers + int64_t{4 * c}))
                         : c == 0  ? broadcast(load<ScalarUnsigned>(answers + samples))
                                   : Unsigned(0u));
}

}  // namespace runtime::jit
