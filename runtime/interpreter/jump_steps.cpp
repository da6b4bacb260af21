// Flow without structure: BRA to labels, and the stack that CAL, RET, PUSHA and POPA share, of vertex programs before
// NV_gpu_program4. Lanes that part ways wait at the step where they go on; see Jumps in machine.h.
#include <bit>

#include "runtime/interpreter/execute.h"

namespace runtime::interpreter {
namespace {

template <class T>
StepOffset offset_behind(const Machine& machine, const T& step) {
    return machine.code->steps.offset_of(next_of(step));
}

void wait_at(Machine& machine, LaneMask lanes, StepOffset step) {
    Jumps& jumps = *machine.jumps;
    jumps.waiting |= lanes;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) jumps.next[std::countr_zero(rest)] = step;
}

// Goes on with the lanes at the lowest step: those further on may be caught up with, those behind could not be.
const Step* resume(Machine& machine) {
    Jumps& jumps = *machine.jumps;
    machine.running = 0;
    if (jumps.waiting == 0) return last_step(machine);
    StepOffset lowest = no_step;
    for (LaneMask rest = jumps.waiting; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (jumps.next[lane] > lowest) continue;
        if (jumps.next[lane] < lowest) machine.running = 0;
        lowest = jumps.next[lane];
        machine.running |= 1u << lane;
    }
    jumps.waiting &= ~machine.running;
    return step_at(machine, lowest);
}

}  // namespace

const Step* execute(Machine& machine, const JumpStep& step) {
    const LaneMask taken = passing(machine, step.condition);
    if (taken == 0) return next_of(step);
    if (!charge(machine, step.origin, step.length)) return last_step(machine);
    wait_at(machine, taken, step.target);
    wait_at(machine, machine.running & ~taken, offset_behind(machine, step));
    return resume(machine);
}

const Step* execute(Machine& machine, const JoinStep& step) {
    Jumps& jumps = *machine.jumps;
    const StepOffset here = machine.code->steps.offset_of(&step);
    for (LaneMask rest = jumps.waiting; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (jumps.next[lane] == here) machine.running |= 1u << lane;
    }
    jumps.waiting &= ~machine.running;
    return next_of(step);
}

const Step* execute(Machine& machine, const JumpCallStep& step) {
    const LaneMask taken = passing(machine, step.condition);
    if (taken == 0) return next_of(step);
    if (!charge(machine, step.origin, 16)) return last_step(machine);
    Jumps& jumps = *machine.jumps;
    const StepOffset behind = offset_behind(machine, step);
    LaneMask called = taken;
    for (LaneMask rest = taken; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        // "if (callStackDepth >= MAX_PROGRAM_CALL_DEPTH_NV) terminate vertex program"
        if (jumps.depth[lane] >= machine.code->call_depth) {
            called &= ~(1u << lane);
            continue;
        }
        Jumps::Entry& entry = jumps.stack[jumps.depth[lane]++][lane];
        entry.is_address = false;
        entry.return_to = behind;
    }
    wait_at(machine, called, step.target);
    wait_at(machine, machine.running & ~taken, behind);
    return resume(machine);
}

const Step* execute(Machine& machine, const JumpReturnStep& step) {
    const LaneMask taken = passing(machine, step.condition);
    if (taken == 0) return next_of(step);
    Jumps& jumps = *machine.jumps;
    for (LaneMask rest = taken; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        // An empty stack ends the program, as does an address register on top of it.
        if (jumps.depth[lane] == 0) continue;
        const Jumps::Entry& entry = jumps.stack[--jumps.depth[lane]][lane];
        if (!entry.is_address) wait_at(machine, 1u << lane, entry.return_to);
    }
    wait_at(machine, machine.running & ~taken, offset_behind(machine, step));
    return resume(machine);
}

const Step* execute(Machine& machine, const JumpEndStep&) { return resume(machine); }

const Step* execute(Machine& machine, const PushAddressStep& step) {
    Jumps& jumps = *machine.jumps;
    LaneMask ended = 0;
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (jumps.depth[lane] >= machine.code->call_depth) {
            ended |= 1u << lane;
            continue;
        }
        Jumps::Entry& entry = jumps.stack[jumps.depth[lane]++][lane];
        entry.is_address = true;
        for (int c = 0; c < 4; c++)
            entry.address[c] = static_cast<int32_t>(read_lane(machine, step.source, c, lane, arbasm::LaneKind::Signed));
    }
    machine.running &= ~ended;
    return machine.running != 0 ? next_of(step) : resume(machine);
}

const Step* execute(Machine& machine, const PopAddressStep& step) {
    Jumps& jumps = *machine.jumps;
    LaneMask ended = 0;
    LaneVector& to = machine.vector(step.destination);
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const uint32_t depth = jumps.depth[lane];
        if (depth == 0 || !jumps.stack[depth - 1][lane].is_address) {
            ended |= 1u << lane;
            continue;
        }
        const Jumps::Entry& entry = jumps.stack[--jumps.depth[lane]][lane];
        for (size_t c = 0; c < 4; c++) to.component[c].lane[lane] = static_cast<uint32_t>(entry.address[c]);
    }
    machine.running &= ~ended;
    return machine.running != 0 ? next_of(step) : resume(machine);
}

}  // namespace runtime::interpreter
