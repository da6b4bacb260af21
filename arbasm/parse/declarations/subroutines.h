// Subroutine types and variables (2.X.5 as ARB_shader_subroutine extends it).
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "arbasm/parse/context/context.h"
#include "arbasm/parse/context/labels.h"

namespace arbasm {

struct Subroutines {
    std::unordered_map<std::string_view, int32_t> types;   // index in Program::subroutine_types
    std::vector<std::vector<Token>> labels;                // by type: of its subroutines, which may stand further below
    std::unordered_map<int64_t, int32_t> parameter_types;  // type by the number of program.subroutine[]
};

// SUBROUTINETYPE name { label, label }: said again, it adds labels.
bool parse_subroutine_type(ParseContext& context, Subroutines& subroutines);

// SUBROUTINE type name = program.subroutine[0];  SUBROUTINE type name[] = { program.subroutine[0..3] };
bool parse_subroutine(ParseContext& context, Subroutines& subroutines);

// At the end: which labels belong to the types.
void resolve_subroutines(TokenCursor& cursor, Program& program, const Labels& labels, const Subroutines& subroutines);

}  // namespace arbasm
