// Flow without structure: BRA to labels, and the stack that CAL, RET, PUSHA and POPA share, of vertex programs before
// NV_gpu_program4. Lanes that part ways wait at the step where they go on; see Jumps in micro_operation.h.
#pragma once

#include "runtime/decode/steps.h"

namespace runtime::interpreter {

const MicroOperation* jump(Machine& machine, const MicroOperation* o);
const MicroOperation* join(Machine& machine, const MicroOperation* o);
const MicroOperation* call_by_lane(Machine& machine, const MicroOperation* o);
const MicroOperation* return_by_lane(Machine& machine, const MicroOperation* o);
const MicroOperation* end_of_lanes(Machine& machine, const MicroOperation* o);
const MicroOperation* push_address(Machine& machine, const MicroOperation* o);
const MicroOperation* pop_address(Machine& machine, const MicroOperation* o);

// From control_flow.cpp.
const MicroOperation* step_at(const Machine& machine, int32_t index);
const MicroOperation* last_step(const Machine& machine);
LaneMask passing(const Machine& machine, const MicroOperation* o);
// False: the watchdog ends the program.
bool charge(Machine& machine, const MicroOperation* o, int64_t steps);

}  // namespace runtime::interpreter
