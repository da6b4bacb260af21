// The tokens of one program and what is said about them: all parts of the parser read and report through it.
//
// A function named parse_x returns false after it has reported an error; the caller just passes that on, and the
// statement loop goes on behind the next semicolon. Likewise what reports an error returns false.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arbasm/parse/text/lexer.h"
#include "arbasm/parse/text/quote.h"
#include "ir/diagnostic.h"

namespace arbasm {

class TokenCursor : public Lexer {
  public:
    static constexpr size_t max_errors = 20;

    explicit TokenCursor(std::string_view text) : Lexer(text, 0) {}

    // ---- errors
    bool fail(SourceLocation where, std::string message, std::string hint = {});
    bool fail(std::string message, std::string hint = {}) {
        return fail(token().where, std::move(message), std::move(hint));
    }
    bool unexpected(std::string_view wanted);                                       // "expected WANTED, found TOKEN"
    void remark(SourceLocation where, std::string message, std::string hint = {});  // taken, against the texts
    bool has_max_errors() const { return errors.size() >= max_errors; }

    std::vector<Diagnostic> errors, remarks;

    // ---- tokens
    bool accept(char c);
    bool expect(char c);
    bool peek_is(char c);  // the token after the current one
    bool peek_is_identifier();
    bool is_last_word(std::string_view word);
    bool parse_unsigned(int64_t& value, int64_t limit, std::string_view what);
    // Goes on behind the next semicolon, or at the END.
    void recover();

    // Behind a header: where the text goes on.
    void restart_at(size_t offset) { static_cast<Lexer&>(*this) = Lexer(text(), offset); }
    // From the NV_gpu_program4 family on.
    void allow_hexadecimal() { hexadecimal_ = true; }

  private:
    bool hexadecimal_ = false;
};

}  // namespace arbasm
