#include "glsl/text/condition_expression.h"

#include "glsl/text/numbers.h"

#include "ir/switches.h"

namespace glsl {
namespace {

// 0: not an operator of two operands. Section "Preprocessor", table of operators, from the loosest.
int precedence_of(const RawToken& token) {
    if (token.kind != RawKind::Mark) return 0;
    using enum TokenKind;
    ASMGL_SOME_CASES
    switch (token.mark) {
        case OrOr: return 1;
        case AndAnd: return 2;
        case Bar: return 3;
        case Caret: return 4;
        case Ampersand: return 5;
        case EqualEqual:
        case NotEqual: return 6;
        case LeftAngle:
        case RightAngle:
        case LessEqual:
        case GreaterEqual: return 7;
        case LeftShift:
        case RightShift: return 8;
        case Plus:
        case Minus: return 9;
        case Star:
        case Slash:
        case Percent: return 10;
        default: return 0;
    }
    ASMGL_END_SOME_CASES
}

int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }

}  // namespace

std::optional<int64_t> ConditionExpression::value() {
    const int64_t result = binary(1, true);
    return failed_ ? std::nullopt : std::optional<int64_t>(result);
}

int64_t ConditionExpression::fail(std::string text) {
    if (!failed_) messages_.error(here(), std::move(text));
    failed_ = true;
    return 0;
}

bool ConditionExpression::take(TokenKind mark) {
    if (at_end() || tokens_[at_].kind != RawKind::Mark || tokens_[at_].mark != mark) return false;
    ++at_;
    return true;
}

int64_t ConditionExpression::binary(int least_precedence, bool evaluated) {
    int64_t left = unary(evaluated);
    while (!failed_ && !at_end()) {
        const int precedence = precedence_of(tokens_[at_]);
        if (precedence < least_precedence || precedence == 0) break;
        const TokenKind mark = tokens_[at_++].mark;
        // What && and || do not need may have divisions by zero and unknown words.
        const bool needed = mark == TokenKind::AndAnd ? left != 0 : mark == TokenKind::OrOr ? left == 0 : true;
        const int64_t right = binary(precedence + 1, evaluated && needed);
        left = apply(mark, left, right, evaluated && needed);
    }
    return left;
}

int64_t ConditionExpression::unary(bool evaluated) {
    if (++depth_ > deepest) return fail("the expression is nested too deeply");
    int64_t result = 0;
    if (take(TokenKind::Bang))
        result = unary(evaluated) == 0;
    else if (take(TokenKind::Tilde))
        result = ~unary(evaluated);
    else if (take(TokenKind::Minus))
        result = wrap(0 - static_cast<uint64_t>(unary(evaluated)));
    else if (take(TokenKind::Plus))
        result = unary(evaluated);
    else
        result = primary(evaluated);
    --depth_;
    return result;
}

int64_t ConditionExpression::primary(bool evaluated) {
    if (at_end()) return fail("the expression has no end");
    if (take(TokenKind::LeftParen)) {
        const int64_t result = binary(1, evaluated);
        if (!failed_ && !take(TokenKind::RightParen)) return fail("a ) is missing in the expression");
        return result;
    }
    const RawToken& token = tokens_[at_];
    if (token.kind == RawKind::Name) {
        if (strict_ && evaluated) return fail("\"" + std::string(token.text) + "\" is not the name of a macro");
        ++at_;
        return 0;
    }
    if (token.kind != RawKind::Number) {
        return fail("\"" + std::string(token.text) + "\" in an expression of the preprocessor");
    }
    // In the newest version, so that all suffixes are known.
    Language language;
    language.version = 460;
    const Number number = convert_number(token.text, language);
    if (!number.error.empty()) return fail(number.error);
    if (number.kind != TokenKind::IntConstant && number.kind != TokenKind::UintConstant) {
        return fail("only integers are allowed in an expression of the preprocessor");
    }
    ++at_;
    return wrap(number.bits);
}

int64_t ConditionExpression::apply(TokenKind mark, int64_t a, int64_t b, bool evaluated) {
    using enum TokenKind;
    const uint64_t ua = static_cast<uint64_t>(a);
    const uint64_t ub = static_cast<uint64_t>(b);
    ASMGL_SOME_CASES
    switch (mark) {
        case OrOr: return a != 0 || b != 0;
        case AndAnd: return a != 0 && b != 0;
        case Bar: return a | b;
        case Caret: return a ^ b;
        case Ampersand: return a & b;
        case EqualEqual: return a == b;
        case NotEqual: return a != b;
        case LeftAngle: return a < b;
        case RightAngle: return a > b;
        case LessEqual: return a <= b;
        case GreaterEqual: return a >= b;
        case LeftShift: return ub < 64 ? wrap(ua << ub) : 0;
        case RightShift: return ub < 64 ? a >> b : a < 0 ? -1 : 0;
        case Plus: return wrap(ua + ub);
        case Minus: return wrap(ua - ub);
        case Star: return wrap(ua * ub);
        default: break;
    }
    ASMGL_END_SOME_CASES
    if (b == 0) return evaluated ? fail("division by zero") : 0;
    // The one quotient that is too large.
    if (b == -1) return mark == Slash ? wrap(0 - ua) : 0;
    return mark == Slash ? a / b : a % b;
}

}  // namespace glsl
