#include "glsl/lower/access.h"
#include "glsl/lower/arithmetic.h"
#include "glsl/lower/effects.h"
#include "glsl/lower/lowering.h"

namespace glsl {

Value Lowering::unary(const Unary& unary) {
    Value value = evaluate(unary.operand);
    value.type = unary.type;
    const Scalar scalar = unary.type->scalar;
    switch (unary.operation) {
        case UnaryOperator::Negate:
            if (is_floating_point(scalar)) {
                for (Operand& part : value.parts) part.negate = !part.negate;
                return value;
            }
            for (Operand& part : value.parts) {
                const Operand temporary = assembly_.take(is_wide(scalar));
                assembly_.emit(typed(Opcode::Sub, scalar), {temporary.at, mask_of(unary.type->rows)},
                               {literal(0), part}, scalar);
                part = narrowed(assembly_, temporary, scalar, unary.type->rows);
            }
            return value;
        case UnaryOperator::Not: {
            const Operand temporary = assembly_.take();
            assembly_.emit(typed(Opcode::Seq, Scalar::Int), {temporary.at, 1}, {value.parts[0], literal(0)},
                           Scalar::Int);
            return single(unary.type, temporary);
        }
        case UnaryOperator::Complement: {
            const Operand temporary = assembly_.take(is_wide(scalar));
            assembly_.emit(typed(Opcode::Not, scalar), {temporary.at, mask_of(unary.type->rows)}, {value.parts[0]},
                           scalar);
            return single(unary.type, narrowed(assembly_, temporary, scalar, unary.type->rows));
        }
    }
    return value;
}

Value Lowering::step(const Step& step) {
    const LValue lvalue = lvalue_of(step.operand);
    Value old = load(context_, lvalue);
    if (step.postfix) old = copy(context_, old);
    for (Operand& part : old.parts) part.temporary = false;
    Value one;
    one.type = basic_type(step.type->scalar);
    one.parts.push_back(literal(one_of(step.type->scalar)));
    const Value result =
        compute(assembly_, step.decrement ? BinaryOperator::Subtract : BinaryOperator::Add, step.type, old, one);
    store(context_, lvalue, result);
    if (step.postfix) return old;
    return lvalue.memory ? result : load(context_, lvalue);
}

Value Lowering::binary(const Binary& binary) {
    if (binary.operation >= BinaryOperator::LogicalAnd) return logical(binary);
    // A chain of operators is as deep as it is long: from its left end on, without going down into each.
    std::vector<const Binary*> chain = {&binary};
    for (const auto* left = as<Binary>(binary.left); left && left->operation < BinaryOperator::LogicalAnd;
         left = as<Binary>(left->left))
        chain.push_back(left);
    Value value = evaluate(chain.back()->left);
    for (; !chain.empty(); chain.pop_back()) {
        const Binary& own = *chain.back();
        if (!context_.has_room(own.where, own.type)) return context_.nothing(binary.type);
        if (has_effects(own.right)) value = copy(context_, value);
        value = operate(own, value, evaluate(own.right));
    }
    return value;
}

Value Lowering::operate(const Binary& binary, const Value& left, const Value& right) {
    if (binary.operation == BinaryOperator::Equal || binary.operation == BinaryOperator::NotEqual) {
        if (!context_.has_room({}, left.type)) return single(binary.type, literal(0), true);
        Operand result = equal(assembly_, canonical(assembly_, left), canonical(assembly_, right));
        if (binary.operation == BinaryOperator::Equal) return single(binary.type, result, true);
        const Operand temporary = assembly_.take();
        assembly_.emit(typed(Opcode::Seq, Scalar::Int), {temporary.at, 1}, {result, literal(0)}, Scalar::Int);
        return single(binary.type, temporary);
    }
    return compute(assembly_, binary.operation, binary.type, left, right);
}

Value Lowering::logical(const Binary& binary) {
    const Type* type = binary.type;
    if (binary.operation == BinaryOperator::LogicalXor) {
        const bool effects = has_effects(binary.right);
        const Value left = canonical(assembly_, evaluate_before(binary.left, effects));
        const Value right = canonical(assembly_, evaluate(binary.right));
        const Operand temporary = assembly_.take();
        assembly_.emit(typed(Opcode::Xor, Scalar::Uint), {temporary.at, 1}, {left.parts[0], right.parts[0]},
                       Scalar::Uint);
        return single(type, temporary);
    }
    const bool is_and = binary.operation == BinaryOperator::LogicalAnd;
    if (is_cheap(binary.right)) {
        const Value left = evaluate(binary.left);
        const Value right = evaluate(binary.right);
        const Operand temporary = assembly_.take();
        // Zero, -1 and 1.0 are closed under both.
        assembly_.emit(typed(is_and ? Opcode::And : Opcode::Or, Scalar::Uint), {temporary.at, 1},
                       {left.parts[0], right.parts[0]}, Scalar::Uint);
        return single(type, temporary, left.noncanonical || right.noncanonical);
    }
    // What the left side decides leaves the right one unevaluated.
    const Operand result = assembly_.take();
    const Value left = canonical(assembly_, evaluate(binary.left));
    assembly_.move({result.at, 1}, left.parts[0], Scalar::Bool);
    Operand test = result;
    test.temporary = false;
    assembly_.set_condition(test);
    assembly_.emit_where(Opcode::If, is_and ? when_true : when_false);
    const Value right = canonical(assembly_, evaluate(binary.right));
    assembly_.move({result.at, 1}, right.parts[0], Scalar::Bool);
    assembly_.emit(Opcode::Endif);
    return single(type, result);
}

}  // namespace glsl
