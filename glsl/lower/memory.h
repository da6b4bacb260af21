// What lies in memory: parts of blocks, shared variables and counters as addresses, and the instructions that load and
// store there.
#pragma once

#include "glsl/lower/lowering_context.h"
#include "glsl/lower/place.h"

namespace glsl {

// What instructions a kind of memory has.
struct SpaceRow {
    MemorySpace space;
    Opcode loads, stores, changes;  // Count: there is none
    arbasm::Option option;          // Count: none
};
const SpaceRow& row_of(MemorySpace space);

// ---- places
// An element of an array or a column of a matrix: `constant`, or the one that `number` says.
Place memory_element(Assembly& assembly, const Place& place, int64_t constant, const Operand& number);
Place memory_member(Assembly& assembly, const Place& place, int number);
// The component of a vector that a run-time index chooses.
Place memory_component(Assembly& assembly, const Place& place, const Operand& number);
// A component of a vector in memory, in bytes behind its beginning.
int64_t component_offset(const Place& place, int component);

// ---- instructions
// What is `more` bytes behind a place, for instructions on memory.
Operand memory_operand(LoweringContext& context, const Place& place, int64_t more);
Operation memory_operation(Assembly& assembly, Opcode opcode, const Place& place, int components);
Value load_memory(LoweringContext& context, const Place& place);
void store_memory(LoweringContext& context, const Place& place, const Operand& given);
// program.storagelen[n] of the block.
Operand buffer_length(Assembly& assembly, const Memory& memory, const Place& place);

}  // namespace glsl
