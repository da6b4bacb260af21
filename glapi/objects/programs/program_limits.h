#pragma once

#include "arbasm/assembler.h"

namespace glapi {

// The limits programs are checked against, and that Get reports.
arbasm::Limits program_limits();
// Those of the stages of GLSL programs: every uniform component that Get promises may take a register of its own.
arbasm::Limits shader_limits();

}  // namespace glapi
