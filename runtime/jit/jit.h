// The compiling engine: programs become machine code, from the same steps and meanings that the interpreter runs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ir/program_facts.h"
#include "runtime/execution/routine.h"
#include "runtime/jit/tiers.h"
#include "runtime/simd/cpu_features.h"

namespace runtime::jit {

// Null where the CPU lacks the level, or LLVM fails: the interpreter runs the program then.
std::shared_ptr<const Routine> make_routine(const arbasm::AnalyzedProgram& program, SimdLevel level);

// Longer programs are left to the interpreter by compile threads: LLVM's time grows faster than the program (1,600
// instructions of four elements take it 2 s), and a process that ends waits for it.
inline constexpr size_t most_instructions = 1500;

// The same for a compile thread. If the code is kept on disk or comes from there, whatever it will need is made at
// once.
CompiledCode make_routine(const arbasm::AnalyzedProgram& program, SimdLevel level, CompileRequest request);

// The estimated work of a group, for Tiered::use(): instructions times lanes.
uint64_t estimated_work(const arbasm::Program& program);

// A program as part of a Recipe's key. Empty where nothing is kept.
std::string program_key(const arbasm::Program& program);

}  // namespace runtime::jit
