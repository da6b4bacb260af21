// Steps of the stages between vertices and fragments, and of work groups.
#pragma once

#include "runtime/decode/steps.h"
#include "runtime/simd/lane_group.h"

namespace runtime::interpreter {

const MicroOperation* read_stage_input(Machine& machine, const MicroOperation* o);
const MicroOperation* share_result(Machine& machine, const MicroOperation* o);
const MicroOperation* emit_vertex(Machine& machine, const MicroOperation* o);
const MicroOperation* end_primitive(Machine& machine, const MicroOperation* o);
const MicroOperation* barrier(Machine& machine, const MicroOperation* o);

// Lanes of the patch that a lane works on.
inline LaneMask patch_lanes(const Group& group, int lane) {
    const int threads = group.patch_threads > 0 ? group.patch_threads : 1;
    const int first = lane / threads * threads;
    return first_lanes(threads) << first;
}

}  // namespace runtime::interpreter
