#include "glsl/lower/arithmetic.h"

namespace glsl {

namespace {

Opcode dot_product(int components) {
    return components == 2 ? Opcode::Dp2 : components == 3 ? Opcode::Dp3 : Opcode::Dp4;
}

}  // namespace

uint64_t one_of(Scalar scalar) {
    return carrier(scalar) == Scalar::Float ? 0x3f800000u : scalar == Scalar::Double ? 0x3ff0000000000000u : 1u;
}

Operand positive(Assembly& assembly, const Operand& operand, Scalar scalar) {
    if (!operand.negate) return operand;
    Operand temporary = assembly.take(is_wide(scalar));
    assembly.emit(typed(Opcode::Mov, scalar), {temporary.at, 15}, {operand}, scalar);
    return temporary;
}

Value canonical(Assembly& assembly, Value value) {
    if (!value.noncanonical) return value;
    const Operand temporary = assembly.take();
    assembly.emit(typed(Opcode::Sne, Scalar::Int), {temporary.at, mask_of(value.type->rows)},
                  {value.parts[0], literal(0)}, Scalar::Int);
    return single(value.type, temporary);
}

Operand narrowed(Assembly& assembly, const Operand& temporary, Scalar scalar, int components) {
    const Target target{temporary.at, mask_of(components)};
    switch (scalar) {
        case Scalar::Int8:
            assembly.emit(converting(arbasm::DataType::S32, arbasm::DataType::S8), target, {temporary}, Scalar::Int);
            break;
        case Scalar::Int16:
            assembly.emit(converting(arbasm::DataType::S32, arbasm::DataType::S16), target, {temporary}, Scalar::Int);
            break;
        case Scalar::Uint8:
            assembly.emit(converting(arbasm::DataType::U32, arbasm::DataType::U8), target, {temporary}, Scalar::Uint);
            break;
        case Scalar::Uint16:
            assembly.emit(converting(arbasm::DataType::U32, arbasm::DataType::U16), target, {temporary}, Scalar::Uint);
            break;
        case Scalar::Float16:
            assembly.emit(converting(arbasm::DataType::F16, arbasm::DataType::F32), target, {temporary}, Scalar::Float);
            assembly.emit(converting(arbasm::DataType::F32, arbasm::DataType::F16), target, {temporary}, Scalar::Float);
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
    return temporary;
}

Operand half_bits(Assembly& assembly, const Operand& given, Scalar from, Scalar to, int components) {
    const Operand temporary = assembly.take();
    const Target target{temporary.at, mask_of(components)};
    if (to == Scalar::Float16) {
        // A number that is written there would be a half, not its bits.
        const Operand bits = given.is_constant() ? assembly.in_register(given, Scalar::Uint, components) : given;
        assembly.emit(converting(arbasm::DataType::F32, arbasm::DataType::F16), target, {bits}, Scalar::Uint);
        return temporary;
    }
    assembly.emit(converting(arbasm::DataType::F16, arbasm::DataType::F32), target, {positive(assembly, given, from)},
                  Scalar::Float);
    return is_signed_integer(to) ? narrowed(assembly, temporary, to, components) : temporary;
}

Operand equal(Assembly& assembly, const Value& left, const Value& right) {
    std::vector<Operand> results;  // one component each
    size_t next = 0;
    for_each_leaf(left.type, [&](const Type* type) {
        for (int c = 0; c < type->columns; c++, next++) {
            const Scalar scalar = type->is_bool() ? Scalar::Int : type->scalar;
            const Operand temporary = assembly.take(is_wide(scalar));
            Operand narrow = temporary;
            assembly.emit(typed(Opcode::Seq, scalar), {temporary.at, mask_of(type->rows)},
                          {left.parts[next], right.parts[next]}, scalar);
            if (is_wide(scalar)) {
                narrow = assembly.take();
                assembly.emit(scalar == Scalar::Double ? converting(arbasm::DataType::F32, arbasm::DataType::F64)
                                                       : converting(arbasm::DataType::S32, arbasm::DataType::S64),
                              {narrow.at, mask_of(type->rows)}, {temporary}, scalar);
            }
            for (int n = 0; n < type->rows; n++) results.push_back(narrow.component(n));
        }
    });
    if (results.size() == 1) return results[0];
    Operand all = assembly.take();
    assembly.emit(typed(Opcode::And, Scalar::Uint), {all.at, 1}, {results[0], results[1]}, Scalar::Uint);
    for (size_t n = 2; n < results.size(); n++)
        assembly.emit(typed(Opcode::And, Scalar::Uint), {all.at, 1}, {all, results[n]}, Scalar::Uint);
    return all;
}

static Operand compute_part(Assembly& assembly, BinaryOperator operation, Scalar scalar, const Operand& left,
                            int left_components, const Operand& right, int right_components, int components) {
    Operand temporary = assembly.take(is_wide(scalar));
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
        case BinaryOperator::LogicalXor: break;  // equal(assembly) and logical()
    }
    const Operation computed = typed(opcode, scalar);
    if (!scalar_right || right_components == 1) {
        assembly.emit(computed, {temporary.at, mask_of(components)}, {a, b}, scalar);
        return temporary;
    }
    for (int n = 0; n < components; n++)
        assembly.emit(computed, {temporary.at, static_cast<uint8_t>(1 << n)}, {a, b.component(n)}, scalar);
    assembly.routine().last_is_open = false;
    return temporary;
}

// The sum of products of the first components, where there is no DP2 to DP4.
static void product(Assembly& assembly, const Target& target, const Operand& left, const Operand& right, int components,
                    Scalar scalar) {
    const Operand terms = assembly.take(is_wide(scalar));
    assembly.emit(typed(Opcode::Mul, scalar), {terms.at, mask_of(components)}, {left, right}, scalar);
    assembly.emit(typed(Opcode::Add, scalar), target, {terms.component(0), terms.component(1)}, scalar);
    Operand sum;
    sum.at = target.at;
    const int own = target.mask == 1 ? 0 : target.mask == 2 ? 1 : target.mask == 4 ? 2 : 3;
    for (int n = 2; n < components; n++)
        assembly.emit(typed(Opcode::Add, scalar), target, {sum.component(own), terms.component(n)}, scalar);
}

static Value matrix_product(Assembly& assembly, const Type* type, const Value& left, const Value& right) {
    const Scalar scalar = type->scalar;
    Value result;
    result.type = type;
    if (left.type->is_vector()) {
        // A row times a matrix: a product for each column.
        const Operand temporary = assembly.take(is_wide(scalar));
        for (int c = 0; c < right.type->columns; c++) {
            const Target target{temporary.at, static_cast<uint8_t>(1 << c)};
            const Operand& column = right.parts[static_cast<size_t>(c)];
            if (carrier(scalar) == Scalar::Float)
                assembly.emit(dot_product(left.type->rows), target, {left.parts[0], column}, scalar);
            else
                product(assembly, target, left.parts[0], column, left.type->rows, scalar);
        }
        assembly.routine().last_is_open = false;
        result.parts.push_back(narrowed(assembly, temporary, scalar, type->rows));
        return result;
    }
    // Columns weighted by the components of each of the right side's columns.
    for (size_t c = 0; c < right.parts.size(); c++) {
        const Operand temporary = assembly.take(is_wide(scalar));
        const Target target{temporary.at, mask_of(type->rows)};
        for (int k = 0; k < left.type->columns; k++) {
            const Operand weight = right.parts[c].component(k);
            const Operand& column = left.parts[static_cast<size_t>(k)];
            if (k == 0)
                assembly.emit(typed(Opcode::Mul, scalar), target, {column, weight}, scalar);
            else
                assembly.emit(typed(Opcode::Mad, scalar), target, {column, weight, temporary}, scalar);
        }
        assembly.routine().last_is_open = false;
        result.parts.push_back(narrowed(assembly, temporary, scalar, type->rows));
    }
    return result;
}

Value compute(Assembly& assembly, BinaryOperator operation, const Type* type, const Value& left, const Value& right) {
    if (operation == BinaryOperator::Multiply && (left.type->is_matrix() || right.type->is_matrix()) &&
        !left.type->is_scalar() && !right.type->is_scalar())
        return matrix_product(assembly, type, left, right);
    const bool compares = type->is_bool();
    const Scalar scalar = left.type->scalar;
    Value result;
    result.type = type;
    for (size_t n = 0; n < static_cast<size_t>(type->columns); n++) {
        const Operand& a = left.parts[left.type->is_matrix() ? n : 0];
        const Operand& b = right.parts[right.type->is_matrix() ? n : 0];
        result.parts.push_back(compute_part(
            assembly, operation, scalar, a, left.type->is_matrix() ? left.type->rows : left.type->components(), b,
            right.type->is_matrix() ? right.type->rows : right.type->components(), type->rows));
    }
    if (compares && scalar == Scalar::Double) {
        const Operand narrow = assembly.take();
        assembly.emit(converting(arbasm::DataType::F32, arbasm::DataType::F64), {narrow.at, mask_of(type->rows)},
                      {result.parts[0]}, scalar);
        result.parts[0] = narrow;
    } else if (compares && is_wide(scalar)) {
        const Operand narrow = assembly.take();
        assembly.emit(converting(arbasm::DataType::S32, arbasm::DataType::S64), {narrow.at, mask_of(type->rows)},
                      {result.parts[0]}, scalar);
        result.parts[0] = narrow;
    }
    if (!compares)
        for (Operand& part : result.parts) part = narrowed(assembly, part, scalar, type->rows);
    result.noncanonical = compares && is_floating_point(scalar);
    return result;
}

Value convert(Assembly& assembly, const Value& value, const Type* type) {
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
            const Operand temporary = assembly.take();
            assembly.emit(typed(Opcode::Mov, from), {temporary.at, mask}, {part}, from);
            part = narrowed(assembly, temporary, type->scalar, type->rows);
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
        const Operand temporary = assembly.take(is_wide(to));
        const Target target{temporary.at, mask};
        if (to == Scalar::Bool) {
            if (is_wide(from)) {
                const Operand wide = assembly.take(true);
                assembly.emit(typed(Opcode::Sne, from), {wide.at, mask}, {given, literal(0)}, from);
                assembly.emit(from == Scalar::Double ? converting(arbasm::DataType::F32, arbasm::DataType::F64)
                                                     : converting(arbasm::DataType::S32, arbasm::DataType::S64),
                              target, {wide}, from);
            } else {
                assembly.emit(from == Scalar::Float ? Opcode::Sne : typed(Opcode::Sne, Scalar::Int), target,
                              {given, literal(0)}, from == Scalar::Float ? from : Scalar::Int);
            }
            result.noncanonical = is_floating_point(from);
        } else if (from == Scalar::Bool) {
            // 0, -1 and, where it is not canonical, 1.0.
            Operand bits = given;
            if (value.noncanonical && to != Scalar::Float) bits = canonical(assembly, value).parts[0];
            const Operand narrow = is_wide(to) ? assembly.take() : temporary;
            assembly.emit(typed(Opcode::And, Scalar::Uint), {narrow.at, mask},
                          {bits, literal(is_floating_point(to) ? 0x3f800000u : 1u)}, Scalar::Uint);
            if (is_wide(to))
                assembly.emit(to == Scalar::Double ? converting(arbasm::DataType::F64, arbasm::DataType::F32)
                                                   : converting(arbasm::DataType::U64, arbasm::DataType::U32),
                              target, {narrow}, to);
        } else if (same_bits) {
            assembly.emit(typed(Opcode::Mov, to), target, {given}, to);
        } else if (type->scalar == Scalar::Float16 && is_wide(from)) {
            // Once: a float on the way would be a second rounding.
            assembly.emit(converting(arbasm::DataType::F16, stored_type(from)), target,
                          {positive(assembly, given, from)}, from);
            assembly.emit(converting(arbasm::DataType::F32, arbasm::DataType::F16), target, {temporary}, Scalar::Float);
            result.parts.push_back(temporary);
            continue;
        } else if (from == Scalar::Float && !is_wide(to)) {
            assembly.emit(typed(Opcode::Trunc, to), target, {given}, Scalar::Float);
        } else if (to == Scalar::Float && !is_wide(from)) {
            assembly.emit(typed(Opcode::I2f, from), target, {given}, from);
        } else {
            Operation conversion = converting(stored_type(to), stored_type(from));
            if (is_floating_point(from) && !is_floating_point(to)) conversion.rounding = arbasm::Rounding::Trunc;
            assembly.emit(conversion, target, {positive(assembly, given, from)}, from);
        }
        result.parts.push_back(narrows ? narrowed(assembly, temporary, type->scalar, type->rows) : temporary);
    }
    return result;
}

Value handle_conversion(Assembly& assembly, const Type* type, const Operand& given, bool from_pair) {
    Value result;
    result.type = type;
    const bool to_pair = type->is_vector();
    if (!from_pair && !to_pair) {
        result.parts.push_back(given);
        return result;
    }
    const Operand own = assembly.in_register(given, from_pair ? Scalar::Uint : Scalar::Uint64, from_pair ? 2 : 1);
    const Operand temporary = assembly.take(from_pair);
    assembly.emit(from_pair ? Opcode::Pk64 : Opcode::Up64, {temporary.at, mask_of(from_pair ? 1 : 2)}, {own},
                  Scalar::Uint);
    assembly.routine().last_is_open = false;
    result.parts.push_back(temporary);
    return result;
}

Operand component_at(Assembly& assembly, const Operand& operand, Scalar scalar, int components, const Operand& number) {
    const Operand result = assembly.take(is_wide(scalar));
    const Operand chosen = assembly.in_register(number, Scalar::Int, 1);
    assembly.move({result.at, 1}, operand.component(0), scalar);
    for (int n = 1; n < components; n++) {
        Operand which;
        which.numbers.fill(static_cast<uint64_t>(n));
        assembly.emit(testing_result(typed(Opcode::Seq, Scalar::Int)), {assembly.condition_register(), 1},
                      {chosen.component(0), which}, Scalar::Int);
        assembly.move_where(when_true, {result.at, 1}, operand.component(n), scalar);
    }
    Operand given = result;
    given.temporary = true;
    return given;
}

Operand scaled_sum(Assembly& assembly, const Operand& number, int64_t factor, const Operand& more) {
    const Operand result = assembly.take();
    assembly.emit(typed(Opcode::Mul, Scalar::Int), {result.at, 1}, {number, literal(static_cast<uint64_t>(factor))},
                  Scalar::Int);
    if (!more.is_constant())
        assembly.emit(typed(Opcode::Add, Scalar::Int), {result.at, 1}, {result, more}, Scalar::Int);
    assembly.routine().last_is_open = false;
    Operand kept = result;
    kept.temporary = false;
    return kept;
}

}  // namespace glsl
