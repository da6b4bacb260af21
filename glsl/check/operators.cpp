#include "glsl/check/operators.h"

#include <array>

#include "glsl/check/constants.h"
#include "glsl/check/conversions.h"
#include "glsl/check/convert.h"
#include "glsl/check/pointers.h"
#include "glsl/check/small_types.h"

#include "ir/switches.h"

namespace glsl {

namespace {

bool is_logical(BinaryOperator operation) { return operation >= BinaryOperator::LogicalAnd; }

bool is_comparison(BinaryOperator operation) {
    return operation >= BinaryOperator::Less && operation <= BinaryOperator::GreaterEqual;
}

bool is_equality(BinaryOperator operation) {
    return operation == BinaryOperator::Equal || operation == BinaryOperator::NotEqual;
}

bool is_integral(BinaryOperator operation) {
    return operation >= BinaryOperator::Modulus && operation <= BinaryOperator::Xor;
}

bool is_shift(BinaryOperator operation) {
    return operation == BinaryOperator::ShiftLeft || operation == BinaryOperator::ShiftRight;
}

}  // namespace

std::string_view spelling(BinaryOperator operation) {
    constexpr std::string_view words[] = {"+", "-",  "*", "/",  "%",  "<<", ">>", "&",  "|", "^",
                                          "<", "<=", ">", ">=", "==", "!=", "&&", "||", "^^"};
    return words[static_cast<size_t>(operation)];
}

bool has_no_values(const Type* type) {
    return type->is_void() || contains(type, [](const Type* part) { return part->is_opaque(); });
}

Expression* make_literal(CheckContext& context, const Token& token) {
    Scalar scalar = Scalar::Int;
    ASMGL_SOME_CASES
    switch (token.kind) {
        case TokenKind::UintConstant: scalar = Scalar::Uint; break;
        case TokenKind::Int64Constant: scalar = Scalar::Int64; break;
        case TokenKind::Uint64Constant: scalar = Scalar::Uint64; break;
        case TokenKind::FloatConstant: scalar = Scalar::Float; break;
        case TokenKind::DoubleConstant: scalar = Scalar::Double; break;
        case TokenKind::Int16Constant: scalar = Scalar::Int16; break;
        case TokenKind::Uint16Constant: scalar = Scalar::Uint16; break;
        case TokenKind::HalfConstant: scalar = Scalar::Float16; break;
        case TokenKind::BoolConstant: scalar = Scalar::Bool; break;
        default: break;  // the grammar calls this for constants only; IntConstant
    }
    ASMGL_END_SOME_CASES
    const uint64_t bits[] = {token.kind == TokenKind::HalfConstant ? float_of_half(token.bits)
                                                                   : narrowed(token.bits, scalar)};
    return const_cast<Constant*>(make_constant(context.arena(), basic_type(scalar), token.where, bits));
}

Expression* make_plus(CheckContext& context, Expression* operand, Location where) {
    if (operand->type->is_error()) return operand;
    if (!operand->type->is_basic() || operand->type->is_bool()) {
        context.error(where, "unary + wants a number, not " + to_string(operand->type));
        return context.wrong(where);
    }
    if (refuse_stored_only(context, operand->type, "unary +", where)) return context.wrong(where);
    operand = operand_of_unary(context, operand);
    // Not an l-value any more.
    Convert* value = context.node<Convert>(operand->type, where);
    value->operand = operand;
    return operand->kind == ExpressionKind::Constant ? operand : value;
}

Expression* make_unary(CheckContext& context, UnaryOperator operation, Expression* operand, Location where) {
    if (operand->type->is_error()) return operand;
    if (refuse_stored_only(context, operand->type, "a unary operator", where)) return context.wrong(where);
    operand = operand_of_unary(context, operand);
    const Type* type = operand->type;
    switch (operation) {
        case UnaryOperator::Negate:
            if (type->is_basic() && !type->is_bool()) break;
            context.error(where, "unary - wants a number, not " + to_string(type));
            return context.wrong(where);
        case UnaryOperator::Not:
            if (type->is_bool() && type->is_scalar()) break;
            context.error(where, "! wants a bool, not " + to_string(type),
                          type->is_bool() ? "for vectors there is not()" : "");
            return context.wrong(where);
        case UnaryOperator::Complement:
            if (type->is_integer() && !holds("130 es300 EXT_gpu_shader4", context.language()) && !context.in_text()) {
                context.error(where, "~ needs version 130 or 300 es");
                return context.wrong(where);
            }
            if (type->is_integer()) break;
            context.error(where, "~ wants an integer, not " + to_string(type));
            return context.wrong(where);
    }
    Unary* result = context.node<Unary>(type, where);
    result->operation = operation;
    result->operand = operand;
    if (const Constant* constant = as<Constant>(operand))
        return folded(fold_unary(context.arena(), operation, *constant), result);
    return result;
}

const Type* arithmetic_type(CheckContext& context, BinaryOperator operation, Expression*& left, Expression*& right,
                            Location where) {
    if (!left->type->is_basic() || !right->type->is_basic() || left->type->is_bool() || right->type->is_bool())
        return nullptr;
    if (is_integral(operation)) {
        if (!holds("130 es300 EXT_gpu_shader4", context.language()) && !context.in_text()) {
            context.error(where, std::string(spelling(operation)) + " on integers needs version 130 or 300 es");
            return error_type;
        }
        if (!left->type->is_integer() || !right->type->is_integer()) return nullptr;
    }
    if (is_shift(operation)) {
        // Signs and sizes may differ; a scalar can't be shifted by a vector.
        if (is_stored_only(context, left->type) || is_stored_only(context, right->type)) return nullptr;
        left = operand_of_unary(context, left);
        right = operand_of_unary(context, right);
        if (left->type->is_scalar() && !right->type->is_scalar()) return nullptr;
        return right->type->is_scalar() || right->type->rows == left->type->rows ? left->type : nullptr;
    }
    if (!common_type(context, left, right)) return nullptr;
    const Type *a = left->type, *b = right->type;
    if (a == b && !(a->is_matrix() && operation == BinaryOperator::Multiply)) return a;
    if (a->is_scalar()) return b;
    if (b->is_scalar()) return a;
    if (operation != BinaryOperator::Multiply || (!a->is_matrix() && !b->is_matrix())) return nullptr;
    // Linear algebra: a row vector, a column vector, or two matrices whose inner sizes agree.
    if (a->is_vector()) return a->rows == b->rows ? basic_type(a->scalar, b->columns) : nullptr;
    if (a->columns != b->rows) return nullptr;
    return b->is_vector() ? basic_type(a->scalar, a->rows) : basic_type(a->scalar, a->rows, b->columns);
}

Expression* make_binary(CheckContext& context, BinaryOperator operation, Expression* left, Expression* right,
                        Location where) {
    if (left->type->is_error() || right->type->is_error()) return context.wrong(where);
    const Type* left_type = left->type;
    const Type* right_type = right->type;
    if (left_type->is_pointer() || right_type->is_pointer())
        if (Expression* result = pointer_operation(context, operation, left, right, where)) return result;
    const Type* type = nullptr;
    std::string hint;
    if (is_logical(operation)) {
        if (left_type->is_bool() && right_type->is_bool() && left_type->is_scalar() && right_type->is_scalar())
            type = left_type;
    } else if (is_equality(operation)) {
        if (has_no_values(left_type) || has_no_values(right_type) || is_stored_only(context, left_type)) {
            type = nullptr;
        } else if (left_type == right_type && !left_type->is_pointer()) {
            type = basic_type(Scalar::Bool);
            if (left_type->is_array() && !holds("120 es300", context.language())) {
                context.error(where, "arrays are compared from version 120 and 300 es on");
                return context.wrong(where);
            }
        } else if (left_type->is_basic() && right_type->is_basic() && left_type->rows == right_type->rows &&
                   left_type->columns == right_type->columns && common_type(context, left, right)) {
            type = basic_type(Scalar::Bool);
        }
    } else if (is_comparison(operation)) {
        if (left_type->is_scalar() && right_type->is_scalar() && !left_type->is_bool() && !right_type->is_bool() &&
            common_type(context, left, right))
            type = basic_type(Scalar::Bool);
        else if (left_type->is_vector() && right_type->is_vector())
            hint = "vectors are compared by lessThan() and the like";
    } else {
        type = arithmetic_type(context, operation, left, right, where);
        if (type && type->is_error()) return context.wrong(where);
    }
    if (!type) {
        context.error(where,
                      std::string("no ") + std::string(spelling(operation)) + " for " + to_string(left_type) + " and " +
                          to_string(right_type),
                      hint);
        return context.wrong(where);
    }
    Binary* result = context.node<Binary>(type, where);
    result->operation = operation;
    result->left = left;
    result->right = right;
    const Constant* a = known_value(left);
    const Constant* b = known_value(right);
    // Division of integers by a constant zero gives what the operation gives; nothing is refused.
    if (a && b) return folded(fold_binary(context.arena(), operation, type, *a, *b), result);
    return result;
}

Expression* check_condition(CheckContext& context, Expression* expression) {
    if (expression->type->is_error() || (expression->type->is_bool() && expression->type->is_scalar()))
        return expression;
    context.error(expression->where, "a condition is a bool, not " + to_string(expression->type));
    return context.wrong(expression->where);
}

Expression* make_conditional(CheckContext& context, Expression* condition, Expression* yes, Expression* no,
                             Location where) {
    condition = check_condition(context, condition);
    if (yes->type->is_error() || no->type->is_error() || condition->type->is_error()) return context.wrong(where);
    const Type* yes_type = yes->type;
    const Type* no_type = no->type;
    if (yes_type != no_type) {
        const bool shaped = yes_type->is_basic() && no_type->is_basic() && yes_type->rows == no_type->rows &&
                            yes_type->columns == no_type->columns;
        if (!shaped || !common_type(context, yes, no)) {
            context.error(where,
                          "the two values of ?: have the types " + to_string(yes_type) + " and " + to_string(no_type));
            return context.wrong(where);
        }
    }
    if (has_no_values(yes->type) && !yes->type->is_void() &&
        !holds("ARB_bindless_texture NV_bindless_texture", context.language())) {
        context.error(where, to_string(yes->type) + " can't be chosen by ?:");
        return context.wrong(where);
    }
    if (yes->type->is_array() && !holds("120 es300", context.language()))
        context.error(where, "arrays can't be chosen by ?: in this version");
    if (const Constant* chosen = as<Constant>(condition); chosen && known_value(yes) && known_value(no))
        return chosen->components[0] ? yes : no;
    Conditional* result = context.node<Conditional>(yes->type, where);
    result->condition = condition;
    result->yes = yes;
    result->no = no;
    return result;
}

Expression* make_comma(CheckContext& context, Expression* left, Expression* right, Location where) {
    if (left->type->is_error() || right->type->is_error()) return context.wrong(where);
    // In older versions a sequence of constants is one.
    if (holds("110-110 es100-100", context.language()) && as<Constant>(left) && as<Constant>(right)) return right;
    if (right->type->is_array() && context.language().is_es())
        context.error(where, "an array can't be the last of a sequence in this version");
    Comma* result = context.node<Comma>(right->type, where);
    result->left = left;
    result->right = right;
    return result;
}

}  // namespace glsl
