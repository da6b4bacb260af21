// Features that a program's instruction set and options allow.
#pragma once

#include <initializer_list>

#include "ir/program.h"

namespace arbasm {

// Whether the option is given, or part of another one that is.
bool allows(const Program& program, Option option);

bool has_condition_codes(const Program& program);
bool has_second_condition_code(const Program& program);
bool has_labels(const Program& program);
bool has_vector_addresses(const Program& program);  // address registers of four components, and more than one of them
bool has_precisions(const Program& program);        // suffixes R, H and X
bool has_loops(const Program& program);             // LOOP and REP of NV_fragment_program2

// Whether the program's instruction set and stage have the opcode. OpcodeInfo::option may be needed beside.
bool has_opcode(const Program& program, Opcode opcode);
// The option that unlocks it; Option::Count: it needs none.
Option needed_option(const Program& program, Opcode opcode);
// The column of an opcode's row that allows a data type of this size; 0: none does.
uint16_t column_of(DataType type);

}  // namespace arbasm
