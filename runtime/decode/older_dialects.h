// What the dialects before NV_gpu_program4 compute their own way: rules that an instruction set or a program gives, and
// the steps that convert operands for them.
#pragma once

#include <cstdint>

#include "ir/program.h"
#include "ir/semantics/operations.h"
#include "runtime/decode/operands.h"
#include "runtime/decode/register_layout.h"
#include "runtime/decode/step_writer.h"

namespace runtime::decoded {

// ---- flow
uint32_t call_depth(InstructionSet set);
// A call may end the program for some lanes.
bool call_may_end_program(InstructionSet set);

// ---- operands
bool rsq_takes_absolute(InstructionSet set);
// An index beyond the variable reads (0,0,0,0), not the variable's last register.
bool reads_zero_outside(InstructionSet set);
// w of the attribute register is 0, whatever the register holds.
bool has_zero_w(const Program& program, int32_t attribute);

// ---- arithmetic
// NaNs and powers.
Operation operation_in_dialect(InstructionSet set, Operation operation);
Precision precision_of(const Program& program, const Instruction& instruction);
// What a result goes through before it is clamped and written; Operation::Count: nothing.
Operation result_conversion(const Program& program, const Instruction& instruction);
// Operands of a step of that operation, rounded to `precision`.
void convert_operands(Precision precision, Operation operation, uint8_t write_mask, Source* sources, int count,
                      RegisterLayout& registers, StepWriter& steps);

}  // namespace runtime::decoded
