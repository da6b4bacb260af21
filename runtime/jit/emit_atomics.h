// Atomic operations on memory, a lane after the other.
#pragma once

#include "runtime/jit/buffer_windows.h"

namespace runtime::jit {

// Whether code does an atomic operation on a number of the type, which is a word or two.
bool changes_inside(arbasm::AtomicOperation operation, arbasm::DataType storage);
// The same of vectors of halves.
bool changes_halves(arbasm::AtomicOperation operation);

// Gives what was there before. `value`: for CSWAP; counters have no operand. On one word, and on two.
ScalarUnsigned operate_atomically(arbasm::AtomicOperation operation, arbasm::DataType storage, Pointer at,
                                  ScalarUnsigned operand, ScalarUnsigned value);
ScalarWideUnsigned operate_atomically(arbasm::AtomicOperation operation, arbasm::DataType storage, Pointer at,
                                      ScalarWideUnsigned operand, ScalarWideUnsigned value);

// A step whose lanes have all been found to be inside.
void change_memory(const AccessMemoryStep& step, const Registers& registers, const MemoryAddresses& addresses,
                   Mask lanes);

// The words of the first components of what a step writes: one for each, or two.
std::vector<Unsigned> data_words(const AccessMemoryStep& step, const Registers& registers, int components);

}  // namespace runtime::jit
