// Expressions of the grammar, and what is made of them in types: the sizes of arrays. A function for each rule, which
// asks check/ for what the rule means.
#pragma once

#include <vector>

#include "glsl/check/checker.h"
#include "glsl/syntax/nesting.h"
#include "glsl/syntax/token_stream.h"

namespace glsl {

class ExpressionParser {
  public:
    ExpressionParser(Checker& checker, TokenStream& tokens, Nesting::State& nesting)
        : checker_(checker), context_(checker.context()), tokens_(tokens), nesting_(nesting) {}

    Expression* expression();
    Expression* assignment();
    Expression* conditional();

    // The * behind a type.
    const Type* pointers(const Type* type);
    // Brackets behind a type or name: the first is the outermost array.
    const Type* array_suffix(const Type* type);
    // The numbers in brackets, from the outermost; 0 where there is none.
    std::vector<int32_t> array_sizes();

  private:
    Expression* binary(int least_precedence);
    Expression* unary();
    Expression* postfix();
    Expression* primary();
    std::vector<Expression*> arguments();
    bool begins_cast() const;

    Checker& checker_;
    CheckContext& context_;
    TokenStream& tokens_;
    Nesting::State& nesting_;
};

}  // namespace glsl
