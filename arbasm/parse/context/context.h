// What bindings, operands, instructions and declarations share while one program is read: its tokens, and what has been
// made of them so far. What fewer of them need they hand on as an argument of its own (Labels, Subroutines, …).
#pragma once

#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/context/vertex_numbers.h"
#include "arbasm/parse/text/cursor.h"
#include "ir/checks/check_program.h"
#include "ir/limits.h"
#include "ir/program.h"

namespace arbasm {

struct ParseContext : TokenCursor {
    ParseContext(std::string_view text, const Limits& all_limits) : TokenCursor(text), limits(all_limits) {}

    ParseContext(const ParseContext&) = delete;
    ParseContext& operator=(const ParseContext&) = delete;

    const Limits& limits;
    Program program;             // as far as it has been read
    ProgramLocations locations;  // of what is in it
    Symbols symbols{program, locations};
    VertexNumbers vertices;
    int open_loops = 0;  // LOOP without its ENDLOOP so far: A0.x can be used
};

}  // namespace arbasm
