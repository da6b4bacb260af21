// What geometry programs hand on, as results.
#pragma once

#include "ir/program.h"

namespace arbasm {

// For a program with PASSTHROUGH declarations: what they name becomes results of the program, behind those that it
// writes itself, so that the stages behind it find them. Other programs come back unchanged.
Program expand_passthrough(const Program& program);

}  // namespace arbasm
