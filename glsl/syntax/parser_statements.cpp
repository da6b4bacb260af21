#include "glsl/check/operators.h"
#include "glsl/syntax/nesting.h"
#include "glsl/syntax/parser.h"

namespace glsl {

BlockStatement* Parser::compound(bool own_scope) {
    BlockStatement* block = context_.statement<BlockStatement>(peek().where);
    if (!expect(TokenKind::LeftBrace, "{")) return block;
    if (own_scope) checker_.scopes().enter();
    std::vector<Statement*> statements;
    while (!at_end() && !is(TokenKind::RightBrace) && !context_.too_many_errors()) {
        const size_t before = next_;
        if (Statement* inner = statement()) statements.push_back(inner);
        if (next_ == before) skip_to_statement_end();
        if (next_ == before) take();
    }
    if (own_scope) checker_.scopes().leave();
    expect(TokenKind::RightBrace, "}");
    block->statements = context_.arena().copy(statements);
    return block;
}

// The body of an if or a loop, which is a scope of its own even without braces.
Statement* Parser::scoped_statement() {
    if (is(TokenKind::LeftBrace)) return compound(true);
    checker_.scopes().enter();
    Statement* inner = statement();
    checker_.scopes().leave();
    return inner;
}

Statement* Parser::statement() {
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) {
        nesting.refuse(context_, peek().where);
        skip_to_statement_end();
        return nullptr;
    }
    if (is(TokenKind::LeftBrace)) return compound(true);
    if (take_if(TokenKind::Semicolon)) return nullptr;
    if (is(TokenKind::Keyword)) switch (peek().keyword) {
            case Keyword::If: return if_statement();
            case Keyword::For: return for_statement();
            case Keyword::While: return while_statement();
            case Keyword::Do: return do_statement();
            case Keyword::Switch: return switch_statement();
            case Keyword::Case: {
                const Location where = take().where;
                Expression* value = expression();
                expect(TokenKind::Colon, ": behind the case");
                return checker_.flow().case_label(value, where, nesting_.depth);
            }
            case Keyword::Default: {
                const Location where = take().where;
                expect(TokenKind::Colon, ": behind default");
                return checker_.flow().case_label(nullptr, where, nesting_.depth);
            }
            case Keyword::Break:
            case Keyword::Continue:
            case Keyword::Return:
            case Keyword::Discard:
            case Keyword::Demote: return jump_statement();
            default: break;  // a qualifier
        }
    if (begins_declaration()) return declaration_statement();
    const Location where = peek().where;
    Statement* result = context_.expression_statement(expression(), where);
    if (!expect(TokenKind::Semicolon, ";")) skip_to_statement_end();
    return result;
}

Statement* Parser::declaration_statement() {
    const Location where = peek().where;
    if (is(Keyword::Precision)) {
        precision_statement();
        return nullptr;
    }
    Specifier specifier;
    specifier.where = where;
    qualifiers(specifier, false);
    const bool defines = is(Keyword::Struct);
    if (!type_specifier(specifier)) {
        // `invariant x;`
        if (is(TokenKind::Identifier)) {
            do
                if (is(TokenKind::Identifier)) {
                    const Token& name = take();
                    checker_.redeclare(specifier.qualifiers, name.text, name.where);
                }
            while (take_if(TokenKind::Comma));
        } else
            unexpected("a type");
        if (!expect(TokenKind::Semicolon, ";")) skip_to_statement_end();
        return nullptr;
    }
    if (take_if(TokenKind::Semicolon)) {
        if (!defines) declare_nothing(specifier, false);
        return nullptr;
    }
    const bool empty_first = take_empty_declarator(specifier);
    if (!is(TokenKind::Identifier)) {
        unexpected("a name");
        skip_to_statement_end();
        return nullptr;
    }
    const Token& name = take();
    if (is(TokenKind::LeftParen) && !empty_first) {
        if (context_.language().version == 110) {
            function(specifier, name.text, name.where);
            return nullptr;
        }
        context_.error(name.where, "functions are declared outside of functions");
        skip_to_statement_end();
        return nullptr;
    }
    std::vector<Declaration*> list = declarators(specifier, name.text, name.where);
    if (list.size() == 1) return list[0];
    std::vector<Statement*> statements(list.begin(), list.end());
    BlockStatement* block = context_.statement<BlockStatement>(where);
    block->statements = context_.arena().copy(statements);
    block->is_list = true;
    return block;
}

Statement* Parser::if_statement() {
    If* result = context_.statement<If>(take().where);
    expect(TokenKind::LeftParen, "( behind if");
    result->condition = check_condition(context_, expression());
    if (!expect(TokenKind::RightParen, ") behind the condition")) skip_to_statement_end();
    checker_.flow().enter_branch();
    result->yes = scoped_statement();
    if (take_if(Keyword::Else)) result->no = scoped_statement();
    checker_.flow().leave_branch();
    return result;
}

// The condition of for and while: an expression, or a declaration of one variable.
void Parser::loop_condition(Loop& loop) {
    if (!begins_declaration()) {
        loop.condition = check_condition(context_, expression());
        return;
    }
    Specifier specifier;
    specifier.where = peek().where;
    qualifiers(specifier, false);
    if (!type_specifier(specifier) || !is(TokenKind::Identifier)) {
        unexpected("the declaration of a condition");
        return;
    }
    const Token& name = take();
    loop.declaration = declarator(specifier, name.text, name.where);
    loop.condition = check_condition(context_, checker_.identifier(name.text, name.where));
}

// The body of for or while may hide what the head declares only in a scope of its own: braces don't open another (6.3).
Statement* Parser::loop_body() {
    return is(TokenKind::LeftBrace) ? compound(holds("110", context_.language())) : statement();
}

Statement* Parser::for_statement() {
    Loop* loop = context_.statement<Loop>(take().where);
    expect(TokenKind::LeftParen, "( behind for");
    checker_.scopes().enter();
    if (!take_if(TokenKind::Semicolon)) {
        if (begins_declaration())
            loop->first = declaration_statement();
        else {
            const Location where = peek().where;
            loop->first = context_.expression_statement(expression(), where);
            expect(TokenKind::Semicolon, "; behind the first part of for");
        }
    }
    if (!is(TokenKind::Semicolon)) loop_condition(*loop);
    expect(TokenKind::Semicolon, "; behind the condition of for");
    if (!is(TokenKind::RightParen)) loop->step = expression();
    if (!expect(TokenKind::RightParen, ") behind for")) skip_to_statement_end();
    checker_.flow().enter_loop();
    loop->body = loop_body();
    checker_.flow().leave_loop();
    checker_.scopes().leave();
    return loop;
}

Statement* Parser::while_statement() {
    Loop* loop = context_.statement<Loop>(take().where);
    expect(TokenKind::LeftParen, "( behind while");
    checker_.scopes().enter();
    loop_condition(*loop);
    if (!expect(TokenKind::RightParen, ") behind while")) skip_to_statement_end();
    checker_.flow().enter_loop();
    loop->body = loop_body();
    checker_.flow().leave_loop();
    checker_.scopes().leave();
    return loop;
}

Statement* Parser::do_statement() {
    Loop* loop = context_.statement<Loop>(take().where);
    loop->test_at_end = true;
    checker_.flow().enter_loop();
    loop->body = scoped_statement();
    checker_.flow().leave_loop();
    if (!take_if(Keyword::While)) {
        unexpected("the while of do");
        skip_to_statement_end();
        return loop;
    }
    expect(TokenKind::LeftParen, "( behind while");
    loop->condition = check_condition(context_, expression());
    expect(TokenKind::RightParen, ") behind the condition");
    if (!expect(TokenKind::Semicolon, "; behind do … while")) skip_to_statement_end();
    return loop;
}

Statement* Parser::switch_statement() {
    Switch* result = context_.statement<Switch>(take().where);
    expect(TokenKind::LeftParen, "( behind switch");
    result->selector = expression();
    if (!expect(TokenKind::RightParen, ") behind the selector")) skip_to_statement_end();
    checker_.flow().enter_switch(result->selector, nesting_.depth + 1);
    const Location body = peek().where;
    result->statements = compound(true)->statements;
    checker_.flow().leave_switch();
    if (!result->statements.empty() && !as<Case>(result->statements[0]))
        context_.error(body, "statements of a switch stand behind a case or default");
    if (!result->statements.empty() && as<Case>(result->statements.back()))
        context_.error(result->statements.back()->where, "a switch can't end with a label", "write break; behind it");
    return result;
}

Statement* Parser::jump_statement() {
    const Token& token = take();
    Statement* result = nullptr;
    if (token.keyword == Keyword::Return) {
        Expression* value = is(TokenKind::Semicolon) ? nullptr : expression();
        result = checker_.flow().return_statement(value, token.where);
    } else if (token.keyword == Keyword::Demote) {
        result = checker_.flow().demote(token.where);
    } else {
        result = checker_.flow().jump(token.keyword == Keyword::Break      ? StatementKind::Break
                                      : token.keyword == Keyword::Continue ? StatementKind::Continue
                                                                           : StatementKind::Discard,
                                      token.where);
    }
    if (!expect(TokenKind::Semicolon, ";")) skip_to_statement_end();
    return result;
}

}  // namespace glsl
