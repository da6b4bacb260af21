// Tokens of a program string, one at a time. The text may hold anything; the lexer never reads past its end.
#pragma once

#include <cstdint>
#include <string_view>

#include "ir/program.h"

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

    std::string_view text() const { return text_; }
    const Token& token() const { return token_; }
    void advance();

    // Texture targets start with digits; this reads the current token again as one word of letters and digits.
    void relex_as_word();

    struct Mark {
        Token token;
        size_t position;
        uint32_t line;
        size_t line_start;
        SourceLocation behind_last;
    };
    Mark mark() const { return {token_, position_, line_, line_start_, behind_last_}; }
    void reset(const Mark& mark);

    size_t end_of_last_token() const { return behind_last_.offset; }
    // What is written from there up to the end of the last token.
    std::string_view text_since(SourceLocation start) const {
        return text_.substr(start.offset, behind_last_.offset - start.offset);
    }
    // Behind the last token, where something is missing that should follow it.
    SourceLocation behind_last_token() const { return behind_last_; }
    // Replaces the current token's word by the right spelling; its position stays.
    void respell(std::string_view word) { token_.text = word; }
    // The first comment of another language: skipped like one of its own. Kind End: there is none.
    const Token& foreign_comment() const { return foreign_comment_; }
    // Behind the current token: ':', '.', ';'; of a word that a blank and neither of these nor an 'S' follow, ' '; else
    // 0.
    char next_on_line() const;

  private:
    SourceLocation here() const {
        return {static_cast<uint32_t>(position_), line_, static_cast<uint32_t>(position_ - line_start_ + 1)};
    }
    void skip_space();
    void end_line();
    bool skip_foreign_comment();
    size_t number_end(bool& is_float) const;

    std::string_view text_;
    size_t position_ = 0;
    uint32_t line_ = 1;
    size_t line_start_ = 0;
    SourceLocation behind_last_;
    Token token_, foreign_comment_;
};

}  // namespace arbasm
