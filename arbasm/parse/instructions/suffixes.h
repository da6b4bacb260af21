// Suffixes of opcodes before NV_gpu_program4.
#pragma once

#include "arbasm/parse/language/mnemonic.h"
#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

// Table X.5 of the options and their like: OPCODE[R|H|X][C|C0|C1][_SAT|_SSAT].
bool apply_suffixes(TokenCursor& cursor, const Program& program, Instruction& instruction, const Mnemonic& mnemonic,
                    const Token& word);

}  // namespace arbasm
