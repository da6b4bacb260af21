#pragma once

#include "arbasm/assembler.h"

namespace glapi {

// The limits programs are checked against, and that Get reports.
arbasm::Limits program_limits();

}  // namespace glapi
