// Operators: chapter 5 of the GLSL specifications.
#include <algorithm>
#include <array>

#include "glsl/check/checker.h"
#include "glsl/check/constants.h"

namespace glsl {

namespace {

std::string_view spelling(BinaryOperator operation) {
    constexpr std::string_view words[] = {"+", "-",  "*", "/",  "%",  "<<", ">>", "&",  "|", "^",
                                          "<", "<=", ">", ">=", "==", "!=", "&&", "||", "^^"};
    return words[static_cast<size_t>(operation)];
}

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

bool has_no_values(const Type* type) {
    return type->is_void() || contains(type, [](const Type* part) { return part->is_opaque(); });
}

}  // namespace

Expression* Checker::wrong(Location where) {
    Expression* result = arena().make<Expression>();
    result->where = where;
    return result;
}

Expression* Checker::folded(const Constant* constant, Expression* otherwise) {
    return constant ? const_cast<Constant*>(constant) : otherwise;
}

Expression* Checker::literal(const Token& token) {
    Scalar scalar = Scalar::Int;
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
    const uint64_t bits[] = {token.kind == TokenKind::HalfConstant ? float_of_half(token.bits)
                                                                   : narrowed(token.bits, scalar)};
    return const_cast<Constant*>(make_constant(arena(), basic_type(scalar), token.where, bits));
}

Expression* Checker::identifier(std::string_view name, Location where) {
    const Symbol* symbol = find(name);
    Variable* variable = symbol ? symbol->variable : builtin_variable(name, where);
    if (!variable) {
        if (symbol)
            error(where, std::string(name) + (symbol->type    ? " is a type, not a value"
                                              : symbol->block ? " is the name of a block, not a value"
                                                              : " is a function, not a value"));
        else
            error(where, "nothing is declared as " + std::string(name));
        return wrong(where);
    }
    variable->used = true;
    if (!per_vertex_.empty() && variable->builtin && !text_depth_) check_per_vertex(*variable, where);
    if (variable->value && !variable->type->is_array()) {
        Constant* constant = arena().make<Constant>(*variable->value);
        constant->where = where;
        constant->name = name;
        return constant;
    }
    Reference* reference = node<Reference>(variable->type, where);
    reference->variable = variable;
    return reference;
}

// A shader that declares gl_PerVertex again has no other outputs of it.
void Checker::check_per_vertex(const Variable& variable, Location where) {
    if (variable.qualifiers.storage != Storage::Out) return;
    const auto named = [&](const MemberRow& row) { return row.name == variable.name; };
    if (std::ranges::none_of(members_of("gl_PerVertex"), named)) return;
    if (std::ranges::find(per_vertex_, variable.name) == per_vertex_.end())
        error(where, std::string(variable.name) + " is not in gl_PerVertex as the shader declares it");
}

// The same of gl_in[n].name and gl_out[n].name.
void Checker::check_vertex_member(const Expression* operand, std::string_view name, Location where) {
    const auto* element = as<Index>(operand);
    const auto* whole = element ? as<Reference>(element->operand) : nullptr;
    if (!whole || !whole->variable->builtin) return;
    const bool in = whole->variable->name == "gl_in";
    if (!in && whole->variable->name != "gl_out") return;
    const std::vector<std::string_view>& declared = in ? per_vertex_in_ : per_vertex_;
    if (!declared.empty() && std::ranges::find(declared, name) == declared.end())
        error(where, std::string(name) + " is not in gl_PerVertex as the shader declares it");
}

Expression* Checker::convert(Expression* expression, const Type* type) {
    if (expression->type == type || expression->type->is_error() || type->is_error()) return expression;
    Convert* conversion = node<Convert>(type, expression->where);
    conversion->operand = expression;
    if (const Constant* constant = as<Constant>(expression))
        return folded(fold_conversion(arena(), type, *constant), conversion);
    return conversion;
}

Expression* Checker::convert_implicitly(Expression* expression, const Type* type, Location where,
                                        std::string_view what) {
    if (expression->type == type || expression->type->is_error() || type->is_error()) return expression;
    if (converts(expression->type, type, language())) return convert(expression, type);
    if (expression->type->is_pointer() && type->is_pointer() && type->element->is_void())
        return convert(expression, type);
    std::string hint;
    if (expression->type->is_basic() && type->is_basic() && expression->type->components() == type->components())
        hint = "write " + to_string(type) + "(…)";
    error(where, std::string(what) + " wants " + to_string(type) + ", not " + to_string(expression->type), hint);
    return wrong(where);
}

Expression* Checker::plus(Expression* operand, Location where) {
    if (operand->type->is_error()) return operand;
    if (!operand->type->is_basic() || operand->type->is_bool()) {
        error(where, "unary + wants a number, not " + to_string(operand->type));
        return wrong(where);
    }
    if (refuse_stored_only(operand->type, "unary +", where)) return wrong(where);
    operand = operand_of_unary(operand);
    // Not an l-value any more.
    Convert* value = node<Convert>(operand->type, where);
    value->operand = operand;
    return operand->kind == ExpressionKind::Constant ? operand : value;
}

Expression* Checker::unary(UnaryOperator operation, Expression* operand, Location where) {
    if (operand->type->is_error()) return operand;
    if (refuse_stored_only(operand->type, "a unary operator", where)) return wrong(where);
    operand = operand_of_unary(operand);
    const Type* type = operand->type;
    switch (operation) {
        case UnaryOperator::Negate:
            if (type->is_basic() && !type->is_bool()) break;
            error(where, "unary - wants a number, not " + to_string(type));
            return wrong(where);
        case UnaryOperator::Not:
            if (type->is_bool() && type->is_scalar()) break;
            error(where, "! wants a bool, not " + to_string(type), type->is_bool() ? "for vectors there is not()" : "");
            return wrong(where);
        case UnaryOperator::Complement:
            if (type->is_integer() && !holds("130 es300 EXT_gpu_shader4", language()) && !text_depth_) {
                error(where, "~ needs version 130 or 300 es");
                return wrong(where);
            }
            if (type->is_integer()) break;
            error(where, "~ wants an integer, not " + to_string(type));
            return wrong(where);
    }
    Unary* result = node<Unary>(type, where);
    result->operation = operation;
    result->operand = operand;
    if (const Constant* constant = as<Constant>(operand))
        return folded(fold_unary(arena(), operation, *constant), result);
    return result;
}

Expression* Checker::step(bool decrement, bool postfix, Expression* operand, Location where) {
    const Type* type = operand->type;
    if (type->is_error()) return operand;
    if (!type->is_pointer() && (!type->is_basic() || type->is_bool())) {
        error(where, std::string(decrement ? "--" : "++") + " wants a number, not " + to_string(type));
        return wrong(where);
    }
    if (refuse_stored_only(type, decrement ? "--" : "++", where)) return wrong(where);
    if (!check_writable(operand, where, decrement ? "--" : "++")) return wrong(where);
    note_written(operand);
    if (type->is_pointer()) return step_pointer(decrement, postfix, operand, where);
    Step* result = node<Step>(type, where);
    result->decrement = decrement;
    result->postfix = postfix;
    result->operand = operand;
    return result;
}

// Makes the scalar types of two basic operands one, by implicit conversions; null: they have none.
const Type* Checker::common_type(Expression*& left, Expression*& right) {
    const Scalar scalar = common_scalar(left->type->scalar, right->type->scalar, language());
    if (scalar == Scalar::None) return nullptr;
    left = convert(left, basic_type(scalar, left->type->rows, left->type->columns));
    right = convert(right, basic_type(scalar, right->type->rows, right->type->columns));
    return left->type;
}

// The type of + - * / % << >> & | ^; null where the operands don't fit. Operands are converted.
const Type* Checker::arithmetic_type(BinaryOperator operation, Expression*& left, Expression*& right, Location where) {
    if (!left->type->is_basic() || !right->type->is_basic() || left->type->is_bool() || right->type->is_bool())
        return nullptr;
    if (is_integral(operation)) {
        if (!holds("130 es300 EXT_gpu_shader4", language()) && !text_depth_) {
            error(where, std::string(spelling(operation)) + " on integers needs version 130 or 300 es");
            return error_type;
        }
        if (!left->type->is_integer() || !right->type->is_integer()) return nullptr;
    }
    if (is_shift(operation)) {
        // Signs and sizes may differ; a scalar can't be shifted by a vector.
        if (is_stored_only(left->type) || is_stored_only(right->type)) return nullptr;
        left = operand_of_unary(left);
        right = operand_of_unary(right);
        if (left->type->is_scalar() && !right->type->is_scalar()) return nullptr;
        return right->type->is_scalar() || right->type->rows == left->type->rows ? left->type : nullptr;
    }
    if (!common_type(left, right)) return nullptr;
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

Expression* Checker::binary(BinaryOperator operation, Expression* left, Expression* right, Location where) {
    if (left->type->is_error() || right->type->is_error()) return wrong(where);
    const Type* left_type = left->type;
    const Type* right_type = right->type;
    if (left_type->is_pointer() || right_type->is_pointer())
        if (Expression* result = pointer_operation(operation, left, right, where)) return result;
    const Type* type = nullptr;
    std::string hint;
    if (is_logical(operation)) {
        if (left_type->is_bool() && right_type->is_bool() && left_type->is_scalar() && right_type->is_scalar())
            type = left_type;
    } else if (is_equality(operation)) {
        if (has_no_values(left_type) || has_no_values(right_type) || is_stored_only(left_type)) {
            type = nullptr;
        } else if (left_type == right_type && !left_type->is_pointer()) {
            type = basic_type(Scalar::Bool);
            if (left_type->is_array() && !holds("120 es300", language())) {
                error(where, "arrays are compared from version 120 and 300 es on");
                return wrong(where);
            }
        } else if (left_type->is_basic() && right_type->is_basic() && left_type->rows == right_type->rows &&
                   left_type->columns == right_type->columns && common_type(left, right)) {
            type = basic_type(Scalar::Bool);
        }
    } else if (is_comparison(operation)) {
        if (left_type->is_scalar() && right_type->is_scalar() && !left_type->is_bool() && !right_type->is_bool() &&
            common_type(left, right))
            type = basic_type(Scalar::Bool);
        else if (left_type->is_vector() && right_type->is_vector())
            hint = "vectors are compared by lessThan() and the like";
    } else {
        type = arithmetic_type(operation, left, right, where);
        if (type && type->is_error()) return wrong(where);
    }
    if (!type) {
        error(where,
              std::string("no ") + std::string(spelling(operation)) + " for " + to_string(left_type) + " and " +
                  to_string(right_type),
              hint);
        return wrong(where);
    }
    Binary* result = node<Binary>(type, where);
    result->operation = operation;
    result->left = left;
    result->right = right;
    const Constant* a = known_value(left);
    const Constant* b = known_value(right);
    // Division of integers by a constant zero gives what the operation gives; nothing is refused.
    if (a && b) return folded(fold_binary(arena(), operation, type, *a, *b), result);
    return result;
}

Expression* Checker::conditional(Expression* condition_, Expression* yes, Expression* no, Location where) {
    condition_ = condition(condition_);
    if (yes->type->is_error() || no->type->is_error() || condition_->type->is_error()) return wrong(where);
    const Type* yes_type = yes->type;
    const Type* no_type = no->type;
    if (yes_type != no_type) {
        const bool shaped = yes_type->is_basic() && no_type->is_basic() && yes_type->rows == no_type->rows &&
                            yes_type->columns == no_type->columns;
        if (!shaped || !common_type(yes, no)) {
            error(where, "the two values of ?: have the types " + to_string(yes_type) + " and " + to_string(no_type));
            return wrong(where);
        }
    }
    if (has_no_values(yes->type) && !yes->type->is_void() &&
        !holds("ARB_bindless_texture NV_bindless_texture", language())) {
        error(where, to_string(yes->type) + " can't be chosen by ?:");
        return wrong(where);
    }
    if (yes->type->is_array() && !holds("120 es300", language()))
        error(where, "arrays can't be chosen by ?: in this version");
    if (const Constant* chosen = as<Constant>(condition_); chosen && known_value(yes) && known_value(no))
        return chosen->components[0] ? yes : no;
    Conditional* result = node<Conditional>(yes->type, where);
    result->condition = condition_;
    result->yes = yes;
    result->no = no;
    return result;
}

Expression* Checker::assign(std::optional<BinaryOperator> operation, Expression* target, Expression* value,
                            Location where) {
    if (target->type->is_error() || value->type->is_error()) return wrong(where);
    if (!check_writable(target, where, "an assignment")) return wrong(where);
    note_written(target);
    if (has_no_values(target->type) && !holds("ARB_bindless_texture NV_bindless_texture", language())) {
        error(where, to_string(target->type) + " can't be assigned");
        return wrong(where);
    }
    if (target->type->is_array() && !target->type->size) {
        error(where, "an array without a size can't be assigned as a whole");
        return wrong(where);
    }
    if (target->type->is_array() && !holds("120 es300", language())) {
        error(where, "arrays are assigned from version 120 and 300 es on");
        return wrong(where);
    }
    if (operation && target->type->is_pointer()) return move_pointer(*operation, target, value, where);
    Assign* result = node<Assign>(target->type, where);
    result->target = target;
    if (operation) {
        Expression* left = target;
        const std::string types = to_string(target->type) + " and " + to_string(value->type);
        const Type* type = arithmetic_type(*operation, left, value, where);
        if (type && type->is_error()) return wrong(where);
        // The result must be the target's type, and the target is not converted.
        if (!type || type != target->type || left != target) {
            error(where, std::string("no ") + std::string(spelling(*operation)) + "= for " + types);
            return wrong(where);
        }
        result->compound = true;
        result->operation = *operation;
    } else {
        value = convert_implicitly(value, target->type, where, "the assignment");
        if (value->type->is_error()) return value;
    }
    result->value = value;
    return result;
}

Expression* Checker::comma(Expression* left, Expression* right, Location where) {
    if (left->type->is_error() || right->type->is_error()) return wrong(where);
    // In older versions a sequence of constants is one.
    if (holds("110-110 es100-100", language()) && as<Constant>(left) && as<Constant>(right)) return right;
    if (right->type->is_array() && language().is_es())
        error(where, "an array can't be the last of a sequence in this version");
    Comma* result = node<Comma>(right->type, where);
    result->left = left;
    result->right = right;
    return result;
}

}  // namespace glsl
