#include "glsl/syntax/token_stream.h"

namespace glsl {

bool TokenStream::expect(TokenKind kind, std::string_view what) {
    if (take_if(kind)) return true;
    unexpected(what);
    return false;
}

void TokenStream::unexpected(std::string_view wanted) {
    const Token& token = peek();
    const bool word = token.kind == TokenKind::Keyword;
    // A word in the place of a name is reported once, not at each use.
    if (word && misused_.contains(token.keyword)) return;
    if (word && (wanted == "a name" || wanted.starts_with("the name"))) misused_.insert(token.keyword);
    const std::string found =
        token.kind == TokenKind::End ? "the end of the shader" : "\"" + std::string(token.text) + "\"";
    context_.error(token.where, "expected " + std::string(wanted) + " before " + found,
                   word ? found + " is a word of the language, which names nothing" : "");
}

void TokenStream::skip_to_statement_end() {
    for (int braces = 0; !at_end(); take()) {
        if (is(TokenKind::LeftBrace)) braces++;
        if (is(TokenKind::RightBrace) && --braces < 0) return;
        if (braces == 0 && (is(TokenKind::Semicolon) || is(TokenKind::RightBrace))) {
            take();
            return;
        }
    }
}

}  // namespace glsl
