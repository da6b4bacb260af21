// Modifiers of instructions: data and storage types, condition codes, clamping, rounding (2.X.4 of NV_gpu_program4).
#pragma once

#include "arbasm/parse/language/mnemonic.h"
#include "arbasm/parse/text/cursor.h"
#include "ir/limits.h"
#include "ir/program.h"

namespace arbasm {

// What the word of the opcode says beside the opcode, and the modifiers behind it.
bool parse_instruction_modifiers(TokenCursor& cursor, const Program& program, const Limits& limits,
                                 const Mnemonic& mnemonic, const Token& word, Instruction& instruction);

}  // namespace arbasm
