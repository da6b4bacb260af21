// Programs to routines: the one interface of the interpreter, the JIT and the emulated machines.
#pragma once

#include <cstdint>
#include <memory>

#include "ir/program_facts.h"
#include "runtime/execution/routine.h"

namespace runtime {

enum class Engine : uint8_t { Automatic, Interpreter, Jit };

// Never fails: where LLVM does, the interpreter runs. Engine::Automatic follows ASMGL_ENGINE.
std::shared_ptr<const Routine> compile(const arbasm::AnalyzedProgram& program, Engine engine = Engine::Automatic);

}  // namespace runtime
