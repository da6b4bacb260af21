// The grammar of chapter 9, by recursive descent: declarations and statements, a function for each rule, which asks
// check/ for what the rule means. After a mistake the parser skips to the next ; or } and goes on.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "glsl/check/checker.h"
#include "glsl/syntax/expression_parser.h"
#include "glsl/syntax/specifier.h"

namespace glsl {

class Parser {
  public:
    // `tokens` end with an End.
    Parser(Checker& checker, std::span<const Token> tokens)
        : checker_(checker), context_(checker.context()), tokens_(context_, tokens) {}

    void translation_unit();
    // Parses a built-in's GLSL source: the body of a function, with its parameters in scope.
    BlockStatement* text();

  private:
    // ---- declarations
    void external_declaration();
    bool begins_declaration() const;
    bool qualifier(Specifier& specifier);
    void layout(Specifier& specifier, Location where);
    void subroutine(Specifier& specifier);
    void default_layout(Specifier& specifier);
    void qualifiers(Specifier& specifier, bool parameter);
    bool type_specifier(Specifier& specifier);
    const Type* structure();
    std::vector<Member> members(std::vector<BlockMember>* qualifiers, Storage storage);
    void member_qualifiers(Specifier& specifier, Storage block);
    void function(Specifier& specifier, std::string_view name, Location where);
    ParameterDeclaration parameter();
    void block(const Specifier& specifier, std::string_view name, Location where);
    void declare_nothing(Specifier& specifier, bool defines);
    bool take_empty_declarator(Specifier& specifier);
    std::vector<Declaration*> declarators(Specifier& specifier, std::string_view name, Location where);
    Declaration* declarator(const Specifier& specifier, std::string_view name, Location where);
    Initialiser initialiser();
    void precision_statement();

    // ---- statements
    BlockStatement* compound(bool own_scope);
    Statement* statement();
    Statement* declaration_statement();
    Statement* if_statement();
    Statement* for_statement();
    Statement* while_statement();
    Statement* do_statement();
    Statement* switch_statement();
    Statement* jump_statement();
    Statement* scoped_statement();
    Statement* loop_body();
    void loop_condition(Loop& loop);

    Checker& checker_;
    CheckContext& context_;
    TokenStream tokens_;
    Layout uniform_defaults_, buffer_defaults_;
    Nesting::State nesting_;
    ExpressionParser expressions_{checker_, tokens_, nesting_};
};

}  // namespace glsl
