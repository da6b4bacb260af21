// Tokens of a program string, one at a time. The text may hold anything; the lexer never reads past its end.
#pragma once

#include <cstdint>
#include <string_view>

#include "arbasm/program.h"

namespace arbasm {

enum class TokenKind : uint8_t {
    Identifier,
    Integer,
    Float,
    Punctuation,  // one character, in `text`
    Range,        // ".."
    Invalid,      // a character no program may hold
    End,          // of the text
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text;
    SourceLocation where;

    bool is(char c) const { return kind == TokenKind::Punctuation && text[0] == c; }
    bool is(std::string_view word) const { return kind == TokenKind::Identifier && text == word; }
};

class Lexer {
  public:
    // Lexes `text` from `offset`, which stands in its first line.
    Lexer(std::string_view text, size_t offset);

    const Token& token() const { return token_; }
    void advance();

    // Texture targets start with digits; this reads the current token again as one word of letters and digits.
    void relex_as_word();

    struct Mark {
        Token token;
        size_t position;
        uint32_t line;
        size_t line_start;
    };
    Mark mark() const { return {token_, position_, line_, line_start_}; }
    void reset(const Mark& mark);

    size_t end_of_last_token() const { return last_end_; }
    // Behind the current token: ':', '.', ';'; of a word that a blank and neither of these nor an 'S' follow, ' '; else
    // 0.
    char next_on_line() const;

  private:
    void skip_space();
    size_t number_end(bool& is_float) const;

    std::string_view text_;
    size_t position_ = 0;
    uint32_t line_ = 1;
    size_t line_start_ = 0;
    size_t last_end_ = 0;
    Token token_;
};

}  // namespace arbasm
