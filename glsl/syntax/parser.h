// The grammar of chapter 9, by recursive descent: a function for each rule, which calls the checker for what the rule
// means. After a mistake the parser skips to the next ; or } and goes on.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "glsl/check/checker.h"
#include "glsl/language/keywords.h"
#include "glsl/syntax/nesting.h"

namespace glsl {

class Parser {
  public:
    // `tokens` end with an End.
    Parser(Checker& checker, std::span<const Token> tokens)
        : checker_(checker), context_(checker.context()), tokens_(tokens) {}

    void translation_unit();
    // Parses a built-in's GLSL source: the body of a function, with its parameters in scope.
    BlockStatement* text();

  private:
    // ---- tokens
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
    // Reports what is missing. False: it was.
    bool expect(TokenKind kind, std::string_view what);
    void unexpected(std::string_view wanted);
    void skip_to_statement_end();

    // ---- declarations
    struct Specifier {
        Qualifiers qualifiers;
        const Type* type = nullptr;  // null: qualifiers alone
        const Type* base = nullptr;  // the same without the * that belong to the first name
        bool any_qualifier = false, varying = false, attribute = false;
        bool in = false, out = false, inout = false;  // as written
        std::vector<LayoutItem> layout;
        int layouts = 0;  // how many layout(…)
        bool subroutine = false, subroutine_list = false;
        std::vector<LayoutItem> subroutine_types;  // of subroutine(…)
        int rank = 0;                              // of the qualifiers so far, see rank_of()
        Location where;
    };
    void external_declaration();
    bool begins_declaration() const;
    bool qualifier(Specifier& specifier);
    void in_order(Specifier& specifier, const Token& token);
    void layout(Specifier& specifier, Location where);
    void subroutine(Specifier& specifier);
    void default_layout(Specifier& specifier);
    void storage_of_stage(Specifier& specifier, bool parameter);
    void qualifiers(Specifier& specifier, bool parameter);
    bool type_specifier(Specifier& specifier);
    const Type* structure();
    std::vector<Member> members(std::vector<BlockMember>* qualifiers, Storage storage);
    void member_qualifiers(Specifier& specifier, Storage block);
    std::vector<int32_t> array_sizes();
    const Type* array_suffix(const Type* type);
    const Type* pointers(const Type* type);
    bool begins_cast() const;
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

    // ---- expressions
    Expression* expression();
    Expression* assignment();
    Expression* conditional();
    Expression* binary(int least_precedence);
    Expression* unary();
    Expression* postfix();
    Expression* primary();
    std::vector<Expression*> arguments();

    Checker& checker_;
    CheckContext& context_;
    std::span<const Token> tokens_;
    size_t next_ = 0;
    Layout uniform_defaults_, buffer_defaults_;
    Nesting::State nesting_;
    std::unordered_set<Keyword> misused_;  // as names
};

}  // namespace glsl
