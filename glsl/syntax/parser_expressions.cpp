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
        left = Nesting::bounded(checker_, checker_.comma(left, assignment(), where), where, too_deep_);
    }
    return left;
}

Expression* Parser::assignment() {
    const Nesting nesting(depth_);
    if (nesting.too_deep()) return nesting.refuse(checker_, peek().where, too_deep_);
    Expression* left = conditional();
    for (const AssignRow& row : assign_rows)
        if (is(row.token)) {
            const Location where = take().where;
            return checker_.assign(row.operation, left, assignment(), where);
        }
    return left;
}

Expression* Parser::conditional() {
    Expression* condition = binary(1);
    if (!is(TokenKind::Question)) return condition;
    const Location where = take().where;
    Expression* yes = expression();
    if (!expect(TokenKind::Colon, "the : of ?:")) return checker_.wrong(where);
    return checker_.conditional(condition, yes, assignment(), where);
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
        left = Nesting::bounded(checker_, checker_.binary(row->operation, left, right, where), where, too_deep_);
    }
}

Expression* Parser::unary() {
    const Nesting nesting(depth_);
    if (nesting.too_deep()) return nesting.refuse(checker_, peek().where, too_deep_);
    const Location where = peek().where;
    switch (peek().kind) {
        case TokenKind::Increment:
        case TokenKind::Decrement: {
            const bool decrement = take().kind == TokenKind::Decrement;
            return checker_.step(decrement, false, unary(), where);
        }
        case TokenKind::Plus: take(); return checker_.plus(unary(), where);
        case TokenKind::Minus: take(); return checker_.unary(UnaryOperator::Negate, unary(), where);
        case TokenKind::Bang: take(); return checker_.unary(UnaryOperator::Not, unary(), where);
        case TokenKind::Tilde: take(); return checker_.unary(UnaryOperator::Complement, unary(), where);
        case TokenKind::Star:
            if (!checker_.has_pointers()) return postfix();
            take();
            return checker_.dereference(unary(), where);
        case TokenKind::LeftParen: {
            if (!begins_cast()) return postfix();
            take();
            const Type* type = pointers(checker_.type_named(take().text));
            if (!expect(TokenKind::RightParen, ") behind the type")) return checker_.wrong(where);
            return checker_.cast(type, unary(), where);
        }
        default: return postfix();
    }
}

// (type) or (type *)
bool Parser::begins_cast() const {
    return checker_.has_pointers() && is(TokenKind::Identifier, 1) && checker_.type_named(peek(1).text) &&
           (is(TokenKind::RightParen, 2) || is(TokenKind::Star, 2));
}

Expression* Parser::postfix() {
    Expression* operand = primary();
    for (int length = 0;; length++) {
        const Location where = peek().where;
        if (length == Nesting::longest_path)
            operand = Nesting::refuse_chain(checker_, Nesting::longest_path, where, too_deep_);
        if (take_if(TokenKind::LeftBracket)) {
            Expression* index = expression();
            if (!expect(TokenKind::RightBracket, "]")) return checker_.wrong(where);
            operand = checker_.index(operand, index, where);
        } else if (operand->type->is_pointer() && is(TokenKind::Minus) && is(TokenKind::RightAngle, 1) &&
                   is(TokenKind::Identifier, 2)) {
            take();
            take();
            const Token& name = take();
            operand = checker_.member(checker_.dereference(operand, where), name.text, name.where);
        } else if (take_if(TokenKind::Dot)) {
            if (!is(TokenKind::Identifier)) {
                unexpected("the name of a member");
                return checker_.wrong(where);
            }
            const Token& name = take();
            if (name.text == "length" && is(TokenKind::LeftParen)) {
                take();
                if (!expect(TokenKind::RightParen, ")")) return checker_.wrong(where);
                operand = checker_.length(operand, name.where);
            } else {
                operand = checker_.member(operand, name.text, name.where);
            }
        } else if (operand->type->is_subroutine() && take_if(TokenKind::LeftParen)) {
            operand = checker_.call_subroutine(operand, arguments(), where);
        } else if (is(TokenKind::Increment) || is(TokenKind::Decrement)) {
            const bool decrement = take().kind == TokenKind::Decrement;
            operand = checker_.step(decrement, true, operand, where);
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
        case TokenKind::BoolConstant: take(); return checker_.literal(token);
        case TokenKind::LeftParen: {
            take();
            Expression* inner = expression();
            if (!expect(TokenKind::RightParen, ")")) return checker_.wrong(token.where);
            return inner;
        }
        case TokenKind::Keyword:
            if (misused_.contains(token.keyword)) {
                take();
                return checker_.wrong(token.where);
            }
            if (!is(Keyword::Unsigned)) break;
            take();
            if (is(TokenKind::Identifier) && peek().text == "int") take();
            if (!expect(TokenKind::LeftParen, "( of a constructor")) return checker_.wrong(token.where);
            return checker_.construct(basic_type(Scalar::Uint), arguments(), token.where);
        case TokenKind::Identifier: {
            take();
            const Type* type = checker_.type_named(token.text);
            if (type) {
                type = array_suffix(type);
                if (!expect(TokenKind::LeftParen, "( of a constructor")) return checker_.wrong(token.where);
                return checker_.construct(type, arguments(), token.where);
            }
            if (take_if(TokenKind::LeftParen)) return checker_.call(token.text, arguments(), token.where);
            return checker_.identifier(token.text, token.where);
        }
        default: break;
    }
    unexpected("an expression");
    // What stands here may begin a statement; only marks that can't are skipped.
    return checker_.wrong(token.where);
}

}  // namespace glsl
