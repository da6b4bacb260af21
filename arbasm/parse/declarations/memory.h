// Variables in memory: BUFFER, BUFFER4, CBUFFER, STORAGE, COUNTER (2.X.3.6 of NV_gpu_program4; ranges of buffers in
// NV_gpu_program5) and SHARED.
#pragma once

#include <string_view>

#include "arbasm/parse/context/context.h"
#include "arbasm/parse/declarations/declaration_modifiers.h"

namespace arbasm {

// Whether the word is BUFFER, BUFFER4, CBUFFER, STORAGE or COUNTER.
bool declares_buffer(std::string_view word);

// From such a word on:
//   b = program.buffer[a][n]   b[] = { program.buffer[a] | program.buffer[a][n] | program.buffer[a][n..m], … }
//   b[][] = { program.buffer[a..b] | … }
bool parse_buffer(ParseContext& context, const DeclarationModifiers& modifiers);

// From the word SHARED on:
//   s[] = { program.sharedmem }   s[] = { program.sharedmem[a..b] }   s = program.sharedmem[a]
bool parse_shared(ParseContext& context, const DeclarationModifiers& modifiers);

}  // namespace arbasm
