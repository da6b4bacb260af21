#include "glsl/check/convert.h"

#include "glsl/check/constants.h"
#include "glsl/check/conversions.h"

namespace glsl {

Expression* folded(const Constant* constant, Expression* otherwise) {
    return constant ? const_cast<Constant*>(constant) : otherwise;
}

Expression* convert(CheckContext& context, Expression* expression, const Type* type) {
    if (expression->type == type || expression->type->is_error() || type->is_error()) return expression;
    Convert* conversion = context.node<Convert>(type, expression->where);
    conversion->operand = expression;
    if (const Constant* constant = as<Constant>(expression))
        return folded(fold_conversion(context.arena(), type, *constant), conversion);
    return conversion;
}

Expression* convert_implicitly(CheckContext& context, Expression* expression, const Type* type, Location where,
                               std::string_view what) {
    if (expression->type == type || expression->type->is_error() || type->is_error()) return expression;
    if (converts(expression->type, type, context.language())) return convert(context, expression, type);
    if (expression->type->is_pointer() && type->is_pointer() && type->element->is_void())
        return convert(context, expression, type);
    std::string hint;
    if (expression->type->is_basic() && type->is_basic() && expression->type->components() == type->components())
        hint = "write " + to_string(type) + "(…)";
    context.error(where, std::string(what) + " wants " + to_string(type) + ", not " + to_string(expression->type),
                  hint);
    return context.wrong(where);
}

const Type* common_type(CheckContext& context, Expression*& left, Expression*& right) {
    const Scalar scalar = common_scalar(left->type->scalar, right->type->scalar, context.language());
    if (scalar == Scalar::None) return nullptr;
    left = convert(context, left, basic_type(scalar, left->type->rows, left->type->columns));
    right = convert(context, right, basic_type(scalar, right->type->rows, right->type->columns));
    return left->type;
}

Expression* plain_value(CheckContext& context, Expression* operand) {
    if (operand->kind == ExpressionKind::Constant) return operand;
    Convert* value = context.node<Convert>(operand->type, operand->where);
    value->operand = operand;
    return value;
}

}  // namespace glsl
