// Repairs a program's structure after instructions have been added or removed.
#pragma once

#include <vector>

#include "ir/program.h"

namespace arbasm {

// Removes marked instructions; their labels move to the next instruction.
void remove_instructions(Program& program, const std::vector<bool>& removed);

// Instruction::target of blocks and of what leaves loops, from how they are nested.
void connect_blocks(Program& program);

// The units that instructions name, and the numbers of registers.
void renumber(Program& program);

}  // namespace arbasm
