// Text to Program and back.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/limits.h"
#include "ir/program.h"

namespace arbasm {

struct ParseResult {
    std::shared_ptr<const Program> program;  // null on error
    std::vector<Diagnostic> errors;          // in source order; the first is the one GL reports; at most 20
    std::vector<Diagnostic> remarks;         // what is taken though the specifications refuse it; in source order
    std::vector<Diagnostic> warnings;        // what is right, and hardly meant; in source order; where asked for
};

// Parses, checks and flattens a program. The header chooses stage and instruction set. Never throws; any input.
ParseResult parse(std::string_view text, const Limits& limits = {}, bool with_warnings = false);

// Canonical text; parse(print(p)) yields a Program equal to p.
std::string print(const Program& program);

}  // namespace arbasm
