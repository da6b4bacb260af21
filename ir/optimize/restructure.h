// What holds a program together, after instructions have come or gone.
#pragma once

#include <vector>

#include "ir/program.h"

namespace arbasm {

// Leaves out those that are marked; labels go to what follows.
void remove_instructions(Program& program, const std::vector<bool>& removed);

// Instruction::target of blocks and of what leaves loops, from how they are nested.
void connect_blocks(Program& program);

// The units that instructions name, and the numbers of registers.
void renumber(Program& program);

}  // namespace arbasm
