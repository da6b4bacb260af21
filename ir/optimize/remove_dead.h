// Leaves out what nobody reads: instructions whose results and condition codes are written anew before they are looked
// at, components of others, branches without content.
//
// Writes of results stay, as do accesses to memory and images, and registers of 64 bits.
#pragma once

#include "ir/program.h"

namespace arbasm {

Program remove_dead(Program program);

}  // namespace arbasm
