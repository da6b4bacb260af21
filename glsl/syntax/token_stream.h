// The tokens of a shader, taken one by one, and what is said where another was expected.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_set>

#include "glsl/check/context.h"
#include "glsl/language/keywords.h"

namespace glsl {

class TokenStream {
  public:
    // `tokens` end with an End.
    TokenStream(CheckContext& context, std::span<const Token> tokens) : context_(context), tokens_(tokens) {}

    const Token& peek(size_t ahead = 0) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }
    const Token& take() {
        const Token& token = peek();
        if (next_ + 1 < tokens_.size()) next_++;
        return token;
    }
    bool is(TokenKind kind, size_t ahead = 0) const { return peek(ahead).kind == kind; }
    bool is(Keyword keyword, size_t ahead = 0) const {
        return is(TokenKind::Keyword, ahead) && peek(ahead).keyword == keyword;
    }
    bool at_end() const { return is(TokenKind::End); }
    bool take_if(TokenKind kind) {
        if (!is(kind)) return false;
        take();
        return true;
    }
    bool take_if(Keyword keyword) {
        if (!is(keyword)) return false;
        take();
        return true;
    }
    size_t position() const { return next_; }

    // Reports what is missing. False: it was.
    bool expect(TokenKind kind, std::string_view what);
    void unexpected(std::string_view wanted);
    // Whether the word has been reported as one that names nothing.
    bool is_misused(Keyword keyword) const { return misused_.contains(keyword); }
    // To behind the next ; of this level, or before the } that ends it.
    void skip_to_statement_end();

  private:
    CheckContext& context_;
    std::span<const Token> tokens_;
    size_t next_ = 0;
    std::unordered_set<Keyword> misused_;
};

}  // namespace glsl
