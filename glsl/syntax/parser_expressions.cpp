#include "glsl/check/assignments.h"
#include "glsl/check/constructors.h"
#include "glsl/check/operators.h"
#include "glsl/check/pointers.h"
#include "glsl/syntax/nesting.h"
#include "glsl/syntax/parser.h"

namespace glsl {

namespace {

struct BinaryRow {
    TokenKind token;
    int precedence;  // a higher one binds more tightly
    BinaryOperator operation;
};
constexpr BinaryRow binary_rows[] = {
    {TokenKind::OrOr, 1, BinaryOperator::LogicalOr},      {TokenKind::XorXor, 2, BinaryOperator::LogicalXor},
    {TokenKind::AndAnd, 3, BinaryOperator::LogicalAnd},   {TokenKind::Bar, 4, BinaryOperator::Or},
    {TokenKind::Caret, 5, BinaryOperator::Xor},           {TokenKind::Ampersand, 6, BinaryOperator::And},
    {TokenKind::EqualEqual, 7, BinaryOperator::Equal},    {TokenKind::NotEqual, 7, BinaryOperator::NotEqual},
    {TokenKind::LeftAngle, 8, BinaryOperator::Less},      {TokenKind::RightAngle, 8, BinaryOperator::Greater},
    {TokenKind::LessEqual, 8, BinaryOperator::LessEqual}, {TokenKind::GreaterEqual, 8, BinaryOperator::GreaterEqual},
    {TokenKind::LeftShift, 9, BinaryOperator::ShiftLeft}, {TokenKind::RightShift, 9, BinaryOperator::ShiftRight},
    {TokenKind::Plus, 10, BinaryOperator::Add},           {TokenKind::Minus, 10, BinaryOperator::Subtract},
    {TokenKind::Star, 11, BinaryOperator::Multiply},      {TokenKind::Slash, 11, BinaryOperator::Divide},
    {TokenKind::Percent, 11, BinaryOperator::Modulus},
};

struct AssignRow {
    TokenKind token;
    std::optional<BinaryOperator> operation;
};
constexpr AssignRow assign_rows[] = {
    {TokenKind::Equal, std::nullopt},
    {TokenKind::AddAssign, BinaryOperator::Add},
    {TokenKind::SubAssign, BinaryOperator::Subtract},
    {TokenKind::MulAssign, BinaryOperator::Multiply},
    {TokenKind::DivAssign, BinaryOperator::Divide},
    {TokenKind::ModAssign, BinaryOperator::Modulus},
    {TokenKind::LeftAssign, BinaryOperator::ShiftLeft},
    {TokenKind::RightAssign, BinaryOperator::ShiftRight},
    {TokenKind::AndAssign, BinaryOperator::And},
    {TokenKind::XorAssign, BinaryOperator::Xor},
    {TokenKind::OrAssign, BinaryOperator::Or},
};

}  // namespace

Expression* Parser::expression() {
    Expression* left = assignment();
    while (is(TokenKind::Comma)) {
        const Location where = take().where;
        left = Nesting::bounded(nesting_, context_, make_comma(context_, left, assignment(), where), where);
    }
    return left;
}

Expression* Parser::assignment() {
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) return nesting.refuse(context_, peek().where);
    Expression* left = conditional();
    for (const AssignRow& row : assign_rows)
        if (is(row.token)) {
            const Location where = take().where;
            return make_assignment(context_, row.operation, left, assignment(), where);
        }
    return left;
}

Expression* Parser::conditional() {
    Expression* condition = binary(1);
    if (!is(TokenKind::Question)) return condition;
    const Location where = take().where;
    Expression* yes = expression();
    if (!expect(TokenKind::Colon, "the : of ?:")) return context_.wrong(where);
    return make_conditional(context_, condition, yes, assignment(), where);
}

Expression* Parser::binary(int least_precedence) {
    Expression* left = unary();
    for (;;) {
        const BinaryRow* row = nullptr;
        for (const BinaryRow& candidate : binary_rows)
            if (is(candidate.token) && candidate.precedence >= least_precedence) row = &candidate;
        if (!row) return left;
        const Location where = take().where;
        Expression* right = binary(row->precedence + 1);
        left = Nesting::bounded(nesting_, context_, make_binary(context_, row->operation, left, right, where), where);
    }
}

Expression* Parser::unary() {
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) return nesting.refuse(context_, peek().where);
    const Location where = peek().where;
    switch (peek().kind) {
        case TokenKind::Increment:
        case TokenKind::Decrement: {
            const bool decrement = take().kind == TokenKind::Decrement;
            return make_step(context_, decrement, false, unary(), where);
        }
        case TokenKind::Plus: take(); return make_plus(context_, unary(), where);
        case TokenKind::Minus: take(); return make_unary(context_, UnaryOperator::Negate, unary(), where);
        case TokenKind::Bang: take(); return make_unary(context_, UnaryOperator::Not, unary(), where);
        case TokenKind::Tilde: take(); return make_unary(context_, UnaryOperator::Complement, unary(), where);
        case TokenKind::Star:
            if (!has_pointers(context_)) return postfix();
            take();
            return make_dereference(context_, unary(), where);
        case TokenKind::LeftParen: {
            if (!begins_cast()) return postfix();
            take();
            const Type* type = pointers(checker_.type_named(take().text));
            if (!expect(TokenKind::RightParen, ") behind the type")) return context_.wrong(where);
            return make_cast(context_, type, unary(), where);
        }
        default: return postfix();
    }
}

// (type) or (type *)
bool Parser::begins_cast() const {
    return has_pointers(context_) && is(TokenKind::Identifier, 1) && checker_.type_named(peek(1).text) &&
           (is(TokenKind::RightParen, 2) || is(TokenKind::Star, 2));
}

Expression* Parser::postfix() {
    Expression* operand = primary();
    for (int length = 0;; length++) {
        const Location where = peek().where;
        if (length == Nesting::longest_path)
            operand = Nesting::refuse_chain(nesting_, context_, Nesting::longest_path, where);
        if (take_if(TokenKind::LeftBracket)) {
            Expression* index = expression();
            if (!expect(TokenKind::RightBracket, "]")) return context_.wrong(where);
            operand = checker_.index(operand, index, where);
        } else if (operand->type->is_pointer() && is(TokenKind::Minus) && is(TokenKind::RightAngle, 1) &&
                   is(TokenKind::Identifier, 2)) {
            take();
            take();
            const Token& name = take();
            operand = checker_.member(make_dereference(context_, operand, where), name.text, name.where);
        } else if (take_if(TokenKind::Dot)) {
            if (!is(TokenKind::Identifier)) {
                unexpected("the name of a member");
                return context_.wrong(where);
            }
            const Token& name = take();
            if (name.text == "length" && is(TokenKind::LeftParen)) {
                take();
                if (!expect(TokenKind::RightParen, ")")) return context_.wrong(where);
                operand = checker_.length(operand, name.where);
            } else {
                operand = checker_.member(operand, name.text, name.where);
            }
        } else if (operand->type->is_subroutine() && take_if(TokenKind::LeftParen)) {
            operand = checker_.call_subroutine(operand, arguments(), where);
        } else if (is(TokenKind::Increment) || is(TokenKind::Decrement)) {
            const bool decrement = take().kind == TokenKind::Decrement;
            operand = make_step(context_, decrement, true, operand, where);
        } else {
            return operand;
        }
    }
}

std::vector<Expression*> Parser::arguments() {
    std::vector<Expression*> list;
    if (take_if(TokenKind::RightParen)) return list;
    if (is(TokenKind::Identifier) && peek().text == "void" && is(TokenKind::RightParen, 1)) {
        take();
        take();
        return list;
    }
    do list.push_back(assignment());
    while (take_if(TokenKind::Comma));
    if (!expect(TokenKind::RightParen, ") behind the arguments")) skip_to_statement_end();
    return list;
}

Expression* Parser::primary() {
    const Token& token = peek();
    switch (token.kind) {
        case TokenKind::IntConstant:
        case TokenKind::UintConstant:
        case TokenKind::Int64Constant:
        case TokenKind::Uint64Constant:
        case TokenKind::Int16Constant:
        case TokenKind::Uint16Constant:
        case TokenKind::HalfConstant:
        case TokenKind::FloatConstant:
        case TokenKind::DoubleConstant:
        case TokenKind::BoolConstant: take(); return make_literal(context_, token);
        case TokenKind::LeftParen: {
            take();
            Expression* inner = expression();
            if (!expect(TokenKind::RightParen, ")")) return context_.wrong(token.where);
            return inner;
        }
        case TokenKind::Keyword:
            if (misused_.contains(token.keyword)) {
                take();
                return context_.wrong(token.where);
            }
            if (!is(Keyword::Unsigned)) break;
            take();
            if (is(TokenKind::Identifier) && peek().text == "int") take();
            if (!expect(TokenKind::LeftParen, "( of a constructor")) return context_.wrong(token.where);
            return make_construction(context_, basic_type(Scalar::Uint), arguments(), token.where);
        case TokenKind::Identifier: {
            take();
            const Type* type = checker_.type_named(token.text);
            if (type) {
                type = array_suffix(type);
                if (!expect(TokenKind::LeftParen, "( of a constructor")) return context_.wrong(token.where);
                return make_construction(context_, type, arguments(), token.where);
            }
            if (take_if(TokenKind::LeftParen)) return checker_.call(token.text, arguments(), token.where);
            return checker_.identifier(token.text, token.where);
        }
        default: break;
    }
    unexpected("an expression");
    // What stands here may begin a statement; only marks that can't are skipped.
    return context_.wrong(token.where);
}

}  // namespace glsl
