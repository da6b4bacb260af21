// Programs to routines: the page that the interpreter, the JIT and emulated machines stand behind.
#pragma once

#include <cstdint>
#include <memory>

#include "ir/program.h"
#include "runtime/execution/routine.h"

namespace runtime {

enum class Engine : uint8_t { Automatic, Interpreter, Jit };

// Never fails: where LLVM does, the interpreter runs. Engine::Automatic follows ASMGL_ENGINE.
std::shared_ptr<const Routine> compile(std::shared_ptr<const arbasm::Program> program,
                                       Engine engine = Engine::Automatic);

}  // namespace runtime
