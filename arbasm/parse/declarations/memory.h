// Variables in memory: BUFFER, BUFFER4, CBUFFER, STORAGE, COUNTER (2.X.3.6 of NV_gpu_program4; ranges of buffers in
// NV_gpu_program5) and SHARED.
#pragma once

#include <cstdint>
#include <string_view>

#include "arbasm/parse/context/context.h"
#include "arbasm/parse/declarations/declaration_modifiers.h"

namespace arbasm {

struct MemoryKind {
    RegisterFile file{};
    std::string_view declaration, word;  // CBUFFER, buffer
    uint8_t element_words = 0;
    int64_t buffers = 1;  // binding points
    int64_t whole = 0;    // elements of the largest buffer
    bool ranges = false;  // of buffers: b[][]
};

//   b = program.buffer[a][n]   b[] = { program.buffer[a] | program.buffer[a][n] | program.buffer[a][n..m], … }
//   b[][] = { program.buffer[a..b] | … }
bool parse_memory(ParseContext& context, const MemoryKind& kind, const DeclarationModifiers& modifiers);

// SHARED s[] = { program.sharedmem };  { program.sharedmem[a..b] };  SHARED s = program.sharedmem[a];
bool parse_shared(ParseContext& context, const DeclarationModifiers& modifiers);

}  // namespace arbasm
