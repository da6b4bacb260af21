// Registers by index, and steps in which the lanes of a group see each other's values.
#include <algorithm>
#include <limits>

#include "runtime/interpreter/machine.h"
#include "runtime/jit/program_emitter.h"
#include "runtime/jit/recorded_rows.h"

namespace runtime::jit {

using arbasm::LaneKind;

// ---- registers by index: the index is clamped to the variable ----------------------------------------------------

Signed ProgramEmitter::clamped_index(const LaneIndex& index, int32_t size, Mask* outside) {
    // Where what the lanes hold can be compared with the bounds before the constant is added, 32 bits do.
    const int64_t least = -int64_t{index.constant}, most = least + size - 1;
    if (index.varies && least >= std::numeric_limits<int32_t>::min() && most <= std::numeric_limits<int32_t>::max()) {
        const Signed lanes = component<Signed>(index.lanes, 0);
        const Signed low(static_cast<int32_t>(least)), high(static_cast<int32_t>(most));
        if (outside) *outside = (lanes < low) | (lanes > high);
        return choose(lanes < low, low, choose(lanes > high, high, lanes)) + Signed(index.constant);
    }
    const WideSigned wanted = wide_index(index), zero(int64_t{0}), last(int64_t{size} - 1);
    const Mask below = wanted<zero, above = wanted> last;
    if (outside) *outside = below | above;
    return as_signed(low_word(as_unsigned(choose(below, zero, choose(above, last, wanted)))));
}

void ProgramEmitter::emit_gather(const GatherRegistersStep& step) {
    Mask outside(false);
    const Signed index = clamped_index(step.element, step.size, step.zero_outside ? &outside : nullptr);
    const Unsigned offsets =
        as_unsigned(index) * Unsigned(step.registers_each * vector_bytes) + lane_numbers() * Unsigned(4u);
    const Pointer base = address(step.first);
    if (step.first.base == Base::Attributes)
        for (uint32_t word = 0; word < 4 * step.registers_each * static_cast<uint32_t>(step.size); word++)
            spill({step.first.base, step.first.offset + word * word_bytes});
    // Clamped indices are never outside, whatever lanes that do not run hold.
    for (uint32_t word = 0; word < 4 * step.registers_each; word++) {
        const Unsigned value = gather<Unsigned>(base + int64_t{word * word_bytes}, offsets, Mask(true));
        write({step.place.base, step.place.offset + word * word_bytes},
              step.zero_outside ? choose(outside, Unsigned(0u), value) : value);
    }
}

void ProgramEmitter::emit_gather(const GatherParametersStep& step) {
    // Constants are not among the parameters that the application sets.
    std::vector<uint32_t> constants, is_constant;
    size_t constant_count = 0;
    for (int32_t i = 0; i < step.size; i++) {
        const arbasm::Binding& binding = program_.parameters[static_cast<size_t>(step.first + i)];
        const bool constant = binding.kind == arbasm::BindingKind::Constant;
        constant_count += constant;
        for (const uint32_t word : binding.constant) {
            constants.push_back(constant ? word : 0);
            is_constant.push_back(constant ? ~0u : 0);
        }
    }
    Mask outside(false);
    const Signed index = clamped_index(step.element, step.size, step.zero_outside ? &outside : nullptr);
    const Unsigned offsets = as_unsigned(index) * Unsigned(uint32_t{sizeof(Vector4)});
    // A load for each lane and shuffles cost less than the CPU's gathers, of which it would take one for a component.
    const auto rows_of = [&](Pointer base) {
        std::vector<Pointer> rows;
        for (int i = 0; i < lane_count(); i++) rows.push_back(base + lane(offsets, i));
        return load_rows(rows, 4);
    };
    const Pointer set = context_->parameters + int64_t{step.first} * int64_t{sizeof(Vector4)};
    std::vector<Unsigned> values = rows_of(constant_count ? constant_memory(constants) : set);
    if (constant_count != 0 && constant_count != static_cast<size_t>(step.size)) {
        const std::vector<Unsigned> others = rows_of(set), which = rows_of(constant_memory(is_constant));
        for (size_t c = 0; c < 4; c++) values[c] = (values[c] & which[c]) | (others[c] & ~which[c]);
    }
    for (uint32_t c = 0; c < 4; c++)
        write({step.place.base, step.place.offset + c * word_bytes},
              step.zero_outside ? choose(outside, Unsigned(0u), values[c]) : values[c]);
}

// vertex[i].…: each vertex has all of the program's attributes.
void ProgramEmitter::emit_vertex_read(const ReadVertexStep& step) {
    const ScalarSigned count = load_constant<ScalarSigned>(group() + offsetof(Group, vertex_count)), one(1), zero(0);
    const Signed last = broadcast(choose(count > one, count - one, zero));
    const Signed wanted = clamped_index(step.vertex, std::numeric_limits<int32_t>::max(), nullptr);
    const Signed vertex = choose(wanted > last, last, wanted);
    const Signed number = clamped_index(step.element, step.size, nullptr) + Signed(step.first);
    const auto attributes = static_cast<int32_t>(program_.attributes.size());
    const Unsigned offsets =
        as_unsigned(vertex * Signed(attributes) + number) * Unsigned(uint32_t{sizeof(LaneVector)}) +
        lane_numbers() * Unsigned(4u);
    Pointer base = load_constant_pointer(group() + offsetof(Group, attributes));
    if (lane_count() != group_lanes) base = base + (context_->first_lane << ScalarUnsigned(2u));
    for (uint32_t c = 0; c < 4; c++)
        write({step.place.base, step.place.offset + c * word_bytes},
              gather<Unsigned>(base + int64_t{c * word_bytes}, offsets, Mask(true)));
}

// Lanes and components as the step before kept them.
void ProgramEmitter::emit_scatter(const ScatterRegistersStep& step) {
    if (step.shared) return emit_called_for_kept(step);  // other lanes' registers, too
    struct Word {
        int64_t offset;  // in the element
        Mask lanes;
        ScalarUnsigned bits;
        LaneArray values;
    };
    std::vector<Word> words;
    for (uint32_t c = 0; c < 4; c++) {
        const std::optional<Mask>& keep = kept_[c];
        if (!keep) continue;
        const Mask lanes = *keep & running();
        for (uint32_t part = 0; part < step.registers_each; part++) {
            const uint32_t offset = part * vector_bytes + c * word_bytes;
            words.push_back(
                {offset, lanes, to_bits(lanes), LaneArray(read({step.source.base, step.source.offset + offset}))});
        }
    }
    const Unsigned index = as_unsigned(clamped_index(step.element, step.size, nullptr));
    const LaneArray offsets(index * Unsigned(step.registers_each * vector_bytes) + lane_numbers() * Unsigned(4u));
    Mask any(false);
    for (const Word& word : words) any = any | word.lanes;
    const Pointer base = address(step.first);
    for_each_lane(any, [&](ScalarUnsigned i) {
        const Pointer at = base + offsets.at(i);
        for (const Word& word : words)
            when(to_mask((word.bits >> i) & ScalarUnsigned(1u)), [&] { store(at + word.offset, word.values.at(i)); });
    });
}

// ---- attributes elsewhere ------------------------------------------------------------------------------------------

void ProgramEmitter::emit_interpolation(const InterpolateStep& step) {
    if (!context_->attribute_at) return emit_called(step);
    Unsigned x(0u), y(0u);
    if (step.where != InterpolationPlace::Centroid) {
        const LaneKind kind = step.where == InterpolationPlace::Offset ? LaneKind::Float : LaneKind::Unsigned;
        x = component_bits(step.source, 0, kind);
        y = component_bits(step.source, 1, kind);
    }
    const auto give = [&](const auto& values) {
        for (uint32_t c = 0; c < 4; c++) write({step.place.base, step.place.offset + c * word_bytes}, values[c]);
    };
    if (!step.element.varies) {
        const int32_t attribute = step.first + std::clamp(step.element.constant, 0, step.size - 1);
        return give(context_->attribute_at(attribute, step.where, x, y));
    }
    // Each of the attributes that any lane means.
    const Signed index = clamped_index(step.element, step.size, nullptr);
    std::vector<Variable<Unsigned>> values;
    for (int c = 0; c < 4; c++) values.emplace_back(Unsigned(0u));
    for (int32_t i = 0; i < step.size; i++) {
        const Mask lanes = running() & (index == Signed(i));
        if_any(lanes, [&] {
            const std::array<Unsigned, 4> found = context_->attribute_at(step.first + i, step.where, x, y);
            for (size_t c = 0; c < 4; c++) values[c] = choose(lanes, found[c], values[c].get());
        });
    }
    give(values);
}

// ---- lanes together ----------------------------------------------------------------------------------------------

Unsigned ProgramEmitter::component_bits(const Source& source, int c, LaneKind kind) {
    switch (kind) {
        case LaneKind::Float: return as_unsigned(component<Float>(source, c));
        case LaneKind::Signed: return as_unsigned(component<Signed>(source, c));
        case LaneKind::Unsigned: break;
    }
    return component<Unsigned>(source, c);
}

namespace {

Unsigned truth(Mask mask, LaneKind kind) {
    return choose(mask, Unsigned(kind == LaneKind::Float ? 0x3f800000u : ~0u), Unsigned(0u));
}

}  // namespace

// A comparison with zero: both zeros of floats are, a NaN is not.
void ProgramEmitter::emit_vote(const VoteStep& step) {
    std::vector<Unsigned> values;
    const Mask active = running();
    for (int c = 0; c < 4; c++) {
        Unsigned bits = component_bits(step.source, c, step.lanes);
        if (step.lanes == LaneKind::Float) bits = bits & Unsigned(0x7fffffffu);
        const Mask lanes = active & (bits != Unsigned(0u));
        const ScalarMask all = !any_lane(active & !lanes), some = any_lane(lanes);
        switch (step.vote) {
            case VoteStep::Vote::All: values.push_back(truth(broadcast(all), step.lanes)); break;
            case VoteStep::Vote::Any: values.push_back(truth(broadcast(some), step.lanes)); break;
            case VoteStep::Vote::Equal: values.push_back(truth(broadcast(all | !some), step.lanes)); break;
            case VoteStep::Vote::Ballot: values.push_back(broadcast(to_bits(lanes))); break;
        }
    }
    for (uint32_t c = 0; c < 4; c++) write({step.place.base, step.place.offset + c * word_bytes}, values[c]);
}

void ProgramEmitter::emit_quad_sum(const QuadSumStep& step) {
    // "0 for all fragments in the quad" where one of them does not run.
    const Unsigned runs = choose(running(), ~Unsigned(0u), Unsigned(0u));
    Unsigned whole = runs;
    for (const int turn : {1, 2, 3}) {
        const auto other = [&](int lane) { return lane ^ turn; };
        whole = whole & in_quads(runs, other(0), other(1), other(2), other(3));
    }
    std::vector<Unsigned> values;
    for (int c = 0; c < 4; c++) {
        const Float value = component<Float>(step.other, c);
        const auto from = [&](int a, int b, int d, int e) { return in_quads(value, a, b, d, e); };
        const Float other = [&] {
            switch (step.from) {
                case QuadSumStep::From::Lane0: return from(0, 0, 0, 0);
                case QuadSumStep::From::Lane1: return from(1, 1, 1, 1);
                case QuadSumStep::From::Lane2: return from(2, 2, 2, 2);
                case QuadSumStep::From::Lane3: return from(3, 3, 3, 3);
                case QuadSumStep::From::Across: return from(1, 0, 3, 2);
                case QuadSumStep::From::Along: return from(2, 3, 0, 1);
            }
            return value;
        }();
        values.push_back(as_unsigned(other + component<Float>(step.own, c)) & whole);
    }
    for (uint32_t c = 0; c < 4; c++) write({step.place.base, step.place.offset + c * word_bytes}, values[c]);
}

// See the interpreter's shuffled(): segments of threads, and the last thread of each that may be read.
void ProgramEmitter::emit_shuffle(const ShuffleStep& step) {
    const Signed own = as_signed(lane_numbers());
    const Signed index = as_signed(component<Unsigned>(step.index, 0) & Unsigned(31u));
    const Unsigned mask = component<Unsigned>(step.mask, 0);
    const Signed segment = as_signed((mask >> Unsigned(8u)) & Unsigned(31u)), clamp = as_signed(mask & Unsigned(31u));
    const Signed least = own & segment, most = least | (clamp & ~segment);
    const bool up = step.from == ShuffleStep::From::Up;
    const Signed other = [&] {
        switch (step.from) {
            case ShuffleStep::From::Up: return own - index;
            case ShuffleStep::From::Down: return own + index;
            case ShuffleStep::From::Xor: return own ^ index;
            case ShuffleStep::From::Index: break;
        }
        return (index & ~segment) | least;
    }();
    const Mask in_range = (up ? other >= most : other <= most) & (other >= Signed(0)) & (other < Signed(group_lanes));
    const Unsigned values = component_bits(step.source, 0, step.lanes);
    const Pointer memory = stack_memory(4 * size_t{group_lanes}, 64);
    store(memory, values, alignment());
    const Unsigned from = as_unsigned(choose(in_range, other, own)) * Unsigned(4u);
    const Unsigned got = gather<Unsigned>(memory, from, Mask(true));
    write(step.place, truth(in_range, step.lanes));
    for (uint32_t c = 1; c < 4; c++) write({step.place.base, step.place.offset + c * word_bytes}, got);
}

}  // namespace runtime::jit
