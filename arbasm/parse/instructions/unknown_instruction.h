// Words that are no instruction of the program's language: what was meant, or what they need.
#pragma once

#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

// An opcode of another language, stage or option.
bool report_unavailable(TokenCursor& cursor, const Program& program, const Token& word, const OpcodeInfo& info);

// A word that begins no statement of any language.
bool report_unknown_statement(TokenCursor& cursor, const Program& program, const Token& word);

}  // namespace arbasm
