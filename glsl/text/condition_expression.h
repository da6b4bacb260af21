// The integer expressions of #if, #elif and #line. Private to the folder.
#pragma once

#include <optional>
#include <span>

#include "glsl/text/lexer.h"
#include "glsl/text/message.h"

namespace glsl {

class ConditionExpression {
  public:
    // `tokens`: after expansion of macros and `defined`. `strict`: words that are left are errors, and not 0 (ES).
    ConditionExpression(std::span<const RawToken> tokens, const Location& where, bool strict, Messages& messages)
        : tokens_(tokens), where_(where), strict_(strict), messages_(messages) {}

    // One expression, as long as one can be made; none after an error, which has been told.
    std::optional<int64_t> value();
    bool at_end() const { return at_ == tokens_.size(); }
    Location here() const { return at_end() ? where_ : tokens_[at_].where; }

  private:
    static constexpr int deepest = 200;

    int64_t binary(int least_precedence, bool evaluated);
    int64_t unary(bool evaluated);
    int64_t primary(bool evaluated);
    int64_t apply(TokenKind mark, int64_t a, int64_t b, bool evaluated);
    bool take(TokenKind mark);
    int64_t fail(std::string text);

    std::span<const RawToken> tokens_;
    size_t at_ = 0;
    Location where_;
    bool strict_;
    bool failed_ = false;
    int depth_ = 0;
    Messages& messages_;
};

}  // namespace glsl
