// Removes dead code: instructions with results and condition codes that are overwritten before they are read, single
// components, empty branches.
//
// Writes of results stay, as do accesses to memory and images, and registers of 64 bits.
#pragma once

#include "ir/program.h"

namespace arbasm {

Program remove_dead(Program program);

}  // namespace arbasm
