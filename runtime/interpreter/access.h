// Steps that reach beyond a lane's own registers: textures, registers by index, constant buffers.
#pragma once

#include "runtime/decode/steps.h"

namespace runtime::interpreter {

const MicroOperation* sample_texture(Machine& machine, const MicroOperation* o);
const MicroOperation* gather_registers(Machine& machine, const MicroOperation* o);
const MicroOperation* scatter_registers(Machine& machine, const MicroOperation* o);
const MicroOperation* load_buffer(Machine& machine, const MicroOperation* o);
const MicroOperation* meet_in_group(Machine& machine, const MicroOperation* o);
const MicroOperation* interpolate_attribute(Machine& machine, const MicroOperation* o);
const MicroOperation* access_memory(Machine& machine, const MicroOperation* o);
const MicroOperation* access_image(Machine& machine, const MicroOperation* o);
const MicroOperation* memory_barrier(Machine& machine, const MicroOperation* o);
const MicroOperation* convert_registers(Machine& machine, const MicroOperation* o);

// What a register holds for numbers of a type.
arbasm::DataType register_type(arbasm::DataType type, bool wide);

// The unit that a lane's instruction means; units beyond a variable's are its first or last.
int32_t unit_of_lane(const Machine& machine, const UnitAccess& access, int lane);

}  // namespace runtime::interpreter
