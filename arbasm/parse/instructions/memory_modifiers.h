// Modifiers of instructions that read or write memory, textures and images.
#pragma once

#include "arbasm/parse/text/cursor.h"
#include "ir/limits.h"
#include "ir/program.h"

namespace arbasm {

// How many types the modifiers of an instruction have named.
struct TypeModifiers {
    int types = 0;     // of registers: F, S, U, F64
    int storages = 0;  // of memory: F32X4
};

// COH, VOL, SPARSE, CTA, the atomic operations. `known` is false for words that are none of these.
bool apply_memory_modifier(TokenCursor& cursor, const Program& program, Instruction& instruction, const Token& modifier,
                           bool& known);

// Whether they fit together, when all are read.
bool finish_memory_modifiers(TokenCursor& cursor, const Program& program, const Limits& limits,
                             const TypeModifiers& given, Instruction& instruction, const Token& word);

}  // namespace arbasm
