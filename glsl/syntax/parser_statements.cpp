#include "glsl/check/operators.h"
#include "glsl/syntax/nesting.h"
#include "glsl/syntax/parser.h"

#include "ir/switches.h"

namespace glsl {

BlockStatement* Parser::compound(bool own_scope) {
    BlockStatement* block = context_.statement<BlockStatement>(tokens_.peek().where);
    if (!tokens_.expect(TokenKind::LeftBrace, "{")) return block;
    if (own_scope) checker_.scopes().enter();
    std::vector<Statement*> statements;
    while (!tokens_.at_end() && !tokens_.is(TokenKind::RightBrace) && !context_.too_many_errors()) {
        const size_t before = tokens_.position();
        if (Statement* inner = statement()) statements.push_back(inner);
        if (tokens_.position() == before) tokens_.skip_to_statement_end();
        if (tokens_.position() == before) tokens_.take();
    }
    if (own_scope) checker_.scopes().leave();
    tokens_.expect(TokenKind::RightBrace, "}");
    block->statements = context_.arena().copy(statements);
    return block;
}

// The body of an if or a loop, which is a scope of its own even without braces.
Statement* Parser::scoped_statement() {
    if (tokens_.is(TokenKind::LeftBrace)) return compound(true);
    checker_.scopes().enter();
    Statement* inner = statement();
    checker_.scopes().leave();
    return inner;
}

Statement* Parser::statement() {
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) {
        nesting.refuse(context_, tokens_.peek().where);
        tokens_.skip_to_statement_end();
        return nullptr;
    }
    if (tokens_.is(TokenKind::LeftBrace)) return compound(true);
    if (tokens_.take_if(TokenKind::Semicolon)) return nullptr;
    ASMGL_SOME_CASES
    if (tokens_.is(TokenKind::Keyword)) switch (tokens_.peek().keyword) {
            case Keyword::If: return if_statement();
            case Keyword::For: return for_statement();
            case Keyword::While: return while_statement();
            case Keyword::Do: return do_statement();
            case Keyword::Switch: return switch_statement();
            case Keyword::Case: {
                const Location where = tokens_.take().where;
                Expression* value = expressions_.expression();
                tokens_.expect(TokenKind::Colon, ": behind the case");
                return checker_.flow().case_label(value, where, nesting_.depth);
            }
            case Keyword::Default: {
                const Location where = tokens_.take().where;
                tokens_.expect(TokenKind::Colon, ": behind default");
                return checker_.flow().case_label(nullptr, where, nesting_.depth);
            }
            case Keyword::Break:
            case Keyword::Continue:
            case Keyword::Return:
            case Keyword::Discard:
            case Keyword::Demote: return jump_statement();
            default: break;  // a qualifier
        }
    ASMGL_END_SOME_CASES
    if (begins_declaration()) return declaration_statement();
    const Location where = tokens_.peek().where;
    Statement* result = context_.expression_statement(expressions_.expression(), where);
    if (!tokens_.expect(TokenKind::Semicolon, ";")) tokens_.skip_to_statement_end();
    return result;
}

Statement* Parser::declaration_statement() {
    const Location where = tokens_.peek().where;
    if (tokens_.is(Keyword::Precision)) {
        precision_statement();
        return nullptr;
    }
    Specifier specifier;
    specifier.where = where;
    qualifiers(specifier, false);
    const bool defines = tokens_.is(Keyword::Struct);
    if (!type_specifier(specifier)) {
        // `invariant x;`
        if (tokens_.is(TokenKind::Identifier)) {
            do
                if (tokens_.is(TokenKind::Identifier)) {
                    const Token& name = tokens_.take();
                    checker_.redeclare(specifier.qualifiers, name.text, name.where);
                }
            while (tokens_.take_if(TokenKind::Comma));
        } else
            tokens_.unexpected("a type");
        if (!tokens_.expect(TokenKind::Semicolon, ";")) tokens_.skip_to_statement_end();
        return nullptr;
    }
    if (tokens_.take_if(TokenKind::Semicolon)) {
        if (!defines) declare_nothing(specifier, false);
        return nullptr;
    }
    const bool empty_first = take_empty_declarator(specifier);
    if (!tokens_.is(TokenKind::Identifier)) {
        tokens_.unexpected("a name");
        tokens_.skip_to_statement_end();
        return nullptr;
    }
    const Token& name = tokens_.take();
    if (tokens_.is(TokenKind::LeftParen) && !empty_first) {
        if (context_.language().version == 110) {
            function(specifier, name.text, name.where);
            return nullptr;
        }
        context_.error(name.where, "functions are declared outside of functions");
        tokens_.skip_to_statement_end();
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
    If* result = context_.statement<If>(tokens_.take().where);
    tokens_.expect(TokenKind::LeftParen, "( behind if");
    result->condition = check_condition(context_, expressions_.expression());
    if (!tokens_.expect(TokenKind::RightParen, ") behind the condition")) tokens_.skip_to_statement_end();
    checker_.flow().enter_branch();
    result->yes = scoped_statement();
    if (tokens_.take_if(Keyword::Else)) result->no = scoped_statement();
    checker_.flow().leave_branch();
    return result;
}

// The condition of for and while: an expression, or a declaration of one variable.
void Parser::loop_condition(Loop& loop) {
    if (!begins_declaration()) {
        loop.condition = check_condition(context_, expressions_.expression());
        return;
    }
    Specifier specifier;
    specifier.where = tokens_.peek().where;
    qualifiers(specifier, false);
    if (!type_specifier(specifier) || !tokens_.is(TokenKind::Identifier)) {
        tokens_.unexpected("the declaration of a condition");
        return;
    }
    const Token& name = tokens_.take();
    loop.declaration = declarator(specifier, name.text, name.where);
    loop.condition = check_condition(context_, checker_.identifier(name.text, name.where));
}

// The body of for or while may hide what the head declares only in a scope of its own: braces don't open another (6.3).
Statement* Parser::loop_body() {
    return tokens_.is(TokenKind::LeftBrace) ? compound(holds("110", context_.language())) : statement();
}

Statement* Parser::for_statement() {
    Loop* loop = context_.statement<Loop>(tokens_.take().where);
    tokens_.expect(TokenKind::LeftParen, "( behind for");
    checker_.scopes().enter();
    if (!tokens_.take_if(TokenKind::Semicolon)) {
        if (begins_declaration())
            loop->first = declaration_statement();
        else {
            const Location where = tokens_.peek().where;
            loop->first = context_.expression_statement(expressions_.expression(), where);
            tokens_.expect(TokenKind::Semicolon, "; behind the first part of for");
        }
    }
    if (!tokens_.is(TokenKind::Semicolon)) loop_condition(*loop);
    tokens_.expect(TokenKind::Semicolon, "; behind the condition of for");
    if (!tokens_.is(TokenKind::RightParen)) loop->step = expressions_.expression();
    if (!tokens_.expect(TokenKind::RightParen, ") behind for")) tokens_.skip_to_statement_end();
    checker_.flow().enter_loop();
    loop->body = loop_body();
    checker_.flow().leave_loop();
    checker_.scopes().leave();
    return loop;
}

Statement* Parser::while_statement() {
    Loop* loop = context_.statement<Loop>(tokens_.take().where);
    tokens_.expect(TokenKind::LeftParen, "( behind while");
    checker_.scopes().enter();
    loop_condition(*loop);
    if (!tokens_.expect(TokenKind::RightParen, ") behind while")) tokens_.skip_to_statement_end();
    checker_.flow().enter_loop();
    loop->body = loop_body();
    checker_.flow().leave_loop();
    checker_.scopes().leave();
    return loop;
}

Statement* Parser::do_statement() {
    Loop* loop = context_.statement<Loop>(tokens_.take().where);
    loop->test_at_end = true;
    checker_.flow().enter_loop();
    loop->body = scoped_statement();
    checker_.flow().leave_loop();
    if (!tokens_.take_if(Keyword::While)) {
        tokens_.unexpected("the while of do");
        tokens_.skip_to_statement_end();
        return loop;
    }
    tokens_.expect(TokenKind::LeftParen, "( behind while");
    loop->condition = check_condition(context_, expressions_.expression());
    tokens_.expect(TokenKind::RightParen, ") behind the condition");
    if (!tokens_.expect(TokenKind::Semicolon, "; behind do … while")) tokens_.skip_to_statement_end();
    return loop;
}

Statement* Parser::switch_statement() {
    Switch* result = context_.statement<Switch>(tokens_.take().where);
    tokens_.expect(TokenKind::LeftParen, "( behind switch");
    result->selector = expressions_.expression();
    if (!tokens_.expect(TokenKind::RightParen, ") behind the selector")) tokens_.skip_to_statement_end();
    checker_.flow().enter_switch(result->selector, nesting_.depth + 1);
    const Location body = tokens_.peek().where;
    result->statements = compound(true)->statements;
    checker_.flow().leave_switch();
    if (!result->statements.empty() && !as<Case>(result->statements[0]))
        context_.error(body, "statements of a switch stand behind a case or default");
    if (!result->statements.empty() && as<Case>(result->statements.back()))
        context_.error(result->statements.back()->where, "a switch can't end with a label", "write break; behind it");
    return result;
}

Statement* Parser::jump_statement() {
    const Token& token = tokens_.take();
    Statement* result = nullptr;
    if (token.keyword == Keyword::Return) {
        Expression* value = tokens_.is(TokenKind::Semicolon) ? nullptr : expressions_.expression();
        result = checker_.flow().return_statement(value, token.where);
    } else if (token.keyword == Keyword::Demote) {
        result = checker_.flow().demote(token.where);
    } else {
        result = checker_.flow().jump(token.keyword == Keyword::Break      ? StatementKind::Break
                                      : token.keyword == Keyword::Continue ? StatementKind::Continue
                                                                           : StatementKind::Discard,
                                      token.where);
    }
    if (!tokens_.expect(TokenKind::Semicolon, ";")) tokens_.skip_to_statement_end();
    return result;
}

}  // namespace glsl
