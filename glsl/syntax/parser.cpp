#include "glsl/syntax/parser.h"

namespace glsl {

bool Parser::expect(TokenKind kind, std::string_view what) {
    if (take_if(kind)) return true;
    unexpected(what);
    return false;
}

void Parser::unexpected(std::string_view wanted) {
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

// To behind the next ; of this level, or before the } that ends it.
void Parser::skip_to_statement_end() {
    for (int braces = 0; !at_end(); take()) {
        if (is(TokenKind::LeftBrace)) braces++;
        if (is(TokenKind::RightBrace) && --braces < 0) return;
        if (braces == 0 && (is(TokenKind::Semicolon) || is(TokenKind::RightBrace))) {
            take();
            return;
        }
    }
}

void Parser::translation_unit() {
    while (!at_end() && !context_.too_many_errors()) {
        const size_t before = next_;
        external_declaration();
        if (next_ == before) {
            unexpected("a declaration");
            take();
        }
    }
}

BlockStatement* Parser::text() {
    std::vector<Statement*> statements;
    // A shader that has too many errors already has its blocks left where they are.
    while (!at_end() && !context_.too_many_errors())
        if (Statement* inner = statement()) statements.push_back(inner);
    BlockStatement* block = context_.statement<BlockStatement>({});
    block->statements = context_.arena().copy(statements);
    return block;
}

}  // namespace glsl
