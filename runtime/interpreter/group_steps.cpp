// Steps in which the threads of a group look at each other's values: TGALL, TGANY, TGEQ (NV_gpu_program5), votes and
// quad swizzles (NV_shader_thread_group), shuffles (NV_shader_thread_shuffle); and at the clock that they share.
//
// Active threads are the lanes that run this step, helpers among them: what helpers compute "can still be used by
// thread group sharing instructions".
#include <algorithm>
#include <bit>
#include <chrono>

#include "runtime/interpreter/execute.h"

namespace runtime::interpreter {
namespace {

using arbasm::LaneKind;

uint32_t truth(bool value, LaneKind kind) {
    return !value ? 0 : kind == LaneKind::Float ? std::bit_cast<uint32_t>(1.0f) : ~uint32_t{0};
}

// All bits of the lanes that run.
LaneWord running_lanes(const Machine& machine) {
    LaneWord lanes;
    for (uint32_t lane = 0; lane < group_lanes; lane++) lanes.lane[lane] = (machine.running & 1u << lane) ? ~0u : 0u;
    return lanes;
}

// Values go to the lanes that run, the others keep what they have.
void write_running(LaneWord& result, const LaneWord& values, const LaneWord& running) {
    for (int lane = 0; lane < group_lanes; lane++)
        result.lane[lane] ^= (result.lane[lane] ^ values.lane[lane]) & running.lane[lane];
}

// A comparison with zero: both zeros of floats are, a NaN is not.
LaneMask lanes_not_zero(const Machine& machine, const VoteStep& step, int component) {
    const LaneWord word = read_lanes(machine, step.source, component, step.lanes);
    const uint32_t bits = step.lanes == LaneKind::Float ? 0x7fffffffu : ~uint32_t{0};
    LaneMask lanes = 0;
    for (int lane = 0; lane < group_lanes; lane++) lanes |= LaneMask{(word.lane[lane] & bits) != 0} << lane;
    return lanes & machine.running;
}

// The lane of the quad whose value a lane gets.
int quad_neighbour(QuadSumStep::From from, int lane) {
    const int first = lane & ~3;
    switch (from) {
        case QuadSumStep::From::Lane0: return first;
        case QuadSumStep::From::Lane1: return first + 1;
        case QuadSumStep::From::Lane2: return first + 2;
        case QuadSumStep::From::Lane3: return first + 3;
        case QuadSumStep::From::Across: return lane ^ 1;
        case QuadSumStep::From::Along: return lane ^ 2;
    }
    return lane;
}

LaneWord quad_sums(const Machine& machine, const QuadSumStep& step, int component) {
    const LaneWord others = read_lanes(machine, step.other, component, LaneKind::Float);
    const LaneWord own = read_lanes(machine, step.own, component, LaneKind::Float);
    LaneWord sums;
    for (int lane = 0; lane < group_lanes; lane++) {
        const bool whole = (machine.running >> (lane & ~3) & 0xf) == 0xf;  // else "0 for all fragments in the quad"
        const float swizzled = std::bit_cast<float>(others.lane[quad_neighbour(step.from, lane)]);
        const float sum = swizzled + std::bit_cast<float>(own.lane[lane]);
        sums.lane[lane] = whole ? std::bit_cast<uint32_t>(sum) : 0;
    }
    return sums;
}

struct Shuffled {
    LaneWord in_range, value;
};

// The lane whose value a lane asks for.
template <ShuffleStep::From from>
int shuffled_lane(int lane, int index, int segment) {
    switch (from) {
        case ShuffleStep::From::Up: return lane - index;
        case ShuffleStep::From::Down: return lane + index;
        case ShuffleStep::From::Xor: return lane ^ index;
        case ShuffleStep::From::Index: return (index & ~segment) | (lane & segment);
    }
    return lane;
}

// `most` is the text's maxThreadId: the last thread of the segment that may be read, or for SHFUP the first.
template <ShuffleStep::From from>
Shuffled shuffled(const Machine& machine, const ShuffleStep& step) {
    const LaneWord indices = read_lanes(machine, step.index, 0, LaneKind::Unsigned);
    const LaneWord masks = read_lanes(machine, step.mask, 0, LaneKind::Unsigned);
    const LaneWord source = read_lanes(machine, step.source, 0, step.lanes);
    const uint32_t yes = truth(true, step.lanes);
    Shuffled result;
    LaneWord others;
    for (int lane = 0; lane < group_lanes; lane++) {
        const auto index = static_cast<int>(indices.lane[lane] & 31);
        const auto segment = static_cast<int>(masks.lane[lane] >> 8 & 31);
        const auto clamp = static_cast<int>(masks.lane[lane] & 31);
        const int most = (lane & segment) | (clamp & ~segment);
        const int other = shuffled_lane<from>(lane, index, segment);
        // Neither is above 31 in range, nor below 0.
        const bool in_range = from == ShuffleStep::From::Up ? other >= most : other <= most;
        result.in_range.lane[lane] = in_range ? yes : 0;
        // What an inactive thread holds is undefined; its register is read all the same.
        others.lane[lane] = static_cast<uint32_t>(in_range ? other : lane);
    }
    for (int lane = 0; lane < group_lanes; lane++) result.value.lane[lane] = source.lane[others.lane[lane]];
    return result;
}

Shuffled shuffled(const Machine& machine, const ShuffleStep& step) {
    switch (step.from) {
        case ShuffleStep::From::Up: return shuffled<ShuffleStep::From::Up>(machine, step);
        case ShuffleStep::From::Down: return shuffled<ShuffleStep::From::Down>(machine, step);
        case ShuffleStep::From::Xor: return shuffled<ShuffleStep::From::Xor>(machine, step);
        case ShuffleStep::From::Index: break;
    }
    return shuffled<ShuffleStep::From::Index>(machine, step);
}

}  // namespace

const Step* execute(Machine& machine, const VoteStep& step) {
    LaneVector& result = machine.vector(step.destination);
    const LaneWord running = running_lanes(machine);
    for (int c = 0; c < 4; c++) {
        if (!(step.components >> c & 1)) continue;
        const LaneMask lanes = lanes_not_zero(machine, step, c);
        uint32_t value = lanes;
        switch (step.vote) {
            case VoteStep::Vote::All: value = truth(lanes == machine.running, step.lanes); break;
            case VoteStep::Vote::Any: value = truth(lanes != 0, step.lanes); break;
            case VoteStep::Vote::Equal: value = truth(lanes == 0 || lanes == machine.running, step.lanes); break;
            case VoteStep::Vote::Ballot: break;
        }
        LaneWord values;
        std::ranges::fill(values.lane, value);
        write_running(result.component[static_cast<size_t>(c)], values, running);
    }
    return next_of(step);
}

const Step* execute(Machine& machine, const QuadSumStep& step) {
    LaneVector& result = machine.vector(step.destination);
    const LaneWord running = running_lanes(machine);
    for (int c = 0; c < 4; c++)
        write_running(result.component[static_cast<size_t>(c)], quad_sums(machine, step, c), running);
    return next_of(step);
}

const Step* execute(Machine& machine, const ShuffleStep& step) {
    LaneVector& result = machine.vector(step.destination);
    const LaneWord running = running_lanes(machine);
    const Shuffled got = shuffled(machine, step);
    for (size_t c = 0; c < 4; c++)
        if (step.components >> c & 1) write_running(result.component[c], c == 0 ? got.in_range : got.value, running);
    return next_of(step);
}

const Step* execute(Machine& machine, const ReadClockStep& step) {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    const auto time = static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
    LaneVector& result = machine.vector(step.destination);
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        for (size_t c = 0; c < 4; c++)
            result.component[c].lane[lane] = c < 2 ? static_cast<uint32_t>(time >> (32 * c)) : 0;
    }
    return next_of(step);
}

// Lanes that ask for the same attribute go together.
const Step* execute(Machine& machine, const InterpolateStep& step) {
    const Group& group = *machine.group;
    LaneVector& result = machine.vector(step.destination);
    LaneWord x{}, y{};
    if (step.where != InterpolateAt::Centroid) {
        const LaneKind kind = step.where == InterpolateAt::Offset ? LaneKind::Float : LaneKind::Unsigned;
        for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            x.lane[lane] = read_lane(machine, step.source, 0, lane, kind);
            y.lane[lane] = read_lane(machine, step.source, 1, lane, kind);
        }
    }
    const auto attribute_of = [&](int lane) {
        return step.first + clamped_index(index_of_lane(machine, step.element, lane), step.size);
    };
    for (LaneMask rest = machine.running; rest != 0;) {
        InterpolationRequest request{attribute_of(std::countr_zero(rest)), step.where, &x, &y};
        LaneMask same = rest;
        if (step.element.varies)
            for (LaneMask others = rest; others != 0; others &= others - 1)
                if (attribute_of(std::countr_zero(others)) != request.attribute) same &= ~(others & (~others + 1));
        if (group.interpolator) {
            group.interpolator->interpolate(request, same, result);
        } else {
            for (size_t c = 0; c < 4; c++)
                for (int lane = 0; lane < group_lanes; lane++)
                    if (same >> lane & 1)
                        result.component[c].lane[lane] = group.attributes[request.attribute].component[c].lane[lane];
        }
        rest &= ~same;
    }
    return next_of(step);
}

}  // namespace runtime::interpreter
