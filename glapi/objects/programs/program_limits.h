#pragma once

#include "arbasm/assembler.h"

namespace glapi {

inline constexpr int atomic_counter_count = 4096;  // MAX_VERTEX_ATOMIC_COUNTERS and the same of other stages

// The limits programs are checked against, and that Get reports.
arbasm::Limits program_limits();
// Those of the stages of GLSL programs: every uniform component that Get promises may take a register of its own.
arbasm::Limits shader_limits();

}  // namespace glapi
