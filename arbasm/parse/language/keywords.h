// The keywords of a program's language, and where statements end.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

// Whether a declaration, or its modifiers, begin with this word.
bool is_declaration(const Program& program, std::string_view word);

// Whether a statement, or the end of the program, begins with this word.
bool is_keyword(const Program& program, std::string_view word);

// Whether the word can't name a variable or a label.
bool is_reserved(const Program& program, std::string_view name);

// The semicolon behind a statement. Where it is missing, the next statement is not lost with it.
bool end_statement(TokenCursor& cursor, const Program& program);

// Keywords that a program writes in lower case.
class LowerCaseKeywords {
  public:
    // If the token is one: told, each once, and read as what it means, so that the names it declares are known.
    bool respell(TokenCursor& cursor, const Program& program);

  private:
    std::unordered_set<std::string> told_;
};

}  // namespace arbasm
