#include "runtime/jit/emit_lanes.h"

#include "runtime/jit/read_operands.h"

namespace runtime::jit {

using arbasm::LaneKind;

namespace {

Unsigned truth(Mask mask, LaneKind kind) {
    return choose(mask, Unsigned(kind == LaneKind::Float ? 0x3f800000u : ~0u), Unsigned(0u));
}

}  // namespace

// A comparison with zero: both zeros of floats are, a NaN is not.
void SubgroupEmitter::emit(const VoteStep& step) const {
    std::vector<Unsigned> values;
    const Mask active = mask_.running();
    for (int c = 0; c < 4; c++) {
        Unsigned bits = component_bits(registers_, step.source, c, step.lanes);
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
    for (uint32_t c = 0; c < 4; c++) registers_.write(component_of(step.destination, c), values[c]);
}

void SubgroupEmitter::emit(const QuadSumStep& step) const {
    // "0 for all fragments in the quad" where one of them does not run.
    const Unsigned runs = choose(mask_.running(), ~Unsigned(0u), Unsigned(0u));
    Unsigned whole = runs;
    for (const int turn : {1, 2, 3}) {
        const auto other = [&](int lane) { return lane ^ turn; };
        whole = whole & in_quads(runs, other(0), other(1), other(2), other(3));
    }
    std::vector<Unsigned> values;
    for (int c = 0; c < 4; c++) {
        const Float value = component<Float>(registers_, step.other, c);
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
        values.push_back(as_unsigned(other + component<Float>(registers_, step.own, c)) & whole);
    }
    for (uint32_t c = 0; c < 4; c++) registers_.write(component_of(step.destination, c), values[c]);
}

// See the interpreter's shuffled(): segments of threads, and the last thread of each that may be read.
void SubgroupEmitter::emit(const ShuffleStep& step) const {
    const Signed own = as_signed(lane_numbers());
    const Signed index = as_signed(component<Unsigned>(registers_, step.index, 0) & Unsigned(31u));
    const Unsigned mask = component<Unsigned>(registers_, step.mask, 0);
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
    const Unsigned values = component_bits(registers_, step.source, 0, step.lanes);
    const Pointer memory = stack_memory(4 * size_t{group_lanes}, 64);
    store(memory, values, alignment_of_lanes());
    const Unsigned from = as_unsigned(choose(in_range, other, own)) * Unsigned(4u);
    const Unsigned got = gather<Unsigned>(memory, from, Mask(true));
    registers_.write(step.destination, truth(in_range, step.lanes));
    for (uint32_t c = 1; c < 4; c++) registers_.write(component_of(step.destination, c), got);
}

}  // namespace runtime::jit
