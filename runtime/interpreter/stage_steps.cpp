// Steps of the stages between vertices and fragments, and of work groups.
#include <algorithm>
#include <bit>

#include "runtime/interpreter/execute.h"

namespace runtime::interpreter {

using arbasm::LaneKind;

namespace {

void copy_lane(LaneVector& to, int to_lane, const LaneVector& from, int from_lane) {
    for (size_t c = 0; c < 4; c++) to.component[c].lane[to_lane] = from.component[c].lane[from_lane];
}

}  // namespace

// vertex[i].…, where the vertex or the register is known at run time only.
const Step* execute(Machine& machine, const ReadVertexStep& step) {
    const Group& group = *machine.group;
    LaneVector& result = machine.vector(step.destination);
    const size_t registers = machine.code->program->attributes.size();
    for (LaneMask rest = prepared_lanes(machine, step.for_all_lanes); rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int32_t number = clamped_index(index_of_lane(machine, step.element, lane), step.size);
        const int32_t vertex =
            clamped_index(index_of_lane(machine, step.vertex, lane), std::max(group.vertex_count, 1));
        copy_lane(result, lane,
                  group.attributes[static_cast<size_t>(vertex) * registers + static_cast<size_t>(step.first + number)],
                  lane);
    }
    return next_of(step);
}

// vertex.out[i].…: another thread has it.
const Step* execute(Machine& machine, const ReadOutputStep& step) {
    const Group& group = *machine.group;
    LaneVector& result = machine.vector(step.destination);
    const int threads = std::max(group.patch_threads, 1);
    for (LaneMask rest = prepared_lanes(machine, step.for_all_lanes); rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int32_t number = clamped_index(index_of_lane(machine, step.element, lane), step.size);
        const int32_t output = machine.code->output_numbers[step.outputs + static_cast<uint32_t>(number)];
        if (output < 0) {  // not written
            for (LaneWord& word : result.component) word.lane[lane] = 0;
            continue;
        }
        int from_lane = lane;
        if (step.of_vertex) {
            const int32_t vertex = clamped_index(index_of_lane(machine, step.vertex, lane), threads);
            from_lane = std::min(lane / threads * threads + vertex, group_lanes - 1);
        }
        copy_lane(result, lane, group.results[output], from_lane);
    }
    return next_of(step);
}

// A per-patch result that some threads have just written is every thread's; of several the last one's counts.
const Step* execute(Machine& machine, const ShareResultStep& step) {
    LaneVector& result = machine.vector(step.destination);
    for (size_t c = 0; c < 4; c++) {
        if (!(step.write_mask >> c & 1)) continue;
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
    return next_of(step);
}

const Step* execute(Machine& machine, const EmitVertexStep& step) {
    EmittedVertices* const emitted = machine.group->emitted;
    if (!emitted) return next_of(step);
    const LaneVector* const results = machine.group->results;
    const size_t count = machine.code->program->results.size();
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        uint32_t stream = 0;
        if (step.has_stream) {
            stream = read_lane(machine, step.stream, 0, lane, LaneKind::Unsigned);
            if (stream >= max_vertex_streams) continue;
        }
        uint32_t* const to = emitted->add(lane, static_cast<uint8_t>(stream));
        if (!to) continue;
        for (size_t r = 0; r < count; r++)
            for (size_t c = 0; c < 4; c++) to[4 * r + c] = results[r].component[c].lane[lane];
    }
    return next_of(step);
}

const Step* execute(Machine& machine, const EndPrimitiveStep& step) {
    EmittedVertices* const emitted = machine.group->emitted;
    if (!emitted) return next_of(step);
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) emitted->end_strip(std::countr_zero(rest));
    return next_of(step);
}

// The lanes of a group run in step; groups that work together wait for each other.
const Step* execute(Machine& machine, const BarrierStep& step) {
    if (!machine.together) return next_of(step);
    machine.resume = next_of(step);
    return nullptr;
}

}  // namespace runtime::interpreter
