// Steps in which the threads of a group look at each other's values: TGALL and its kin (NV_gpu_program5), votes and
// quad swizzles (NV_shader_thread_group), shuffles (NV_shader_thread_shuffle).
//
// Active threads are the lanes that run this step, helpers among them: what helpers compute "can still be used by
// thread group sharing instructions".
#include <algorithm>
#include <bit>

#include "runtime/interpreter/access.h"

namespace runtime::interpreter {
namespace {

using arbasm::LaneKind;

uint32_t truth(bool value, LaneKind kind) {
    return !value ? 0 : kind == LaneKind::Float ? std::bit_cast<uint32_t>(1.0f) : ~uint32_t{0};
}

// A comparison with zero: both zeros of floats are, a NaN is not.
LaneMask lanes_not_zero(const Machine& machine, const MicroOperation* o, int component) {
    LaneMask lanes = 0;
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const uint32_t bits = read_lane(machine, o->sources[0], component, lane, o->kind);
        if ((o->kind == LaneKind::Float ? bits & 0x7fffffffu : bits) != 0) lanes |= LaneMask{1} << lane;
    }
    return lanes;
}

uint32_t quad_sum(const Machine& machine, const MicroOperation* o, int component, int lane) {
    if ((machine.running >> (lane & ~3) & 0xf) != 0xf) return 0;  // "0 for all fragments in the quad"
    int other = lane;
    switch (o->group_operation) {
        case GroupOperation::QuadAcross: other = lane ^ 1; break;
        case GroupOperation::QuadAlong: other = lane ^ 2; break;
        default: other = (lane & ~3) + static_cast<int>(o->group_operation) - static_cast<int>(GroupOperation::Quad0);
    }
    const float swizzled = std::bit_cast<float>(read_lane(machine, o->sources[0], component, other, LaneKind::Float));
    const float own = std::bit_cast<float>(read_lane(machine, o->sources[1], component, lane, LaneKind::Float));
    return std::bit_cast<uint32_t>(swizzled + own);
}

struct Shuffled {
    bool in_range;
    uint32_t value;
};

// maxThreadId is the last thread of the segment that may be read, or for SHFUP the first.
Shuffled shuffled(const Machine& machine, const MicroOperation* o, int lane) {
    const auto operand = [&](int n) { return read_lane(machine, o->sources[n], 0, lane, LaneKind::Unsigned); };
    const int index = static_cast<int>(operand(1) & 31);
    const uint32_t mask = operand(2);
    const auto segment = static_cast<int>(mask >> 8 & 31), clamp = static_cast<int>(mask & 31);
    const int least = lane & segment;
    const int most = least | (clamp & ~segment);
    int other = lane;
    switch (o->group_operation) {
        case GroupOperation::ShuffleUp: other = lane - index; break;
        case GroupOperation::ShuffleDown: other = lane + index; break;
        case GroupOperation::ShuffleXor: other = lane ^ index; break;
        default: other = (index & ~segment) | least;
    }
    const bool in_range =
        (o->group_operation == GroupOperation::ShuffleUp ? other >= most : other <= most) && other >= 0 && other < 32;
    // What an inactive thread holds is undefined; its register is read all the same.
    return {in_range, read_lane(machine, o->sources[0], 0, in_range ? other : lane, o->kind)};
}

}  // namespace

const MicroOperation* meet_in_group(Machine& machine, const MicroOperation* o) {
    LaneVector& result =
        *reinterpret_cast<LaneVector*>(machine.base[static_cast<int>(o->destination_base)] + o->destination);
    const bool shuffles = o->group_operation >= GroupOperation::ShuffleIndex;
    for (int c = 0; c < (shuffles ? 1 : 4); c++) {
        LaneMask lanes = 0;
        const bool votes = o->group_operation <= GroupOperation::Ballot;
        if (votes) lanes = lanes_not_zero(machine, o, c);
        for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            uint32_t& to = result.component[static_cast<size_t>(c)].lane[lane];
            if (shuffles) {
                const Shuffled got = shuffled(machine, o, lane);
                to = truth(got.in_range, o->kind);
                for (size_t other = 1; other < 4; other++) result.component[other].lane[lane] = got.value;
                continue;
            }
            switch (o->group_operation) {
                case GroupOperation::All: to = truth(lanes == machine.running, o->kind); break;
                case GroupOperation::Any: to = truth(lanes != 0, o->kind); break;
                case GroupOperation::Equal: to = truth(lanes == 0 || lanes == machine.running, o->kind); break;
                case GroupOperation::Ballot: to = lanes; break;
                default: to = quad_sum(machine, o, c, lane);
            }
        }
    }
    return o + 1;
}

// Lanes that ask for the same attribute go together.
const MicroOperation* interpolate_attribute(Machine& machine, const MicroOperation* o) {
    const InterpolationAccess& access = machine.program->interpolations[static_cast<size_t>(o->target)];
    const Group& group = *machine.group;
    LaneVector& result =
        *reinterpret_cast<LaneVector*>(machine.base[static_cast<int>(o->destination_base)] + o->destination);
    LaneWord x{}, y{};
    if (access.place != InterpolationPlace::Centroid) {
        const LaneKind kind = access.place == InterpolationPlace::Offset ? LaneKind::Float : LaneKind::Unsigned;
        for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            x.lane[lane] = read_lane(machine, o->sources[0], 0, lane, kind);
            y.lane[lane] = read_lane(machine, o->sources[0], 1, lane, kind);
        }
    }
    const auto attribute_of = [&](int lane) {
        int64_t element = access.element;
        if (access.indexed)
            element += static_cast<int32_t>(read_lane(machine, access.index, 0, lane, LaneKind::Signed));
        return access.first + static_cast<int32_t>(std::clamp<int64_t>(element, 0, access.size - 1));
    };
    for (LaneMask rest = machine.running; rest != 0;) {
        InterpolationRequest request{attribute_of(std::countr_zero(rest)), access.place, &x, &y};
        LaneMask same = rest;
        if (access.indexed)
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
    return o + 1;
}

}  // namespace runtime::interpreter
