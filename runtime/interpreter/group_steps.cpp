// Steps in which the threads of a group look at each other's values: TGALL, TGANY, TGEQ (NV_gpu_program5), votes and
// quad swizzles (NV_shader_thread_group), shuffles (NV_shader_thread_shuffle); and at the clock that they share.
//
// Active threads are the lanes that run this step, helpers among them: what helpers compute "can still be used by
// thread group sharing instructions".
#include <bit>
#include <chrono>

#include "runtime/interpreter/execute.h"

namespace runtime::interpreter {
namespace {

using arbasm::LaneKind;

uint32_t truth(bool value, LaneKind kind) {
    return !value ? 0 : kind == LaneKind::Float ? std::bit_cast<uint32_t>(1.0f) : ~uint32_t{0};
}

// A comparison with zero: both zeros of floats are, a NaN is not.
LaneMask lanes_not_zero(const Machine& machine, const VoteStep& step, int component) {
    LaneMask lanes = 0;
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const uint32_t bits = read_lane(machine, step.source, component, lane, step.lanes);
        if ((step.lanes == LaneKind::Float ? bits & 0x7fffffffu : bits) != 0) lanes |= LaneMask{1} << lane;
    }
    return lanes;
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

uint32_t quad_sum(const Machine& machine, const QuadSumStep& step, int component, int lane) {
    if ((machine.running >> (lane & ~3) & 0xf) != 0xf) return 0;  // "0 for all fragments in the quad"
    const int other = quad_neighbour(step.from, lane);
    const float swizzled = std::bit_cast<float>(read_lane(machine, step.other, component, other, LaneKind::Float));
    const float own = std::bit_cast<float>(read_lane(machine, step.own, component, lane, LaneKind::Float));
    return std::bit_cast<uint32_t>(swizzled + own);
}

struct Shuffled {
    bool in_range;
    uint32_t value;
};

// maxThreadId is the last thread of the segment that may be read, or for SHFUP the first.
Shuffled shuffled(const Machine& machine, const ShuffleStep& step, int lane) {
    const int index = static_cast<int>(read_lane(machine, step.index, 0, lane, LaneKind::Unsigned) & 31);
    const uint32_t mask = read_lane(machine, step.mask, 0, lane, LaneKind::Unsigned);
    const auto segment = static_cast<int>(mask >> 8 & 31), clamp = static_cast<int>(mask & 31);
    const int least = lane & segment;
    const int most = least | (clamp & ~segment);
    const bool up = step.from == ShuffleStep::From::Up;
    int other = lane;
    switch (step.from) {
        case ShuffleStep::From::Up: other = lane - index; break;
        case ShuffleStep::From::Down: other = lane + index; break;
        case ShuffleStep::From::Xor: other = lane ^ index; break;
        case ShuffleStep::From::Index: other = (index & ~segment) | least; break;
    }
    const bool in_range = (up ? other >= most : other <= most) && other >= 0 && other < 32;
    // What an inactive thread holds is undefined; its register is read all the same.
    return {in_range, read_lane(machine, step.source, 0, in_range ? other : lane, step.lanes)};
}

}  // namespace

const Step* execute(Machine& machine, const VoteStep& step) {
    LaneVector& result = machine.vector(step.place);
    for (int c = 0; c < 4; c++) {
        const LaneMask lanes = lanes_not_zero(machine, step, c);
        uint32_t value = lanes;
        switch (step.vote) {
            case VoteStep::Vote::All: value = truth(lanes == machine.running, step.lanes); break;
            case VoteStep::Vote::Any: value = truth(lanes != 0, step.lanes); break;
            case VoteStep::Vote::Equal: value = truth(lanes == 0 || lanes == machine.running, step.lanes); break;
            case VoteStep::Vote::Ballot: break;
        }
        for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1)
            result.component[static_cast<size_t>(c)].lane[std::countr_zero(rest)] = value;
    }
    return next_of(step);
}

const Step* execute(Machine& machine, const QuadSumStep& step) {
    LaneVector& result = machine.vector(step.place);
    for (int c = 0; c < 4; c++)
        for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            result.component[static_cast<size_t>(c)].lane[lane] = quad_sum(machine, step, c, lane);
        }
    return next_of(step);
}

const Step* execute(Machine& machine, const ShuffleStep& step) {
    LaneVector& result = machine.vector(step.place);
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const Shuffled got = shuffled(machine, step, lane);
        result.component[0].lane[lane] = truth(got.in_range, step.lanes);
        for (size_t other = 1; other < 4; other++) result.component[other].lane[lane] = got.value;
    }
    return next_of(step);
}

const Step* execute(Machine& machine, const ReadClockStep& step) {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    const auto time = static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
    LaneVector& result = machine.vector(step.place);
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
    LaneVector& result = machine.vector(step.place);
    LaneWord x{}, y{};
    if (step.where != InterpolationPlace::Centroid) {
        const LaneKind kind = step.where == InterpolationPlace::Offset ? LaneKind::Float : LaneKind::Unsigned;
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
