#include "glsl/lower/effects.h"
#include "glsl/lower/lowering.h"

namespace glsl {

namespace {

uint64_t one_of(Scalar scalar) {
    return carrier(scalar) == Scalar::Float ? 0x3f800000u : scalar == Scalar::Double ? 0x3ff0000000000000u : 1u;
}

Opcode dot_product(int components) {
    return components == 2 ? Opcode::Dp2 : components == 3 ? Opcode::Dp3 : Opcode::Dp4;
}

Value single(const Type* type, Operand operand, bool loose = false) {
    Value value;
    value.type = type;
    value.parts.push_back(operand);
    value.loose = loose;
    return value;
}

}  // namespace

// Readers of bits would take the sign of a float for an integer's.
Operand Lowering::positive(const Operand& operand, Scalar scalar) {
    if (!operand.negate) return operand;
    Operand place = assembly_.take(is_wide(scalar));
    assembly_.emit(typed(Opcode::Mov, scalar), {place.at, 15}, {operand}, scalar);
    return place;
}

Value Lowering::strict(Value value) {
    if (!value.loose) return value;
    const Operand place = assembly_.take();
    assembly_.emit(typed(Opcode::Sne, Scalar::Int), {place.at, mask_of(value.type->rows)}, {value.parts[0], literal(0)},
                   Scalar::Int);
    return single(value.type, place);
}

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
                const Operand place = assembly_.take(is_wide(scalar));
                assembly_.emit(typed(Opcode::Sub, scalar), {place.at, mask_of(unary.type->rows)}, {literal(0), part},
                               scalar);
                part = narrowed(place, scalar, unary.type->rows);
            }
            return value;
        case UnaryOperator::Not: {
            const Operand place = assembly_.take();
            assembly_.emit(typed(Opcode::Seq, Scalar::Int), {place.at, 1}, {value.parts[0], literal(0)}, Scalar::Int);
            return single(unary.type, place);
        }
        case UnaryOperator::Complement: {
            const Operand place = assembly_.take(is_wide(scalar));
            assembly_.emit(typed(Opcode::Not, scalar), {place.at, mask_of(unary.type->rows)}, {value.parts[0]}, scalar);
            return single(unary.type, narrowed(place, scalar, unary.type->rows));
        }
    }
    return value;
}

// What arithmetic in 32 bits gives as a number of 8 or 16, in a register that nobody else has.
Operand Lowering::narrowed(const Operand& place, Scalar scalar, int components) {
    const Target target{place.at, mask_of(components)};
    switch (scalar) {
        case Scalar::Int8:
            assembly_.emit(converting(arbasm::DataType::S32, arbasm::DataType::S8), target, {place}, Scalar::Int);
            break;
        case Scalar::Int16:
            assembly_.emit(converting(arbasm::DataType::S32, arbasm::DataType::S16), target, {place}, Scalar::Int);
            break;
        case Scalar::Uint8:
            assembly_.emit(converting(arbasm::DataType::U32, arbasm::DataType::U8), target, {place}, Scalar::Uint);
            break;
        case Scalar::Uint16:
            assembly_.emit(converting(arbasm::DataType::U32, arbasm::DataType::U16), target, {place}, Scalar::Uint);
            break;
        case Scalar::Float16:
            assembly_.emit(converting(arbasm::DataType::F16, arbasm::DataType::F32), target, {place}, Scalar::Float);
            assembly_.emit(converting(arbasm::DataType::F32, arbasm::DataType::F16), target, {place}, Scalar::Float);
            break;
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Int:
        case Scalar::Uint:
        case Scalar::Float:
        case Scalar::Double:
        case Scalar::Int64:
        case Scalar::Uint64: break;
    }
    return place;
}

// The bits of a half, and the half of 16 bits.
Operand Lowering::half_bits(const Operand& given, Scalar from, Scalar to, int components) {
    const Operand place = assembly_.take();
    const Target target{place.at, mask_of(components)};
    if (to == Scalar::Float16) {
        // A number that is written there would be a half, not its bits.
        const Operand bits = given.is_constant() ? assembly_.in_register(given, Scalar::Uint, components) : given;
        assembly_.emit(converting(arbasm::DataType::F32, arbasm::DataType::F16), target, {bits}, Scalar::Uint);
        return place;
    }
    assembly_.emit(converting(arbasm::DataType::F16, arbasm::DataType::F32), target, {positive(given, from)},
                   Scalar::Float);
    return is_signed_integer(to) ? narrowed(place, to, components) : place;
}

Value Lowering::step(const Step& step) {
    const Place place = place_of(step.operand);
    Value old = load(place);
    if (step.postfix) old = copy(old);
    for (Operand& part : old.parts) part.temporary = false;
    Value one;
    one.type = basic_type(step.type->scalar);
    one.parts.push_back(literal(one_of(step.type->scalar)));
    const Value result = compute(step.decrement ? BinaryOperator::Subtract : BinaryOperator::Add, step.type, old, one);
    store(place, result);
    if (step.postfix) return old;
    return place.memory ? result : load(place);
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
        if (!has_room(own.where, own.type)) return nothing(binary.type);
        if (has_effects(own.right)) value = copy(value);
        value = operate(own, value, evaluate(own.right));
    }
    return value;
}

Value Lowering::operate(const Binary& binary, const Value& left, const Value& right) {
    if (binary.operation == BinaryOperator::Equal || binary.operation == BinaryOperator::NotEqual) {
        Operand result = equal(strict(left), strict(right));
        if (binary.operation == BinaryOperator::Equal) return single(binary.type, result, true);
        const Operand place = assembly_.take();
        assembly_.emit(typed(Opcode::Seq, Scalar::Int), {place.at, 1}, {result, literal(0)}, Scalar::Int);
        return single(binary.type, place);
    }
    return compute(binary.operation, binary.type, left, right);
}

// Whether all components of all parts are equal: 0, -1 or 1.0.
Operand Lowering::equal(const Value& left, const Value& right) {
    std::vector<Operand> results;  // one component each
    size_t next = 0;
    if (!has_room({}, left.type)) return literal(0);
    for_each_leaf(left.type, [&](const Type* type) {
        for (int c = 0; c < type->columns; c++, next++) {
            const Scalar scalar = type->is_bool() ? Scalar::Int : type->scalar;
            const Operand place = assembly_.take(is_wide(scalar));
            Operand narrow = place;
            assembly_.emit(typed(Opcode::Seq, scalar), {place.at, mask_of(type->rows)},
                           {left.parts[next], right.parts[next]}, scalar);
            if (is_wide(scalar)) {
                narrow = assembly_.take();
                assembly_.emit(scalar == Scalar::Double ? converting(arbasm::DataType::F32, arbasm::DataType::F64)
                                                        : converting(arbasm::DataType::S32, arbasm::DataType::S64),
                               {narrow.at, mask_of(type->rows)}, {place}, scalar);
            }
            for (int n = 0; n < type->rows; n++) results.push_back(narrow.component(n));
        }
    });
    if (results.size() == 1) return results[0];
    Operand all = assembly_.take();
    assembly_.emit(typed(Opcode::And, Scalar::Uint), {all.at, 1}, {results[0], results[1]}, Scalar::Uint);
    for (size_t n = 2; n < results.size(); n++)
        assembly_.emit(typed(Opcode::And, Scalar::Uint), {all.at, 1}, {all, results[n]}, Scalar::Uint);
    return all;
}

Value Lowering::logical(const Binary& binary) {
    const Type* type = binary.type;
    if (binary.operation == BinaryOperator::LogicalXor) {
        const bool effects = has_effects(binary.right);
        const Value left = strict(evaluate_before(binary.left, effects));
        const Value right = strict(evaluate(binary.right));
        const Operand place = assembly_.take();
        assembly_.emit(typed(Opcode::Xor, Scalar::Uint), {place.at, 1}, {left.parts[0], right.parts[0]}, Scalar::Uint);
        return single(type, place);
    }
    const bool is_and = binary.operation == BinaryOperator::LogicalAnd;
    if (is_cheap(binary.right)) {
        const Value left = evaluate(binary.left);
        const Value right = evaluate(binary.right);
        const Operand place = assembly_.take();
        // Zero, -1 and 1.0 are closed under both.
        assembly_.emit(typed(is_and ? Opcode::And : Opcode::Or, Scalar::Uint), {place.at, 1},
                       {left.parts[0], right.parts[0]}, Scalar::Uint);
        return single(type, place, left.loose || right.loose);
    }
    // What the left side decides leaves the right one unevaluated.
    const Operand result = assembly_.take();
    const Value left = strict(evaluate(binary.left));
    assembly_.move({result.at, 1}, left.parts[0], Scalar::Bool);
    Operand test = result;
    test.temporary = false;
    assembly_.set_condition(test);
    assembly_.emit_where(Opcode::If, is_and ? when_true : when_false);
    const Value right = strict(evaluate(binary.right));
    assembly_.move({result.at, 1}, right.parts[0], Scalar::Bool);
    assembly_.emit(Opcode::Endif);
    return single(type, result);
}

Value Lowering::compute(BinaryOperator operation, const Type* type, const Value& left, const Value& right) {
    if (operation == BinaryOperator::Multiply && (left.type->is_matrix() || right.type->is_matrix()) &&
        !left.type->is_scalar() && !right.type->is_scalar())
        return matrix_product(type, left, right);
    const bool compares = type->is_bool();
    const Scalar scalar = left.type->scalar;
    Value result;
    result.type = type;
    for (size_t n = 0; n < static_cast<size_t>(type->columns); n++) {
        const Operand& a = left.parts[left.type->is_matrix() ? n : 0];
        const Operand& b = right.parts[right.type->is_matrix() ? n : 0];
        result.parts.push_back(
            compute_part(operation, scalar, a, left.type->is_matrix() ? left.type->rows : left.type->components(), b,
                         right.type->is_matrix() ? right.type->rows : right.type->components(), type->rows));
    }
    if (compares && scalar == Scalar::Double) {
        const Operand narrow = assembly_.take();
        assembly_.emit(converting(arbasm::DataType::F32, arbasm::DataType::F64), {narrow.at, mask_of(type->rows)},
                       {result.parts[0]}, scalar);
        result.parts[0] = narrow;
    } else if (compares && is_wide(scalar)) {
        const Operand narrow = assembly_.take();
        assembly_.emit(converting(arbasm::DataType::S32, arbasm::DataType::S64), {narrow.at, mask_of(type->rows)},
                       {result.parts[0]}, scalar);
        result.parts[0] = narrow;
    }
    if (!compares)
        for (Operand& part : result.parts) part = narrowed(part, scalar, type->rows);
    result.loose = compares && is_floating_point(scalar);
    return result;
}

Operand Lowering::compute_part(BinaryOperator operation, Scalar scalar, const Operand& left, int left_components,
                               const Operand& right, int right_components, int components) {
    Operand place = assembly_.take(is_wide(scalar));
    const Operand a = left_components == 1 ? left.component(0) : left;
    const Operand b = right_components == 1 ? right.component(0) : right;
    Opcode opcode{};
    bool scalar_right = false;  // the second operand of the opcode is a scalar
    switch (operation) {
        case BinaryOperator::Add: opcode = Opcode::Add; break;
        case BinaryOperator::Subtract: opcode = Opcode::Sub; break;
        case BinaryOperator::Multiply: opcode = Opcode::Mul; break;
        case BinaryOperator::Divide: opcode = Opcode::Div, scalar_right = true; break;
        case BinaryOperator::Modulus: opcode = Opcode::Mod, scalar_right = true; break;
        case BinaryOperator::ShiftLeft: opcode = Opcode::Shl, scalar_right = true; break;
        case BinaryOperator::ShiftRight: opcode = Opcode::Shr, scalar_right = true; break;
        case BinaryOperator::And: opcode = Opcode::And; break;
        case BinaryOperator::Or: opcode = Opcode::Or; break;
        case BinaryOperator::Xor: opcode = Opcode::Xor; break;
        case BinaryOperator::Less: opcode = Opcode::Slt; break;
        case BinaryOperator::LessEqual: opcode = Opcode::Sle; break;
        case BinaryOperator::Greater: opcode = Opcode::Sgt; break;
        case BinaryOperator::GreaterEqual: opcode = Opcode::Sge; break;
        case BinaryOperator::Equal:
        case BinaryOperator::NotEqual:
        case BinaryOperator::LogicalAnd:
        case BinaryOperator::LogicalOr:
        case BinaryOperator::LogicalXor: break;  // equal() and logical()
    }
    const Operation computed = typed(opcode, scalar);
    if (!scalar_right || right_components == 1) {
        assembly_.emit(computed, {place.at, mask_of(components)}, {a, b}, scalar);
        return place;
    }
    for (int n = 0; n < components; n++)
        assembly_.emit(computed, {place.at, static_cast<uint8_t>(1 << n)}, {a, b.component(n)}, scalar);
    assembly_.routine().last_is_open = false;
    return place;
}

Value Lowering::matrix_product(const Type* type, const Value& left, const Value& right) {
    const Scalar scalar = type->scalar;
    Value result;
    result.type = type;
    if (left.type->is_vector()) {
        // A row times a matrix: a product for each column.
        const Operand place = assembly_.take(is_wide(scalar));
        for (int c = 0; c < right.type->columns; c++) {
            const Target target{place.at, static_cast<uint8_t>(1 << c)};
            const Operand& column = right.parts[static_cast<size_t>(c)];
            if (carrier(scalar) == Scalar::Float)
                assembly_.emit(dot_product(left.type->rows), target, {left.parts[0], column}, scalar);
            else
                product(target, left.parts[0], column, left.type->rows, scalar);
        }
        assembly_.routine().last_is_open = false;
        result.parts.push_back(narrowed(place, scalar, type->rows));
        return result;
    }
    // Columns weighted by the components of each of the right side's columns.
    for (size_t c = 0; c < right.parts.size(); c++) {
        const Operand place = assembly_.take(is_wide(scalar));
        const Target target{place.at, mask_of(type->rows)};
        for (int k = 0; k < left.type->columns; k++) {
            const Operand weight = right.parts[c].component(k);
            const Operand& column = left.parts[static_cast<size_t>(k)];
            if (k == 0)
                assembly_.emit(typed(Opcode::Mul, scalar), target, {column, weight}, scalar);
            else
                assembly_.emit(typed(Opcode::Mad, scalar), target, {column, weight, place}, scalar);
        }
        assembly_.routine().last_is_open = false;
        result.parts.push_back(narrowed(place, scalar, type->rows));
    }
    return result;
}

// The sum of products of the first components, where there is no DP2 to DP4.
void Lowering::product(const Target& target, const Operand& left, const Operand& right, int components, Scalar scalar) {
    const Operand terms = assembly_.take(is_wide(scalar));
    assembly_.emit(typed(Opcode::Mul, scalar), {terms.at, mask_of(components)}, {left, right}, scalar);
    assembly_.emit(typed(Opcode::Add, scalar), target, {terms.component(0), terms.component(1)}, scalar);
    Operand sum;
    sum.at = target.at;
    const int own = target.mask == 1 ? 0 : target.mask == 2 ? 1 : target.mask == 4 ? 2 : 3;
    for (int n = 2; n < components; n++)
        assembly_.emit(typed(Opcode::Add, scalar), target, {sum.component(own), terms.component(n)}, scalar);
}

// To another scalar type, component by component.
Value Lowering::convert(const Value& value, const Type* type) {
    if (value.parts.empty()) return value;
    const Scalar from = carrier(value.type->scalar), to = carrier(type->scalar);
    // Numbers of 8 and 16 bits: by way of the 32 bits that registers hold them in.
    const bool narrows =
        is_small(type->scalar) && !value.type->is_bool() && !holds_all_of(value.type->scalar, type->scalar);
    const uint8_t mask = mask_of(type->rows);
    Value result;
    result.type = type;
    if (from == to) {
        result = value;
        result.type = type;
        for (Operand& part : result.parts) {
            part.temporary = false;
            if (!narrows) continue;
            const Operand place = assembly_.take();
            assembly_.emit(typed(Opcode::Mov, from), {place.at, mask}, {part}, from);
            part = narrowed(place, type->scalar, type->rows);
        }
        return result;
    }
    for (const Operand& given : value.parts) {
        const bool same_bits =
            (from == Scalar::Int && to == Scalar::Uint) || (from == Scalar::Uint && to == Scalar::Int) ||
            (from == Scalar::Int64 && to == Scalar::Uint64) || (from == Scalar::Uint64 && to == Scalar::Int64);
        if (same_bits && !narrows) {
            result.parts.push_back(given);
            continue;
        }
        const Operand place = assembly_.take(is_wide(to));
        const Target target{place.at, mask};
        if (to == Scalar::Bool) {
            if (is_wide(from)) {
                const Operand wide = assembly_.take(true);
                assembly_.emit(typed(Opcode::Sne, from), {wide.at, mask}, {given, literal(0)}, from);
                assembly_.emit(from == Scalar::Double ? converting(arbasm::DataType::F32, arbasm::DataType::F64)
                                                      : converting(arbasm::DataType::S32, arbasm::DataType::S64),
                               target, {wide}, from);
            } else {
                assembly_.emit(from == Scalar::Float ? Opcode::Sne : typed(Opcode::Sne, Scalar::Int), target,
                               {given, literal(0)}, from == Scalar::Float ? from : Scalar::Int);
            }
            result.loose = is_floating_point(from);
        } else if (from == Scalar::Bool) {
            // 0, -1 and, where it is loose, 1.0.
            Operand bits = given;
            if (value.loose && to != Scalar::Float) bits = strict(value).parts[0];
            const Operand narrow = is_wide(to) ? assembly_.take() : place;
            assembly_.emit(typed(Opcode::And, Scalar::Uint), {narrow.at, mask},
                           {bits, literal(is_floating_point(to) ? 0x3f800000u : 1u)}, Scalar::Uint);
            if (is_wide(to))
                assembly_.emit(to == Scalar::Double ? converting(arbasm::DataType::F64, arbasm::DataType::F32)
                                                    : converting(arbasm::DataType::U64, arbasm::DataType::U32),
                               target, {narrow}, to);
        } else if (same_bits) {
            assembly_.emit(typed(Opcode::Mov, to), target, {given}, to);
        } else if (type->scalar == Scalar::Float16 && is_wide(from)) {
            // Once: a float on the way would be a second rounding.
            assembly_.emit(converting(arbasm::DataType::F16, stored_type(from)), target, {positive(given, from)}, from);
            assembly_.emit(converting(arbasm::DataType::F32, arbasm::DataType::F16), target, {place}, Scalar::Float);
            result.parts.push_back(place);
            continue;
        } else if (from == Scalar::Float && !is_wide(to)) {
            assembly_.emit(typed(Opcode::Trunc, to), target, {given}, Scalar::Float);
        } else if (to == Scalar::Float && !is_wide(from)) {
            assembly_.emit(typed(Opcode::I2f, from), target, {given}, from);
        } else {
            Operation conversion = converting(stored_type(to), stored_type(from));
            if (is_floating_point(from) && !is_floating_point(to)) conversion.rounding = arbasm::Rounding::Trunc;
            assembly_.emit(conversion, target, {positive(given, from)}, from);
        }
        result.parts.push_back(narrows ? narrowed(place, type->scalar, type->rows) : place);
    }
    return result;
}

}  // namespace glsl
