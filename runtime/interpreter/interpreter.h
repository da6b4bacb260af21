// The reference engine: runs any supported Program step by step over lane groups.
#pragma once

#include <memory>

#include "runtime/decode/code.h"
#include "runtime/execution/routine.h"
#include "runtime/simd/cpu_features.h"

namespace runtime::interpreter {

std::shared_ptr<const Routine> make_routine(std::shared_ptr<const arbasm::Program> program, SimdLevel level);

// Sets every step's handler for a CPU.
void set_handlers(decoded::Code& code, SimdLevel level);

// Steps one group may take back in loops and calls before it is ended, where the draw has no watchdog.
inline constexpr int64_t step_limit = 16'000'000;
// Steps between two questions to a draw's own watchdog.
inline constexpr int64_t watchdog_interval = 100'000;

}  // namespace runtime::interpreter
