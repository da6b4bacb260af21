// The functions that do steps.
#pragma once

#include "runtime/interpreter/machine.h"
#include "runtime/simd/cpu_features.h"

namespace runtime::interpreter {

// Does a step and returns the next one, null at the end. Steps that compute are done by functions compiled per
// instruction set; the others are the same on every CPU:
//   flow_steps.cpp        structured flow, KIL
//   jump_steps.cpp        flow by labels
//   register_steps.cpp    registers by index, constant buffers
//   memory_steps.cpp      loads, stores, atomic operations
//   texture_steps.cpp     textures
//   image_steps.cpp       images
//   group_steps.cpp       lanes together, interpolation
//   stage_steps.cpp       stages before fragments, work groups
#define STEP(name) const Step* execute(Machine& machine, const name##Step& step);
#define STEP_PER_CPU(name)
#include "runtime/decode/steps.def"
#undef STEP
#undef STEP_PER_CPU

// The functions of a step for each SIMD level. Wide: of 64-bit numbers. compute_where_kept() runs before the
// kernels of conditional results and finds the lanes that write. The kernels themselves, several hundred, read
// Machine::keep only.
struct Kernel {
    Handler function = nullptr;
    bool takes_kept_lanes = true;
};
template <SimdLevel>
Kernel compute_kernel(const ComputeStep& step);
template <SimdLevel>
Kernel wide_kernel(const ComputeStep& step);
const Step* compute_where_kept(Machine& machine, const Step* step);
template <SimdLevel>
Handler convert_handler(const ConvertStep& step);

// Conversions a lane at a time, for types that the instruction sets' functions leave.
const Step* convert_lanes_singly(Machine& machine, const ConvertStep& step);
// The bits of a register for numbers of a type.
arbasm::DataType register_type(arbasm::DataType type, bool wide);

// ---- flow --------------------------------------------------------------------------------------------------------

inline const Step* step_at(const Machine& machine, StepOffset offset) { return machine.code->steps.at(offset); }
inline const Step* last_step(const Machine& machine) { return step_at(machine, machine.code->end); }

// Running lanes for which any component passes.
LaneMask passing(const Machine& machine, const Condition& condition);
// Counts steps that are taken back; false: the watchdog ends the program.
// origin: of the step, which the watchdog's message names.
bool charge(Machine& machine, uint32_t origin, int64_t steps);

// The unit that a lane's instruction means; units beyond a variable's are its first or last.
int32_t unit_of_lane(const Machine& machine, const UnitAccess& access, int lane);
// Sets the sparse code of the running lanes: which met texels without memory.
inline void set_sparse_code(Machine& machine, LaneMask missing) {
    machine.missing = (machine.missing & ~machine.running) | (missing & machine.running);
}

}  // namespace runtime::interpreter
