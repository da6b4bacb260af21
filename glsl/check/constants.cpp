#include "glsl/check/constants.h"

#include <bit>
#include <optional>
#include <unordered_map>

#include "ir/semantics/convert_number.h"
#include "ir/semantics/operations.h"

namespace glsl {

namespace {

using arbasm::Operation;
using arbasm::PlainLanes;
using arbasm::PlainWideLanes;

arbasm::DataType data_type(Scalar scalar) {
    switch (scalar) {
        case Scalar::Float16:
        case Scalar::Float: return arbasm::DataType::F32;
        case Scalar::Int8:
        case Scalar::Int16:
        case Scalar::Int: return arbasm::DataType::S32;
        case Scalar::Double: return arbasm::DataType::F64;
        case Scalar::Int64: return arbasm::DataType::S64;
        case Scalar::Uint64: return arbasm::DataType::U64;
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Uint:
        case Scalar::Uint8:
        case Scalar::Uint16: break;
    }
    return arbasm::DataType::U32;
}

template <class T>
T lane(uint64_t bits) {
    return T(std::bit_cast<decltype(T::value)>(
        static_cast<std::conditional_t<sizeof(T::value) == 8, uint64_t, uint32_t>>(bits)));
}
template <class T>
uint64_t bits_of(T lane) {
    if constexpr (sizeof(T) == 8)
        return std::bit_cast<uint64_t>(lane.value);
    else
        return std::bit_cast<uint32_t>(lane.value);
}

template <class Lanes, arbasm::LaneKind kind>
using LaneOf = std::conditional_t<
    kind == arbasm::LaneKind::Float, typename Lanes::Float,
    std::conditional_t<kind == arbasm::LaneKind::Signed, typename Lanes::Signed, typename Lanes::Unsigned>>;

// One operation on numbers of one type; operands whose type the row fixes have that.
template <Operation operation, class Lanes, arbasm::LaneKind kind>
std::optional<uint64_t> evaluate_as(std::span<const uint64_t> operands) {
    using Row = arbasm::Meaning<operation>;
    constexpr bool wide = std::is_same_v<Lanes, PlainWideLanes>;
    // Whole vectors, and what needs a quad: fold_operation() has what GLSL uses of them.
    if constexpr (!Row::info.computes_single_numbers())
        return std::nullopt;
    else if constexpr (wide ? Row::info.has_wide(kind) : Row::info.has(kind)) {
        using T = LaneOf<Lanes, kind>;
        const auto operand = [&]<int n>(std::integral_constant<int, n>) {
            constexpr arbasm::LaneKind own = n < Row::info.operand_count() ? Row::info.operand_kind(n, kind) : kind;
            return lane<LaneOf<Lanes, own>>(n < operands.size() ? operands[n] : 0);
        };
        return bits_of(Row::template of<T>(operand(std::integral_constant<int, 0>{}),
                                           operand(std::integral_constant<int, 1>{}),
                                           operand(std::integral_constant<int, 2>{})));
    } else
        return std::nullopt;
}

template <Operation operation>
std::optional<uint64_t> evaluate_as(Scalar scalar, std::span<const uint64_t> operands) {
    using arbasm::LaneKind;
    switch (scalar) {
        case Scalar::Float16:
        case Scalar::Float: return evaluate_as<operation, PlainLanes, LaneKind::Float>(operands);
        case Scalar::Int8:
        case Scalar::Int16:
        case Scalar::Int: return evaluate_as<operation, PlainLanes, LaneKind::Signed>(operands);
        case Scalar::Double: return evaluate_as<operation, PlainWideLanes, LaneKind::Float>(operands);
        case Scalar::Int64: return evaluate_as<operation, PlainWideLanes, LaneKind::Signed>(operands);
        case Scalar::Uint64: return evaluate_as<operation, PlainWideLanes, LaneKind::Unsigned>(operands);
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Uint:
        case Scalar::Uint8:
        case Scalar::Uint16: break;
    }
    return evaluate_as<operation, PlainLanes, LaneKind::Unsigned>(operands);
}

std::optional<uint64_t> evaluate(Operation operation, Scalar scalar, std::span<const uint64_t> operands) {
    switch (operation) {
#define MEANING(name, ...) \
    case Operation::name:  \
        return evaluate_as<Operation::name>(scalar, operands);
#define MEANING_OF_PART(name, ...) MEANING(name)
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        case Operation::Count: break;
    }
    return std::nullopt;
}

bool truth(uint64_t bits) { return bits != 0; }
bool is_nan(uint64_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

Operation operation_of(BinaryOperator binary) {
    switch (binary) {
        case BinaryOperator::Add: return Operation::Add;
        case BinaryOperator::Subtract: return Operation::Sub;
        case BinaryOperator::Multiply: return Operation::Mul;
        case BinaryOperator::Divide: return Operation::Div;
        case BinaryOperator::Modulus: return Operation::Mod;
        case BinaryOperator::ShiftLeft: return Operation::Shl;
        case BinaryOperator::ShiftRight: return Operation::Shr;
        case BinaryOperator::And: return Operation::And;
        case BinaryOperator::Or: return Operation::Or;
        case BinaryOperator::Xor: return Operation::Xor;
        case BinaryOperator::Less: return Operation::Slt;
        case BinaryOperator::LessEqual: return Operation::Sle;
        case BinaryOperator::Greater: return Operation::Sgt;
        case BinaryOperator::GreaterEqual: return Operation::Sge;
        case BinaryOperator::Equal: return Operation::Seq;
        case BinaryOperator::NotEqual: return Operation::Sne;
        case BinaryOperator::LogicalAnd: return Operation::And;
        case BinaryOperator::LogicalOr: return Operation::Or;
        case BinaryOperator::LogicalXor: return Operation::Xor;
    }
    return Operation::Add;
}

std::optional<uint64_t> apply(Operation operation, Scalar scalar, uint64_t a, uint64_t b) {
    const uint64_t operands[] = {a, b};
    return evaluate(operation, scalar, operands);
}

// Sums of products, from the first to the last as lower/ writes them: MUL, then ADD to what there is.
std::optional<uint64_t> product(Scalar scalar, std::span<const uint64_t> left, size_t left_step,
                                std::span<const uint64_t> right, size_t right_step, int count) {
    std::optional<uint64_t> sum;
    for (int n = 0; n < count; n++) {
        const auto term = apply(Operation::Mul, scalar, left[static_cast<size_t>(n) * left_step],
                                right[static_cast<size_t>(n) * right_step]);
        if (!term) return std::nullopt;
        sum = sum ? apply(Operation::Add, scalar, *sum, *term) : term;
    }
    return sum;
}

uint64_t dot(std::span<const uint64_t> left, std::span<const uint64_t> right, int components) {
    using F = PlainLanes::Float;
    const auto vector = [](std::span<const uint64_t> bits) {
        const auto at = [&](size_t n) { return lane<F>(n < bits.size() ? bits[n] : 0); };
        return arbasm::Vector<F>{at(0), at(1), at(2), at(3)};
    };
    const arbasm::Vector<F> a = vector(left), b = vector(right);
    return bits_of(components == 2 ? dot2(a, b) : components == 3 ? dot3(a, b) : dot4(a, b));
}

const Constant* fold_matrix_product(Arena& arena, const Type* type, const Constant& left, const Constant& right) {
    // A vector on the left is a row, one on the right a column.
    const bool row = left.type->is_vector();
    const int rows = row ? 1 : left.type->rows;
    const int inner = row ? left.type->rows : left.type->columns;
    const int columns = right.type->is_vector() ? 1 : right.type->columns;
    std::vector<uint64_t> components;
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++) {
            if (row && carrier(type->scalar) == Scalar::Float) {
                // As DP2 to DP4 sum.
                components.push_back(
                    narrowed(dot(left.components, right.components.subspan(static_cast<size_t>(c * inner)), inner),
                             type->scalar));
                continue;
            }
            const auto sum =
                product(type->scalar, left.components.subspan(static_cast<size_t>(r)), static_cast<size_t>(rows),
                        right.components.subspan(static_cast<size_t>(c * inner)), 1, inner);
            if (!sum) return nullptr;
            components.push_back(narrowed(*sum, type->scalar));
        }
    return make_constant(arena, type, left.where, components);
}

}  // namespace

const Constant* make_constant(Arena& arena, const Type* type, Location where, std::span<const uint64_t> components) {
    Constant* constant = arena.make<Constant>();
    constant->kind = ExpressionKind::Constant;
    constant->type = type;
    constant->where = where;
    constant->components = arena.copy(components);
    return constant;
}

const Constant* known_value(const Expression* expression) {
    const auto* reference = as<Reference>(expression);
    return reference ? reference->variable->value : as<Constant>(expression);
}

bool is_integer_constant(const Expression* expression) {
    return as<Constant>(expression) && expression->type->is_scalar() && expression->type->is_integer();
}

int64_t integer_value(const Constant& constant) {
    const uint64_t bits = constant.components[0];
    return carrier(constant.type->scalar) == Scalar::Int ? int64_t{static_cast<int32_t>(bits)}
                                                         : static_cast<int64_t>(bits);
}

uint64_t convert_component(uint64_t bits, Scalar from, Scalar to) {
    if (from == to) return bits;
    if (to == Scalar::Float16 && is_wide(from)) {
        // Once: a float on the way would be a second rounding.
        const uint64_t half = arbasm::convert_number(bits, data_type(from), arbasm::DataType::F16,
                                                     arbasm::Rounding::Default, arbasm::Saturation::None);
        return float_of_half(half);
    }
    if (is_small(to)) return narrowed(convert_component(bits, from, carrier(to)), to);
    if (is_small(from)) return convert_component(bits, carrier(from), to);
    if (to == Scalar::Bool) {
        if (from == Scalar::Float) return lane<PlainLanes::Float>(bits).value != 0.0f;
        if (from == Scalar::Double) return lane<PlainWideLanes::Float>(bits).value != 0.0;
        return truth(bits);
    }
    if (from == Scalar::Int) bits = static_cast<uint64_t>(int64_t{static_cast<int32_t>(bits)});
    const bool from_float = from == Scalar::Float || from == Scalar::Double;
    const bool to_float = to == Scalar::Float || to == Scalar::Double;
    // Constructors drop the fraction (5.4.1).
    const auto rounding = from_float && !to_float ? arbasm::Rounding::Trunc : arbasm::Rounding::Default;
    const uint64_t result =
        arbasm::convert_number(bits, data_type(from), data_type(to), rounding, arbasm::Saturation::None);
    return is_wide(to) ? result : result & 0xffffffffu;
}

const Constant* fold_unary(Arena& arena, UnaryOperator operation, const Constant& operand) {
    const Scalar scalar = operand.type->scalar;
    std::vector<uint64_t> components(operand.components.begin(), operand.components.end());
    for (uint64_t& bits : components) switch (operation) {
            case UnaryOperator::Negate:
                // The sign of a float is a bit; NaNs and zeros have one, too.
                if (carrier(scalar) == Scalar::Float)
                    bits ^= uint64_t{1} << 31;
                else if (scalar == Scalar::Double)
                    bits ^= uint64_t{1} << 63;
                else
                    bits = is_wide(scalar) ? -bits : narrowed(0u - static_cast<uint32_t>(bits), scalar);
                break;
            case UnaryOperator::Not: bits = !truth(bits); break;
            case UnaryOperator::Complement:
                bits = is_wide(scalar) ? ~bits : narrowed(~static_cast<uint32_t>(bits), scalar);
                break;
        }
    return make_constant(arena, operand.type, operand.where, components);
}

const Constant* fold_binary(Arena& arena, BinaryOperator operation, const Type* type, const Constant& left,
                            const Constant& right) {
    const Scalar scalar = left.type->scalar;
    if (operation == BinaryOperator::Equal || operation == BinaryOperator::NotEqual) {
        // Compares whole values member by member: numbers compare as numbers.
        bool equal = true;
        size_t next = 0;
        for_each_leaf(left.type, [&](const Type* part) {
            for (int n = 0; n < part->components(); n++, next++)
                equal &= truth(
                    apply(Operation::Seq, part->scalar, left.components[next], right.components[next]).value_or(0));
        });
        const uint64_t result[] = {equal == (operation == BinaryOperator::Equal)};
        return make_constant(arena, type, left.where, result);
    }
    if (operation == BinaryOperator::Multiply && (left.type->is_matrix() || right.type->is_matrix()) &&
        !left.type->is_scalar() && !right.type->is_scalar())
        return fold_matrix_product(arena, type, left, right);
    const bool compares = type->is_bool() && scalar != Scalar::Bool;
    std::vector<uint64_t> components;
    for (int n = 0; n < type->components(); n++) {
        const uint64_t a = left.components[left.type->is_scalar() ? 0 : static_cast<size_t>(n)];
        const uint64_t b = right.components[right.type->is_scalar() ? 0 : static_cast<size_t>(n)];
        const auto result = apply(operation_of(operation), scalar, a, b);
        if (!result) return nullptr;
        components.push_back(compares ? truth(*result) : narrowed(*result, scalar));
    }
    return make_constant(arena, type, left.where, components);
}

const Constant* fold_conversion(Arena& arena, const Type* type, const Constant& operand) {
    std::vector<uint64_t> components;
    for (const uint64_t bits : operand.components)
        components.push_back(convert_component(bits, operand.type->scalar, type->scalar));
    return make_constant(arena, type, operand.where, components);
}

const Constant* fold_construction(Arena& arena, const Type* type, std::span<const Constant* const> arguments) {
    if (!type->is_basic() && !arena.takes_numbers(static_cast<size_t>(component_count(type)))) return nullptr;
    std::vector<uint64_t> components;
    const uint64_t one = type->is_basic() ? convert_component(1, Scalar::Int, type->scalar) : 0;
    if (type->is_matrix() && arguments.size() == 1 &&
        (arguments[0]->type->is_scalar() || arguments[0]->type->is_matrix())) {
        const Constant& from = *arguments[0];
        for (int c = 0; c < type->columns; c++)
            for (int r = 0; r < type->rows; r++) {
                if (from.type->is_scalar())
                    components.push_back(c == r ? from.components[0] : 0);
                else if (c < from.type->columns && r < from.type->rows)
                    components.push_back(from.components[static_cast<size_t>(c * from.type->rows + r)]);
                else
                    components.push_back(c == r ? one : 0);
            }
    } else if (type->is_vector() && arguments.size() == 1 && arguments[0]->type->is_scalar()) {
        components.assign(type->rows, arguments[0]->components[0]);
    } else {
        for (const Constant* argument : arguments)
            components.insert(components.end(), argument->components.begin(), argument->components.end());
        // The last argument of a vector or matrix may have more than is needed.
        components.resize(static_cast<size_t>(component_count(type)));
    }
    return make_constant(arena, type, arguments.empty() ? Location{} : arguments[0]->where, components);
}

const Constant* fold_swizzle(Arena& arena, const Swizzle& swizzle, const Constant& operand) {
    uint64_t components[4];
    for (int n = 0; n < swizzle.count; n++)
        components[n] = operand.components[swizzle.components[static_cast<size_t>(n)]];
    return make_constant(arena, swizzle.type, swizzle.where, std::span(components, swizzle.count));
}

// A part of a constant, which keeps the numbers where they are.
static const Constant* part_of(Arena& arena, const Type* type, const Constant& whole, int64_t first) {
    Constant* constant = arena.make<Constant>(whole);
    constant->type = type;
    constant->components =
        whole.components.subspan(static_cast<size_t>(first), static_cast<size_t>(component_count(type)));
    return constant;
}

const Constant* fold_index(Arena& arena, const Type* type, const Constant& operand, int64_t index) {
    const int64_t size = component_count(type);
    if (index < 0 || (index + 1) * size > static_cast<int64_t>(operand.components.size())) return nullptr;
    return part_of(arena, type, operand, index * size);
}

const Constant* fold_member(Arena& arena, const Type* type, const Constant& operand, int member) {
    int64_t first = 0;
    for (int n = 0; n < member; n++)
        first += component_count(operand.type->structure->members[static_cast<size_t>(n)].type);
    return part_of(arena, type, operand, first);
}

namespace {

// Halves are kept as floats.
uint64_t same_bits(uint64_t bits, Scalar from, Scalar to) {
    if (from == Scalar::Float16) return narrowed(half_of_float(bits), to);
    if (to == Scalar::Float16) return float_of_half(bits);
    return bits;
}

}  // namespace

const Constant* fold_special(Arena& arena, SpecialFunction function, const Type* type,
                             std::span<const Constant* const> operands) {
    std::vector<uint64_t> components;
    const auto at = [&](size_t operand, int n) {
        return operands[operand]->components[operands[operand]->type->is_scalar() ? 0 : static_cast<size_t>(n)];
    };
    for (int n = 0; n < type->components(); n++) {
        if (function == SpecialFunction::Select)
            components.push_back(at(at(2, n) ? 1 : 0, n));
        else if (function == SpecialFunction::SameBits)
            components.push_back(same_bits(at(0, n), operands[0]->type->scalar, type->scalar));
        else if (function == SpecialFunction::MultiplyHigh && type->scalar == Scalar::Int)
            components.push_back(static_cast<uint32_t>(
                (int64_t{static_cast<int32_t>(at(0, n))} * static_cast<int32_t>(at(1, n))) >> 32));
        else if (function == SpecialFunction::MultiplyHigh)
            components.push_back((at(0, n) * at(1, n)) >> 32);
        else
            return nullptr;
    }
    return make_constant(arena, type, operands[0]->where, components);
}

const Constant* fold_operation(Arena& arena, arbasm::Opcode opcode, const Type* type,
                               std::span<const Constant* const> operands) {
    using arbasm::Opcode;
    if (operands.empty()) return nullptr;
    const Scalar scalar = operands[0]->type->scalar;
    // Products of vectors: pairwise sums, as dot2 to dot4 have them.
    if (opcode == Opcode::Dp2 || opcode == Opcode::Dp3 || opcode == Opcode::Dp4) {
        const int components = opcode == Opcode::Dp2 ? 2 : opcode == Opcode::Dp3 ? 3 : 4;
        const uint64_t bits[] = {dot(operands[0]->components, operands[1]->components, components)};
        return make_constant(arena, type, operands[0]->where, bits);
    }
    const Type* result = type;
    std::vector<uint64_t> components;
    if (arbasm::has_trait(opcode, arbasm::Trait::Derivative)) {
        // A constant is the same in all fragments.
        components.resize(static_cast<size_t>(type->components()));
        return make_constant(arena, type, operands[0]->where, components);
    }
    const auto& given = operands[0]->components;
    if (opcode == Opcode::Pk2h || opcode == Opcode::Up2h) {
        if (opcode == Opcode::Pk2h)
            components = {half_of_float(given[0]) | half_of_float(given[1]) << 16};
        else
            components = {float_of_half(given[0]), float_of_half(given[0] >> 16)};
        return make_constant(arena, type, operands[0]->where, components);
    }
    if (opcode == Opcode::Pk64 || opcode == Opcode::Up64) {
        const uint64_t first = given[0];
        if (opcode == Opcode::Pk64)
            components = {first | given[1] << 32};
        else
            components = {first & 0xffffffffu, first >> 32};
        return make_constant(arena, type, operands[0]->where, components);
    }
    const Operation operation = arbasm::operation_of(opcode);
    if (operation == Operation::Count) return nullptr;
    for (int n = 0; n < result->components(); n++) {
        uint64_t parts[3]{};
        for (size_t k = 0; k < operands.size() && k < 3; k++)
            parts[k] = operands[k]->components[operands[k]->type->is_scalar() ? 0 : static_cast<size_t>(n)];
        // min() and max() of a number and a NaN give the number.
        if ((opcode == Opcode::Min || opcode == Opcode::Max) && carrier(scalar) == Scalar::Float) {
            if (is_nan(parts[0])) parts[0] = parts[1];
            if (is_nan(parts[1])) parts[1] = parts[0];
        }
        const auto value = evaluate(operation, scalar, std::span(parts, std::min<size_t>(operands.size(), 3)));
        if (!value) return nullptr;
        components.push_back(result->is_bool() ? truth(*value) : *value);
    }
    return make_constant(arena, type, operands[0]->where, components);
}

}  // namespace glsl
