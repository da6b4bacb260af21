// Passthrough inputs of geometry programs, as results.
#pragma once

#include "ir/program.h"

namespace arbasm {

// For a program with PASSTHROUGH declarations: the named inputs become results, after the program's own, so that later
// stages find them. Other programs are returned unchanged.
Program expand_passthrough(const Program& program);

}  // namespace arbasm
