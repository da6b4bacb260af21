#include "glsl/syntax/parser.h"

namespace glsl {

void Parser::translation_unit() {
    while (!tokens_.at_end() && !context_.too_many_errors()) {
        const size_t before = tokens_.position();
        external_declaration();
        if (tokens_.position() == before) {
            tokens_.unexpected("a declaration");
            tokens_.take();
        }
    }
}

BlockStatement* Parser::text() {
    std::vector<Statement*> statements;
    // A shader that has too many errors already has its blocks left where they are.
    while (!tokens_.at_end() && !context_.too_many_errors())
        if (Statement* inner = statement()) statements.push_back(inner);
    BlockStatement* block = context_.statement<BlockStatement>({});
    block->statements = context_.arena().copy(statements);
    return block;
}

}  // namespace glsl
