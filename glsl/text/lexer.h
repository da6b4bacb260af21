// Characters to preprocessing tokens: words, numbers, marks; blanks, comments and line continuations are gone.
#pragma once

#include <cstdint>
#include <string_view>

#include "glsl/text/names.h"
#include "glsl/text/source_text.h"
#include "glsl/text/token.h"

namespace glsl {

class Messages;

enum class RawKind : uint8_t {
    End,
    NewLine,      // only while a directive is read
    Name,         // RawToken::name
    Number,       // as written; convert_number says which
    Mark,         // an operator or mark: RawToken::mark
    Hash,         // #
    HashHash,     // ##
    Other,        // a character that the language has no use for, or several if they are one in UTF-8
    Placemarker,  // an empty argument beside ##
};

struct RawToken {
    RawKind kind = RawKind::End;
    TokenKind mark = TokenKind::End;
    bool space_before = false;
    bool line_start = false;    // the first of its line
    bool never_expand = false;  // met inside its own expansion
    int16_t parameter = -1;     // in a macro's body: which parameter it stands for
    std::string_view text;
    Name* name = nullptr;
    Location where;
};

class Lexer {
  public:
    // Adds "unterminated comment" to `messages`; nothing else is wrong with characters until they are used.
    Lexer(const SourceText::Part& part, NameTable& names, Messages& messages, int32_t string);

    // The end, or the end of a directive's line, is found again and again.
    RawToken next();

    // While a directive is read, a new-line is a token and not passed.
    void begin_directive() { in_directive_ = true; }
    // Passes what is left of the line.
    void end_directive();

    // Passes lines until one begins with #, and that; false at the end.
    bool skip_to_directive();

    // From the last token to the end of the line, without blanks at both ends. For #error and paths.
    std::string_view rest_of_line();

    // To where a copy of this lexer stood.
    void go_back_to(const Lexer& earlier);

    // The line that follows the current one has this number; `string` as in Location.
    void set_line(uint32_t line) { line_ = line - 1; }
    void set_string(int32_t string) { string_ = string; }

  private:
    bool at_newline() const { return *at_ == '\n' || *at_ == '\r'; }
    void pass_newline();
    // Blanks, comments and (outside of directives) new-lines. True if there was anything.
    bool pass_blanks();
    void pass_line_comment();
    void pass_block_comment();
    void pass_breaks();
    Location here();
    void read_word(RawToken& token);
    void read_mark(RawToken& token);

    NameTable& names_;
    Messages& messages_;
    const SourceText::Part& part_;
    const char* const begin_;
    const char* const end_;
    const char* at_;
    const char* next_break_;  // where the next of part_.breaks stands, or behind the end
    size_t break_index_ = 0;
    uint32_t removed_ = 0;     // bytes of continuations before at_
    uint32_t line_begin_ = 0;  // in the part's original text
    uint32_t line_ = 1;
    int32_t string_ = 0;
    bool line_start_ = true;
    bool in_directive_ = false;
};

// Reads one token out of a text that has no blanks: for ##. A zero byte follows `text`. Kind End: it is not one
// token.
RawToken read_one_token(std::string_view text, NameTable& names);

}  // namespace glsl
