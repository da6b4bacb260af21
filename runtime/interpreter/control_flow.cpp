// Structured flow over lanes that part ways. A lane is parked (not live) between the BRK, CONT or RET that it took and
// the place where the others catch up; frames remember who waits where.
#include <algorithm>
#include <bit>
#include <cmath>

#include "runtime/decode/steps.h"
#include "runtime/interpreter/access.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/jumps.h"
#include "runtime/interpreter/stages.h"

namespace runtime::interpreter {
namespace {

using arbasm::ConditionTest;
using arbasm::LaneKind;

}  // namespace

const MicroOperation* step_at(const Machine& machine, int32_t index) {
    return &machine.program->steps[static_cast<size_t>(index)];
}
const MicroOperation* last_step(const Machine& machine) { return &machine.program->steps.back(); }

// "passes if and only if any of the four components passes"
LaneMask passing(const Machine& machine, const MicroOperation* o) {
    if (o->test == ConditionTest::True) return machine.running;
    LaneMask lanes = 0;
    for (const uint8_t component : o->test_swizzle) lanes |= tested(machine.code[o->test_register], o->test, component);
    return lanes & machine.running;
}

namespace {

// Of the lanes that wait for an indirect call, those that want the same subroutine go.
const MicroOperation* call_next(Machine& machine, Frame& frame) {
    const int32_t target = frame.turns[std::countr_zero(frame.waiting)];
    LaneMask same = 0;
    for (LaneMask rest = frame.waiting; rest != 0; rest &= rest - 1)
        if (frame.turns[std::countr_zero(rest)] == target) same |= rest & (~rest + 1);
    frame.waiting &= ~same;
    machine.running = same;
    return step_at(machine, target);
}

const MicroOperation* finish_call(Machine& machine) {
    Frame& frame = machine.frames[machine.depth - 1];
    machine.live |= frame.left;
    frame.left = 0;
    if (frame.waiting != 0) return call_next(machine, frame);
    machine.depth--;
    machine.running = frame.outer & machine.live;
    return frame.exit;
}

// Goes on at `next`, or where the innermost frame ends if no lane runs any more.
const MicroOperation* proceed(Machine& machine, const MicroOperation* next) {
    while (machine.running == 0) {
        if (machine.depth == 0) return last_step(machine);
        const Frame& frame = machine.frames[machine.depth - 1];
        if (frame.kind != FrameKind::Call) return frame.exit;
        next = finish_call(machine);
    }
    return next;
}

Frame& push(Machine& machine, FrameKind kind, const MicroOperation* exit) {
    Frame& frame = machine.frames[machine.depth++];
    frame.kind = kind;
    frame.counted = false;
    frame.exit = exit;
    frame.outer = machine.running;
    frame.waiting = 0;
    frame.left = 0;
    return frame;
}

const MicroOperation* end(Machine&, const MicroOperation*) { return nullptr; }

const MicroOperation* kill(Machine& machine, const MicroOperation* o) {
    LaneMask lanes = 0;
    if (o->condition_operand) {
        lanes = passing(machine, o);
    } else if (o->kind != LaneKind::Unsigned) {
        for (int lane = 0; lane < group_lanes; lane++) {
            if (!(machine.running >> lane & 1)) continue;
            for (int c = 0; c < 4; c++) {
                const uint32_t bits = read_lane(machine, o->sources[0], c, lane, o->kind);
                // -0 and NaN are not below zero.
                const bool below =
                    o->kind == LaneKind::Float ? std::bit_cast<float>(bits) < 0.0f : static_cast<int32_t>(bits) < 0;
                if (below) lanes |= 1u << lane;
            }
        }
    }
    Group& group = *machine.group;
    group.killed |= lanes;
    // Killed lanes go on as helpers; when no other lane is left nobody needs them.
    if ((group.active & ~group.helpers & ~group.killed) == 0) return last_step(machine);
    return o + 1;
}

const MicroOperation* enter_if(Machine& machine, const MicroOperation* o) {
    const LaneMask then = passing(machine, o);
    const MicroOperation* const other = step_at(machine, o->target);
    Frame& frame = push(machine, FrameKind::If, other);
    frame.waiting = machine.running & ~then;
    machine.running = then;
    return proceed(machine, o + 1);
}

const MicroOperation* enter_else(Machine& machine, const MicroOperation* o) {
    Frame& frame = machine.frames[machine.depth - 1];
    frame.exit = step_at(machine, o->target);
    machine.running = frame.waiting & machine.live;
    return proceed(machine, o + 1);
}

const MicroOperation* leave_if(Machine& machine, const MicroOperation* o) {
    const Frame& frame = machine.frames[--machine.depth];
    machine.running = frame.outer & machine.live;
    return proceed(machine, o + 1);
}

// The whole number of turns that a REP operand asks for.
int32_t turn_count(uint32_t bits, LaneKind kind) {
    if (kind == LaneKind::Signed) return static_cast<int32_t>(bits);
    if (kind == LaneKind::Unsigned) return bits > INT32_MAX ? INT32_MAX : static_cast<int32_t>(bits);
    const float count = std::floor(std::bit_cast<float>(bits));
    if (!(count > 0.0f)) return 0;
    return count >= 0x1p31f ? INT32_MAX : static_cast<int32_t>(count);
}

const MicroOperation* enter_repeat(Machine& machine, const MicroOperation* o) {
    Frame& frame = push(machine, FrameKind::Repeat, step_at(machine, o->target));
    frame.counted = o->counted;
    if (o->counted) {
        for (int lane = 0; lane < group_lanes; lane++) {
            frame.turns[lane] = 0;
            if (!(machine.running >> lane & 1)) continue;
            frame.turns[lane] = turn_count(read_lane(machine, o->sources[0], 0, lane, o->kind), o->kind);
            if (frame.turns[lane] <= 0) frame.left |= 1u << lane;
        }
        machine.live &= ~frame.left;
        machine.running &= machine.live;
    }
    if (machine.running != 0) return o + 1;
    return frame.exit;
}

}  // namespace

bool charge(Machine& machine, const MicroOperation* o, int64_t steps) {
    machine.budget -= steps;
    if (machine.budget >= 0) return true;
    Watchdog* const watchdog = machine.environment->watchdog;
    if (watchdog && !watchdog->expired(machine.program->program, o->line)) {
        machine.budget = watchdog_interval;
        return true;
    }
    machine.group->timed_out = true;
    return false;
}

namespace {

const MicroOperation* repeat(Machine& machine, const MicroOperation* o) {
    Frame& frame = machine.frames[machine.depth - 1];
    machine.live |= frame.waiting;
    frame.waiting = 0;
    LaneMask turning = frame.outer & machine.live;
    if (frame.counted) {
        LaneMask done = 0;
        for (LaneMask rest = turning; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            if (--frame.turns[lane] <= 0) done |= 1u << lane;
        }
        frame.left |= done;
        machine.live &= ~done;
        turning &= ~done;
    }
    machine.running = turning;
    if (turning != 0) {
        const MicroOperation* const first = step_at(machine, o->target) + 1;
        if (!charge(machine, o, o - first + 1)) return last_step(machine);
        return first;
    }
    machine.live |= frame.left;
    machine.running = frame.outer & machine.live;
    machine.depth--;
    return proceed(machine, o + 1);
}

Frame* innermost(Machine& machine, FrameKind kind) {
    for (uint32_t i = machine.depth; i-- > 0;) {
        if (machine.frames[i].kind == kind) return &machine.frames[i];
        if (machine.frames[i].kind == FrameKind::Call) return nullptr;
    }
    return nullptr;
}

const MicroOperation* park(Machine& machine, const MicroOperation* o, LaneMask lanes) {
    machine.live &= ~lanes;
    machine.running &= ~lanes;
    return proceed(machine, o + 1);
}

const MicroOperation* leave_loop(Machine& machine, const MicroOperation* o) {
    const LaneMask lanes = passing(machine, o);
    Frame* const loop = innermost(machine, FrameKind::Repeat);
    if (!loop) return o + 1;
    loop->left |= lanes;
    return park(machine, o, lanes);
}

const MicroOperation* next_turn(Machine& machine, const MicroOperation* o) {
    const LaneMask lanes = passing(machine, o);
    Frame* const loop = innermost(machine, FrameKind::Repeat);
    if (!loop) return o + 1;
    loop->waiting |= lanes;
    return park(machine, o, lanes);
}

const MicroOperation* call(Machine& machine, const MicroOperation* o) {
    const LaneMask lanes = passing(machine, o);
    if (lanes == 0) return o + 1;
    if (machine.depth + machine.program->max_nesting + 1 >= machine.max_frames) {
        // Beyond the limit a call ends the programs of NV_fragment_program2; from 4.0 on it has no effect.
        if (arbasm::is_nv4_family(machine.program->program->instruction_set)) return o + 1;
        return park(machine, o, lanes);
    }
    if (!charge(machine, o, 16)) return last_step(machine);
    push(machine, FrameKind::Call, o + 1);
    machine.running = lanes;
    return step_at(machine, o->target);
}

const MicroOperation* call_indirect(Machine& machine, const MicroOperation* o) {
    const IndexedAccess& access = machine.program->indexed[static_cast<size_t>(o->target)];
    const LaneMask lanes = passing(machine, o);
    if (lanes == 0 || machine.depth + machine.program->max_nesting + 1 >= machine.max_frames) return o + 1;
    if (!charge(machine, o, 16)) return last_step(machine);
    const auto chosen = machine.environment->subroutines;
    const arbasm::Variable& variable = machine.program->program->variables[access.first];
    const std::vector<int32_t>& starts = machine.program->subroutines;
    Frame& frame = push(machine, FrameKind::Call, o + 1);
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        int64_t element = access.element;
        if (access.registers != 0)
            element += static_cast<int32_t>(read_lane(machine, access.index, 0, lane, LaneKind::Signed));
        element = std::clamp<int64_t>(element, 0, access.size - 1);
        const auto parameter = static_cast<size_t>(variable.subroutine_parameter(static_cast<int32_t>(element)));
        const uint32_t number = parameter < chosen.size() ? chosen[parameter] : 0;
        // The API refuses numbers that no label has.
        if (number >= starts.size() || starts[number] < 0) continue;
        frame.turns[lane] = starts[number];
        frame.waiting |= LaneMask{1} << lane;
    }
    if (frame.waiting == 0) {
        machine.depth--;
        return o + 1;
    }
    return call_next(machine, frame);
}

const MicroOperation* leave_subroutine(Machine& machine, const MicroOperation* o) {
    const LaneMask lanes = passing(machine, o);
    Frame* const frame = innermost(machine, FrameKind::Call);
    // In the main program nobody waits for these lanes: they have ended.
    if (frame) frame->left |= lanes;
    return park(machine, o, lanes);
}

// A label in the way ends the subroutine before it; the main program runs on.
const MicroOperation* end_subroutine(Machine& machine, const MicroOperation* o) {
    if (machine.depth == 0) return o + 1;
    return proceed(machine, finish_call(machine));
}

}  // namespace

uint32_t read_lane(const Machine& machine, const Source& source, int component, int lane, LaneKind kind) {
    const auto file = static_cast<int>(source.base[component]);
    const std::byte* const at = machine.base[file] + source.offset[component];
    uint32_t bits = *reinterpret_cast<const uint32_t*>(at + (machine.stride[file] != 0 ? 4 * lane : 0));
    const bool negate = source.negate >> component & 1;
    if (kind == LaneKind::Float) {
        if (source.absolute) bits &= 0x7fffffffu;
        return negate ? bits ^ 0x80000000u : bits;
    }
    if (source.absolute && kind == LaneKind::Signed && (bits >> 31) != 0) bits = 0u - bits;
    return negate ? 0u - bits : bits;
}

uint64_t read_wide_lane(const Machine& machine, const Source& source, int component, int lane, LaneKind kind) {
    const std::byte* const at =
        machine.base[static_cast<int>(source.base[component])] + source.offset[component] + 4 * lane;
    uint64_t bits =
        *reinterpret_cast<const uint32_t*>(at) | uint64_t{*reinterpret_cast<const uint32_t*>(at + vector_bytes)} << 32;
    const bool negate = source.negate >> component & 1;
    if (kind == LaneKind::Float) {
        if (source.absolute) bits &= ~(uint64_t{1} << 63);
        return negate ? bits ^ uint64_t { 1 } << 63 : bits;
    }
    if (source.absolute && kind == LaneKind::Signed && (bits >> 63) != 0) bits = 0 - bits;
    return negate ? 0 - bits : bits;
}

Handler common_handler(Step step) {
    switch (step) {
        case Step::Compute:
        case Step::Convert: return nullptr;
        case Step::End: return end;
        case Step::Kill: return kill;
        case Step::If: return enter_if;
        case Step::Else: return enter_else;
        case Step::EndIf: return leave_if;
        case Step::Repeat: return enter_repeat;
        case Step::EndRepeat: return repeat;
        case Step::Break: return leave_loop;
        case Step::Continue: return next_turn;
        case Step::Call: return call;
        case Step::Return: return leave_subroutine;
        case Step::SubroutineEnd: return end_subroutine;
        case Step::Sample: return sample_texture;
        case Step::GatherRegisters: return gather_registers;
        case Step::ScatterRegisters: return scatter_registers;
        case Step::LoadBuffer: return load_buffer;
        case Step::Jump: return jump;
        case Step::Join: return join;
        case Step::JumpCall: return call_by_lane;
        case Step::JumpReturn: return return_by_lane;
        case Step::JumpEnd: return end_of_lanes;
        case Step::PushAddress: return push_address;
        case Step::PopAddress: return pop_address;
        case Step::Group: return meet_in_group;
        case Step::CallIndirect: return call_indirect;
        case Step::Interpolate: return interpolate_attribute;
        case Step::ReadStageInput: return read_stage_input;
        case Step::ShareResult: return share_result;
        case Step::EmitVertex: return emit_vertex;
        case Step::EndPrimitive: return end_primitive;
        case Step::Barrier: return barrier;
        case Step::AccessMemory: return access_memory;
        case Step::AccessImage: return access_image;
        case Step::MemoryBarrier: return memory_barrier;
    }
    return nullptr;
}

}  // namespace runtime::interpreter
