// What lies in memory: parts of blocks, shared variables and counters as addresses, and the instructions that load and
// store there.
#pragma once

#include "glsl/lower/lowering_context.h"
#include "glsl/lower/variable_storage.h"

namespace glsl {

// What instructions a kind of memory has.
struct SpaceRow {
    MemorySpace space;
    Opcode loads, stores, changes;  // Count: there is none
    arbasm::Option option;          // Count: none
};
const SpaceRow& row_of(MemorySpace space);

// ---- l-values
// An element of an array or a column of a matrix: `constant`, or the one that `number` says.
LValue memory_element(Assembly& assembly, const LValue& lvalue, int64_t constant, const Operand& number);
LValue memory_member(Assembly& assembly, const LValue& lvalue, int number);
// The component of a vector that a run-time index chooses.
LValue memory_component(Assembly& assembly, const LValue& lvalue, const Operand& number);
// A component of a vector in memory, in bytes behind its beginning.
int64_t component_offset(const LValue& lvalue, int component);

// ---- instructions
// What is `more` bytes behind an l-value, for instructions on memory.
Operand memory_operand(LoweringContext& context, const LValue& lvalue, int64_t more);
Operation memory_operation(Assembly& assembly, Opcode opcode, const LValue& lvalue, int components);
Value load_memory(LoweringContext& context, const LValue& lvalue);
void store_memory(LoweringContext& context, const LValue& lvalue, const Operand& given);
// program.storagelen[n] of the block.
Operand buffer_length(Assembly& assembly, const Memory& memory, const LValue& lvalue);

}  // namespace glsl
