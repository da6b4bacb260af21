// Structured flow over lanes that part ways. A lane is parked (not live) between the BRK, CONT or RET that it took and
// the place where the others catch up; frames remember who waits where.
#include <algorithm>
#include <bit>
#include <cmath>

#include "runtime/interpreter/execute.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/turn.h"

namespace runtime::interpreter {
using arbasm::LaneKind;

// "passes if and only if any of the four components passes"
LaneMask passing(const Machine& machine, const Condition& condition) {
    if (condition.is_true()) return machine.running;
    LaneMask lanes = 0;
    for (const uint8_t component : condition.swizzle) lanes |= tested(machine, condition, component);
    return lanes & machine.running;
}

namespace {

// Lanes wait for an indirect call: those that want the same subroutine go.
const Step* call_next(Machine& machine, Frame& frame) {
    const StepOffset target = frame.target[std::countr_zero(frame.waiting)];
    LaneMask same = 0;
    for (LaneMask rest = frame.waiting; rest != 0; rest &= rest - 1)
        if (frame.target[std::countr_zero(rest)] == target) same |= rest & (~rest + 1);
    frame.waiting &= ~same;
    machine.running = same;
    return step_at(machine, target);
}

const Step* finish_call(Machine& machine) {
    Frame& frame = machine.frames[machine.depth - 1];
    machine.live |= frame.left;
    frame.left = 0;
    if (frame.waiting != 0) return call_next(machine, frame);
    machine.depth--;
    machine.running = frame.outer & machine.live;
    return frame.exit;
}

// Goes on at `next`, or where the innermost frame ends if no lane runs any more.
const Step* proceed(Machine& machine, const Step* next) {
    while (machine.running == 0) {
        if (machine.depth == 0) return last_step(machine);
        const Frame& frame = machine.frames[machine.depth - 1];
        if (frame.kind != FrameKind::Call) return frame.exit;
        next = finish_call(machine);
    }
    return next;
}

Frame& push(Machine& machine, FrameKind kind, const Step* exit) {
    Frame& frame = machine.frames[machine.depth++];
    frame.kind = kind;
    frame.counted = false;
    frame.exit = exit;
    frame.outer = machine.running;
    frame.waiting = 0;
    frame.left = 0;
    return frame;
}

// Killed lanes go on as helpers, until no other lane is left.
const Step* kill(Machine& machine, LaneMask lanes, const Step* next) {
    Group& group = *machine.group;
    group.killed |= lanes;
    if ((group.active & ~group.helpers & ~group.killed) == 0) return last_step(machine);
    return next;
}

// The whole number of turns that a REP operand asks for.
int32_t turn_count(uint32_t bits, LaneKind kind) {
    if (kind == LaneKind::Signed) return static_cast<int32_t>(bits);
    if (kind == LaneKind::Unsigned) return bits > INT32_MAX ? INT32_MAX : static_cast<int32_t>(bits);
    const float count = std::floor(std::bit_cast<float>(bits));
    if (!(count > 0.0f)) return 0;
    return count >= 0x1p31f ? INT32_MAX : static_cast<int32_t>(count);
}

const Step* park(Machine& machine, LaneMask lanes, const Step* next) {
    machine.live &= ~lanes;
    machine.running &= ~lanes;
    return proceed(machine, next);
}

Frame* innermost(Machine& machine, FrameKind kind) {
    for (uint32_t i = machine.depth; i-- > 0;) {
        if (machine.frames[i].kind == kind) return &machine.frames[i];
        if (machine.frames[i].kind == FrameKind::Call) return nullptr;
    }
    return nullptr;
}

}  // namespace

const Step* execute(Machine&, const EndStep&) { return nullptr; }

const Step* execute(Machine& machine, const KillPassingStep& step) {
    return kill(machine, passing(machine, step.condition), next_of(step));
}

const Step* execute(Machine& machine, const KillNegativeStep& step) {
    LaneMask lanes = 0;
    for (LaneMask rest = step.lanes == LaneKind::Unsigned ? 0 : machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        for (int c = 0; c < 4; c++) {
            const uint32_t bits = read_lane(machine, step.source, c, lane, step.lanes);
            // -0 and NaN are not below zero.
            const bool below =
                step.lanes == LaneKind::Float ? std::bit_cast<float>(bits) < 0.0f : static_cast<int32_t>(bits) < 0;
            if (below) lanes |= 1u << lane;
        }
    }
    return kill(machine, lanes, next_of(step));
}

const Step* execute(Machine& machine, const IfStep& step) {
    const LaneMask then = passing(machine, step.condition);
    Frame& frame = push(machine, FrameKind::If, step_at(machine, step.otherwise));
    frame.waiting = machine.running & ~then;
    machine.running = then;
    return proceed(machine, next_of(step));
}

const Step* execute(Machine& machine, const ElseStep& step) {
    Frame& frame = machine.frames[machine.depth - 1];
    frame.exit = step_at(machine, step.end);
    machine.running = frame.waiting & machine.live;
    return proceed(machine, next_of(step));
}

const Step* execute(Machine& machine, const EndIfStep& step) {
    const Frame& frame = machine.frames[--machine.depth];
    machine.running = frame.outer & machine.live;
    return proceed(machine, next_of(step));
}

const Step* execute(Machine& machine, const RepeatStep& step) {
    Frame& frame = push(machine, FrameKind::Repeat, step_at(machine, step.end));
    frame.counted = step.counted;
    if (step.counted) {
        for (int lane = 0; lane < group_lanes; lane++) {
            frame.turns[lane] = 0;
            if (!(machine.running >> lane & 1)) continue;
            frame.turns[lane] = turn_count(read_lane(machine, step.count, 0, lane, step.count_lanes), step.count_lanes);
            if (frame.turns[lane] <= 0) frame.left |= 1u << lane;
        }
        machine.live &= ~frame.left;
        machine.running &= machine.live;
    }
    if (machine.running != 0) return next_of(step);
    return frame.exit;
}

bool charge(Machine& machine, uint32_t origin, int64_t steps) {
    machine.budget -= steps;
    if (machine.budget >= 0) return true;
    Watchdog* const watchdog = machine.environment->watchdog;
    machine.group->left = watchdog && leaves_piece();
    if (watchdog && !machine.group->left &&
        !watchdog->stops(machine.time, machine.code->program, line_of(*machine.code, origin))) {
        machine.budget = watchdog_interval;
        per_thread<WatchdogQuestions>().count++;
        return true;
    }
    machine.group->timed_out = true;
    return false;
}

const Step* execute(Machine& machine, const EndRepeatStep& step) {
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
        if (!charge(machine, step.origin, step.length)) return last_step(machine);
        return step_at(machine, step.body);
    }
    machine.live |= frame.left;
    machine.running = frame.outer & machine.live;
    machine.depth--;
    return proceed(machine, next_of(step));
}

const Step* execute(Machine& machine, const BreakStep& step) {
    const LaneMask lanes = passing(machine, step.condition);
    Frame* const loop = innermost(machine, FrameKind::Repeat);
    if (!loop) return next_of(step);
    loop->left |= lanes;
    return park(machine, lanes, next_of(step));
}

const Step* execute(Machine& machine, const ContinueStep& step) {
    const LaneMask lanes = passing(machine, step.condition);
    Frame* const loop = innermost(machine, FrameKind::Repeat);
    if (!loop) return next_of(step);
    loop->waiting |= lanes;
    return park(machine, lanes, next_of(step));
}

const Step* execute(Machine& machine, const CallStep& step) {
    const LaneMask lanes = passing(machine, step.condition);
    if (lanes == 0) return next_of(step);
    if (machine.depth + machine.code->max_nesting + 1 >= machine.max_frames) {
        // Beyond the limit a call ends the programs of NV_fragment_program2; from 4.0 on it has no effect.
        if (arbasm::is_nv4_family(machine.code->program->instruction_set)) return next_of(step);
        return park(machine, lanes, next_of(step));
    }
    if (!charge(machine, step.origin, 16)) return last_step(machine);
    push(machine, FrameKind::Call, next_of(step));
    machine.running = lanes;
    return step_at(machine, step.target);
}

const Step* execute(Machine& machine, const CallIndirectStep& step) {
    const LaneMask lanes = passing(machine, step.condition);
    if (lanes == 0 || machine.depth + machine.code->max_nesting + 1 >= machine.max_frames) return next_of(step);
    if (!charge(machine, step.origin, 16)) return last_step(machine);
    const auto chosen = machine.environment->subroutines;
    const arbasm::Variable& variable = machine.code->program->variables[static_cast<size_t>(step.variable)];
    const std::vector<StepOffset>& starts = machine.code->subroutines;
    Frame& frame = push(machine, FrameKind::Call, next_of(step));
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int32_t element = clamped_index(index_of_lane(machine, step.element, lane), step.size);
        const auto parameter = static_cast<size_t>(variable.subroutine_parameter(element));
        const uint32_t number = parameter < chosen.size() ? chosen[parameter] : 0;
        // The API refuses numbers that no label has.
        if (number >= starts.size() || starts[number] == no_step) continue;
        frame.target[lane] = starts[number];
        frame.waiting |= LaneMask{1} << lane;
    }
    if (frame.waiting == 0) {
        machine.depth--;
        return next_of(step);
    }
    return call_next(machine, frame);
}

const Step* execute(Machine& machine, const ReturnStep& step) {
    const LaneMask lanes = passing(machine, step.condition);
    Frame* const frame = innermost(machine, FrameKind::Call);
    // In the main program no frame waits for these lanes: they have ended.
    if (frame) frame->left |= lanes;
    return park(machine, lanes, next_of(step));
}

// A label ends the subroutine before it; the main program runs on.
const Step* execute(Machine& machine, const SubroutineEndStep& step) {
    if (machine.depth == 0) return next_of(step);
    return proceed(machine, finish_call(machine));
}

}  // namespace runtime::interpreter
