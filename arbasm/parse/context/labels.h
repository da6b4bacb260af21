// Labels, and the calls that name them before they stand in the text.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "arbasm/parse/context/context.h"

namespace arbasm {

struct Labels {
    std::unordered_map<std::string_view, int32_t> by_name;    // index in Program::labels
    std::unordered_map<int32_t, std::string_view> by_number;  // SUBROUTINENUM
    std::vector<std::string_view> calls;                      // label's name by instruction; empty: none

    // The instruction calls, or jumps to, the label of this name.
    void note_call(size_t instruction, std::string_view name) {
        calls.resize(instruction + 1);
        calls.back() = name;
    }
};

// "name:" or, what indirect calls may reach, "name SUBROUTINENUM(n):"
bool starts_label(TokenCursor& cursor, const Program& program);
bool parse_label(ParseContext& context, Labels& labels);

// At the end: the targets of calls.
void resolve_calls(TokenCursor& cursor, Program& program, const Labels& labels);

}  // namespace arbasm
