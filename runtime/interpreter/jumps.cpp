#include "runtime/interpreter/jumps.h"

#include <bit>

namespace runtime::interpreter {
namespace {

int32_t index_of(const Machine& machine, const MicroOperation* o) {
    return static_cast<int32_t>(o - machine.program->steps.data());
}

void wait_at(Machine& machine, LaneMask lanes, int32_t step) {
    Jumps& jumps = *machine.jumps;
    jumps.waiting |= lanes;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) jumps.next[std::countr_zero(rest)] = step;
}

// Goes on with the lanes at the lowest step: those further on may be caught up with, those behind could not be.
const MicroOperation* resume(Machine& machine) {
    Jumps& jumps = *machine.jumps;
    machine.running = 0;
    if (jumps.waiting == 0) return last_step(machine);
    int32_t lowest = INT32_MAX;
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

const MicroOperation* jump(Machine& machine, const MicroOperation* o) {
    const LaneMask taken = passing(machine, o);
    if (taken == 0) return o + 1;
    const int32_t here = index_of(machine, o);
    if (!charge(machine, o, o->target <= here ? here - o->target + 1 : 1)) return last_step(machine);
    wait_at(machine, taken, o->target);
    wait_at(machine, machine.running & ~taken, here + 1);
    return resume(machine);
}

const MicroOperation* join(Machine& machine, const MicroOperation* o) {
    Jumps& jumps = *machine.jumps;
    const int32_t here = index_of(machine, o);
    for (LaneMask rest = jumps.waiting; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (jumps.next[lane] == here) machine.running |= 1u << lane;
    }
    jumps.waiting &= ~machine.running;
    return o + 1;
}

const MicroOperation* call_by_lane(Machine& machine, const MicroOperation* o) {
    const LaneMask taken = passing(machine, o);
    if (taken == 0) return o + 1;
    if (!charge(machine, o, 16)) return last_step(machine);
    Jumps& jumps = *machine.jumps;
    const int32_t here = index_of(machine, o);
    LaneMask called = taken;
    for (LaneMask rest = taken; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        // "if (callStackDepth >= MAX_PROGRAM_CALL_DEPTH_NV) terminate vertex program"
        if (jumps.depth[lane] >= machine.program->call_depth) {
            called &= ~(1u << lane);
            continue;
        }
        Jumps::Entry& entry = jumps.stack[jumps.depth[lane]++][lane];
        entry.is_address = false;
        entry.value[0] = here + 1;
    }
    wait_at(machine, called, o->target);
    wait_at(machine, machine.running & ~taken, here + 1);
    return resume(machine);
}

const MicroOperation* return_by_lane(Machine& machine, const MicroOperation* o) {
    const LaneMask taken = passing(machine, o);
    if (taken == 0) return o + 1;
    Jumps& jumps = *machine.jumps;
    for (LaneMask rest = taken; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        // An empty stack ends the program, as does an address register on top of it.
        if (jumps.depth[lane] == 0) continue;
        const Jumps::Entry& entry = jumps.stack[--jumps.depth[lane]][lane];
        if (!entry.is_address) wait_at(machine, 1u << lane, entry.value[0]);
    }
    wait_at(machine, machine.running & ~taken, index_of(machine, o) + 1);
    return resume(machine);
}

const MicroOperation* end_of_lanes(Machine& machine, const MicroOperation*) { return resume(machine); }

const MicroOperation* push_address(Machine& machine, const MicroOperation* o) {
    Jumps& jumps = *machine.jumps;
    LaneMask ended = 0;
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (jumps.depth[lane] >= machine.program->call_depth) {
            ended |= 1u << lane;
            continue;
        }
        Jumps::Entry& entry = jumps.stack[jumps.depth[lane]++][lane];
        entry.is_address = true;
        for (int c = 0; c < 4; c++)
            entry.value[c] = static_cast<int32_t>(read_lane(machine, o->sources[0], c, lane, arbasm::LaneKind::Signed));
    }
    machine.running &= ~ended;
    return machine.running != 0 ? o + 1 : resume(machine);
}

const MicroOperation* pop_address(Machine& machine, const MicroOperation* o) {
    Jumps& jumps = *machine.jumps;
    LaneMask ended = 0;
    auto& to = *reinterpret_cast<LaneVector*>(machine.base[static_cast<int>(o->destination_base)] + o->destination);
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const uint32_t depth = jumps.depth[lane];
        if (depth == 0 || !jumps.stack[depth - 1][lane].is_address) {
            ended |= 1u << lane;
            continue;
        }
        const Jumps::Entry& entry = jumps.stack[--jumps.depth[lane]][lane];
        for (size_t c = 0; c < 4; c++) to.component[c].lane[lane] = static_cast<uint32_t>(entry.value[c]);
    }
    machine.running &= ~ended;
    return machine.running != 0 ? o + 1 : resume(machine);
}

}  // namespace runtime::interpreter
