#include "runtime/interpreter/stages.h"

#include <algorithm>
#include <bit>

namespace runtime::interpreter {

using arbasm::LaneKind;

namespace {

LaneVector* registers_at(const Machine& machine, Base base, uint32_t offset) {
    return reinterpret_cast<LaneVector*>(machine.base[static_cast<int>(base)] + offset);
}

int64_t index_of(const Machine& machine, const Source& index, int lane) {
    return static_cast<int32_t>(read_lane(machine, index, 0, lane, LaneKind::Signed));
}

}  // namespace

// vertex[i].…, vertex.out[i].…: where the vertex or the register is known at run time only, or another thread has it.
const MicroOperation* read_stage_input(Machine& machine, const MicroOperation* o) {
    const StageAccess& access = machine.program->stage_accesses[static_cast<size_t>(o->target)];
    const Group& group = *machine.group;
    LaneVector& result = *registers_at(machine, o->destination_base, o->destination);
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        int64_t element = access.element, vertex = std::max(access.vertex, 0);
        if (access.indexed) element += index_of(machine, access.index, lane);
        if (access.vertex_indexed) vertex += index_of(machine, access.vertex_index, lane);
        const auto number = static_cast<size_t>(std::clamp<int64_t>(element, 0, access.size - 1));
        const LaneVector* from;
        int from_lane = lane;
        if (access.of_output) {
            const int32_t output = access.outputs[number];
            if (output < 0) {  // nobody writes it
                for (LaneWord& word : result.component) word.lane[lane] = 0;
                continue;
            }
            from = registers_at(machine, Base::Results, 0) + output;
            const int threads = std::max(group.patch_threads, 1);
            if (access.vertex >= 0 || access.vertex_indexed)
                from_lane =
                    std::min(lane / threads * threads + static_cast<int>(std::clamp<int64_t>(vertex, 0, threads - 1)),
                             group_lanes - 1);
        } else {
            const int64_t last = std::max(group.vertex_count, 1) - 1;
            from = group.attributes +
                   static_cast<size_t>(std::clamp<int64_t>(vertex, 0, last)) *
                       machine.program->program->attributes.size() +
                   static_cast<size_t>(access.first) + number;
        }
        for (size_t c = 0; c < 4; c++) result.component[c].lane[lane] = from->component[c].lane[from_lane];
    }
    return o + 1;
}

// A per-patch result that some threads have just written is every thread's; of several the last one's counts.
const MicroOperation* share_result(Machine& machine, const MicroOperation* o) {
    LaneVector& result = *registers_at(machine, o->destination_base, o->destination);
    for (size_t c = 0; c < 4; c++) {
        if (!(o->write_mask >> c & 1)) continue;
        for (LaneMask rest = machine.keep[c]; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const uint32_t value = result.component[c].lane[lane];
            const LaneMask patch = patch_lanes(*machine.group, lane);
            // Not before the patch's last writer has been found.
            if ((rest & patch) != (LaneMask{1} << lane)) continue;
            for (LaneMask all = patch; all != 0; all &= all - 1)
                result.component[c].lane[std::countr_zero(all)] = value;
        }
    }
    return o + 1;
}

const MicroOperation* emit_vertex(Machine& machine, const MicroOperation* o) {
    EmittedVertices* const emitted = machine.group->emitted;
    if (!emitted) return o + 1;
    const LaneVector* const results = machine.group->results;
    const size_t count = machine.program->program->results.size();
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        uint32_t stream = 0;
        if (o->counted) {
            stream = read_lane(machine, o->sources[0], 0, lane, LaneKind::Unsigned);
            if (stream >= max_vertex_streams) continue;
        }
        uint32_t* const to = emitted->add(lane, static_cast<uint8_t>(stream));
        if (!to) continue;
        for (size_t r = 0; r < count; r++)
            for (size_t c = 0; c < 4; c++) to[4 * r + c] = results[r].component[c].lane[lane];
    }
    return o + 1;
}

const MicroOperation* end_primitive(Machine& machine, const MicroOperation* o) {
    EmittedVertices* const emitted = machine.group->emitted;
    if (!emitted) return o + 1;
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) emitted->end_strip(std::countr_zero(rest));
    return o + 1;
}

// The lanes of a group run in step; groups that work together wait for each other.
const MicroOperation* barrier(Machine& machine, const MicroOperation* o) {
    if (!machine.together) return o + 1;
    machine.resume = o + 1;
    return nullptr;
}

}  // namespace runtime::interpreter
