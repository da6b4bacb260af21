#include "glsl/syntax/expression_parser.h"

#include "glsl/check/assignments.h"
#include "glsl/check/constructors.h"
#include "glsl/check/operators.h"
#include "glsl/check/pointers.h"
#include "glsl/check/type_rules.h"

#include "ir/switches.h"

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

Expression* ExpressionParser::expression() {
    Expression* left = assignment();
    while (tokens_.is(TokenKind::Comma)) {
        const Location where = tokens_.take().where;
        left = Nesting::bounded(nesting_, context_, make_comma(context_, left, assignment(), where), where);
    }
    return left;
}

Expression* ExpressionParser::assignment() {
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) return nesting.refuse(context_, tokens_.peek().where);
    Expression* left = conditional();
    for (const AssignRow& row : assign_rows)
        if (tokens_.is(row.token)) {
            const Location where = tokens_.take().where;
            return make_assignment(context_, row.operation, left, assignment(), where);
        }
    return left;
}

Expression* ExpressionParser::conditional() {
    Expression* condition = binary(1);
    if (!tokens_.is(TokenKind::Question)) return condition;
    const Location where = tokens_.take().where;
    Expression* yes = expression();
    if (!tokens_.expect(TokenKind::Colon, "the : of ?:")) return context_.wrong(where);
    return make_conditional(context_, condition, yes, assignment(), where);
}

Expression* ExpressionParser::binary(int least_precedence) {
    Expression* left = unary();
    for (;;) {
        const BinaryRow* row = nullptr;
        for (const BinaryRow& candidate : binary_rows)
            if (tokens_.is(candidate.token) && candidate.precedence >= least_precedence) row = &candidate;
        if (!row) return left;
        const Location where = tokens_.take().where;
        Expression* right = binary(row->precedence + 1);
        left = Nesting::bounded(nesting_, context_, make_binary(context_, row->operation, left, right, where), where);
    }
}

Expression* ExpressionParser::unary() {
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) return nesting.refuse(context_, tokens_.peek().where);
    const Location where = tokens_.peek().where;
    ASMGL_SOME_CASES
    switch (tokens_.peek().kind) {
        case TokenKind::Increment:
        case TokenKind::Decrement: {
            const bool decrement = tokens_.take().kind == TokenKind::Decrement;
            return make_step(context_, decrement, false, unary(), where);
        }
        case TokenKind::Plus: tokens_.take(); return make_plus(context_, unary(), where);
        case TokenKind::Minus: tokens_.take(); return make_unary(context_, UnaryOperator::Negate, unary(), where);
        case TokenKind::Bang: tokens_.take(); return make_unary(context_, UnaryOperator::Not, unary(), where);
        case TokenKind::Tilde: tokens_.take(); return make_unary(context_, UnaryOperator::Complement, unary(), where);
        case TokenKind::Star:
            if (!has_pointers(context_)) return postfix();
            tokens_.take();
            return make_dereference(context_, unary(), where);
        case TokenKind::LeftParen: {
            if (!begins_cast()) return postfix();
            tokens_.take();
            const Type* type = pointers(checker_.type_named(tokens_.take().text));
            if (!tokens_.expect(TokenKind::RightParen, ") behind the type")) return context_.wrong(where);
            return make_cast(context_, type, unary(), where);
        }
        default: return postfix();
    }
    ASMGL_END_SOME_CASES
}

// (type) or (type *)
bool ExpressionParser::begins_cast() const {
    return has_pointers(context_) && tokens_.is(TokenKind::Identifier, 1) &&
           checker_.type_named(tokens_.peek(1).text) &&
           (tokens_.is(TokenKind::RightParen, 2) || tokens_.is(TokenKind::Star, 2));
}

Expression* ExpressionParser::postfix() {
    Expression* operand = primary();
    for (int length = 0;; length++) {
        const Location where = tokens_.peek().where;
        if (length == Nesting::longest_path)
            operand = Nesting::refuse_chain(nesting_, context_, Nesting::longest_path, where);
        if (tokens_.take_if(TokenKind::LeftBracket)) {
            Expression* index = expression();
            if (!tokens_.expect(TokenKind::RightBracket, "]")) return context_.wrong(where);
            operand = checker_.index(operand, index, where);
        } else if (operand->type->is_pointer() && tokens_.is(TokenKind::Minus) &&
                   tokens_.is(TokenKind::RightAngle, 1) && tokens_.is(TokenKind::Identifier, 2)) {
            tokens_.take();
            tokens_.take();
            const Token& name = tokens_.take();
            operand = checker_.member(make_dereference(context_, operand, where), name.text, name.where);
        } else if (tokens_.take_if(TokenKind::Dot)) {
            if (!tokens_.is(TokenKind::Identifier)) {
                tokens_.unexpected("the name of a member");
                return context_.wrong(where);
            }
            const Token& name = tokens_.take();
            if (name.text == "length" && tokens_.is(TokenKind::LeftParen)) {
                tokens_.take();
                if (!tokens_.expect(TokenKind::RightParen, ")")) return context_.wrong(where);
                operand = checker_.length(operand, name.where);
            } else {
                operand = checker_.member(operand, name.text, name.where);
            }
        } else if (operand->type->is_subroutine() && tokens_.take_if(TokenKind::LeftParen)) {
            operand = checker_.call_subroutine(operand, arguments(), where);
        } else if (tokens_.is(TokenKind::Increment) || tokens_.is(TokenKind::Decrement)) {
            const bool decrement = tokens_.take().kind == TokenKind::Decrement;
            operand = make_step(context_, decrement, true, operand, where);
        } else {
            return operand;
        }
    }
}

std::vector<Expression*> ExpressionParser::arguments() {
    std::vector<Expression*> list;
    if (tokens_.take_if(TokenKind::RightParen)) return list;
    if (tokens_.is(TokenKind::Identifier) && tokens_.peek().text == "void" && tokens_.is(TokenKind::RightParen, 1)) {
        tokens_.take();
        tokens_.take();
        return list;
    }
    do list.push_back(assignment());
    while (tokens_.take_if(TokenKind::Comma));
    if (!tokens_.expect(TokenKind::RightParen, ") behind the arguments")) tokens_.skip_to_statement_end();
    return list;
}

Expression* ExpressionParser::primary() {
    const Token& token = tokens_.peek();
    ASMGL_SOME_CASES
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
        case TokenKind::BoolConstant: tokens_.take(); return make_literal(context_, token);
        case TokenKind::LeftParen: {
            tokens_.take();
            Expression* inner = expression();
            if (!tokens_.expect(TokenKind::RightParen, ")")) return context_.wrong(token.where);
            return inner;
        }
        case TokenKind::Keyword:
            if (tokens_.is_misused(token.keyword)) {
                tokens_.take();
                return context_.wrong(token.where);
            }
            if (!tokens_.is(Keyword::Unsigned)) break;
            tokens_.take();
            if (tokens_.is(TokenKind::Identifier) && tokens_.peek().text == "int") tokens_.take();
            if (!tokens_.expect(TokenKind::LeftParen, "( of a constructor")) return context_.wrong(token.where);
            return make_construction(context_, basic_type(Scalar::Uint), arguments(), token.where);
        case TokenKind::Identifier: {
            tokens_.take();
            const Type* type = checker_.type_named(token.text);
            if (type) {
                type = array_suffix(type);
                if (!tokens_.expect(TokenKind::LeftParen, "( of a constructor")) return context_.wrong(token.where);
                return make_construction(context_, type, arguments(), token.where);
            }
            if (tokens_.take_if(TokenKind::LeftParen)) return checker_.call(token.text, arguments(), token.where);
            return checker_.identifier(token.text, token.where);
        }
        default: break;
    }
    ASMGL_END_SOME_CASES
    tokens_.unexpected("an expression");
    // What stands here may begin a statement; only marks that can't are skipped.
    return context_.wrong(token.where);
}

// The * behind a type.
const Type* ExpressionParser::pointers(const Type* type) {
    while (tokens_.is(TokenKind::Star) && has_pointers(context_)) {
        const Location where = tokens_.take().where;
        if (!type->is_error()) type = pointer_to(context_, type, where);
        while (tokens_.take_if(Keyword::Restrict) || tokens_.take_if(Keyword::Const) ||
               tokens_.take_if(Keyword::Volatile)) {
        }
    }
    return type;
}

// The numbers in brackets, from the outermost; 0 where there is none.
std::vector<int32_t> ExpressionParser::array_sizes() {
    std::vector<int32_t> sizes;
    while (tokens_.is(TokenKind::LeftBracket)) {
        const Location where = tokens_.take().where;
        if (tokens_.take_if(TokenKind::RightBracket)) {
            sizes.push_back(0);
            continue;
        }
        sizes.push_back(constant_size(context_, conditional(), where));
        if (!tokens_.expect(TokenKind::RightBracket, "]")) break;
    }
    if (sizes.size() > 1) require_arrays_of_arrays(context_, tokens_.peek().where);
    return sizes;
}

// Brackets behind a type or name: the first is the outermost array.
const Type* ExpressionParser::array_suffix(const Type* type) {
    const std::vector<int32_t> sizes = array_sizes();
    if (sizes.size() == 1 && type->is_array()) require_arrays_of_arrays(context_, tokens_.peek().where);
    for (size_t n = sizes.size(); n-- > 0;) {
        type = context_.array_of(type, sizes[n]);
        if (!check_extent(context_, type, tokens_.peek().where)) return error_type;
    }
    return type;
}

}  // namespace glsl
