// The numbers that the evaluator of checked trees computes with: a component's bits, and whether GLSL says what they
// are. Written from the specification's text and docs/numerics.md; shares no code with the constant folder and the
// engines.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "glsl/tree/tree.h"

namespace random_glsl {

using glsl::BinaryOperator;
using glsl::Scalar;
using glsl::Type;

// Numbers of 8 and 16 bits are extended to 32, halves are the floats of the same value.
struct Number {
    uint64_t bits = 0;
    bool known = false;
};
using Numbers = std::vector<Number>;

// Thrown where nothing says what happens next.
struct Undecided {
    const char* why;
};

template <class T>
T get(Number number) {
    if constexpr (std::is_same_v<T, bool>)
        return number.bits != 0;
    else if constexpr (sizeof(T) == 8)
        return std::bit_cast<T>(number.bits);
    else if constexpr (sizeof(T) < 4)
        return static_cast<T>(number.bits);
    else
        return std::bit_cast<T>(static_cast<uint32_t>(number.bits));
}

// The sign and the payload of a NaN are not specified.
template <class T>
Number make(T value) {
    if constexpr (std::is_same_v<T, bool>) {
        return {value ? 1u : 0u, true};
    } else {
        if constexpr (std::is_floating_point_v<T>)
            if (std::isnan(value)) return {};
        if constexpr (sizeof(T) == 8)
            return {std::bit_cast<uint64_t>(value), true};
        else if constexpr (sizeof(T) < 4)
            return {static_cast<uint32_t>(int32_t{value}), true};
        else
            return {std::bit_cast<uint32_t>(value), true};
    }
}

// Calls `visit` with a value of the C++ type that a scalar has.
template <class Visit>
Number with_type(Scalar scalar, Visit&& visit) {
    switch (scalar) {
        case Scalar::Bool: return visit(bool{});
        case Scalar::Int: return visit(int32_t{});
        case Scalar::Uint: return visit(uint32_t{});
        case Scalar::Float: return visit(float{});
        case Scalar::Double: return visit(double{});
        case Scalar::Int64: return visit(int64_t{});
        case Scalar::Uint64: return visit(uint64_t{});
        case Scalar::Int8: return visit(int8_t{});
        case Scalar::Uint8: return visit(uint8_t{});
        case Scalar::Int16: return visit(int16_t{});
        case Scalar::Uint16: return visit(uint16_t{});
        case Scalar::Float16: return visit(float{});
        case Scalar::None: break;
    }
    throw Undecided{"a value without a scalar type"};
}

// Sums, differences and products of integers wrap.
template <class T, class Operation>
T wrapped(T a, T b, Operation operation) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(operation(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
    } else {
        return operation(a, b);
    }
}

template <class T>
Number quotient(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        if (b == 0) return {};
        if constexpr (std::is_signed_v<T>)
            if (b == -1 && a == std::numeric_limits<T>::min()) return {};
    }
    return make<T>(static_cast<T>(a / b));
}

template <class T>
Number remainder(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        if (b == 0) return {};
        if constexpr (std::is_signed_v<T>)
            if (a < 0 || b < 0) return {};
        return make<T>(static_cast<T>(a % b));
    }
    return {};
}

// `count` as the shift's right operand has it, whatever its type.
template <class T>
Number shifted(T a, uint64_t count, bool left) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        if (count >= 8 * sizeof(T)) return {};
        if (left) return make<T>(static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) << count));
        return make<T>(static_cast<T>(a >> count));
    }
    return {};
}

template <class T>
Number bitwise(BinaryOperator operation, T a, T b) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        if (operation == BinaryOperator::And) return make<T>(static_cast<T>(a & b));
        if (operation == BinaryOperator::Or) return make<T>(static_cast<T>(a | b));
        return make<T>(static_cast<T>(a ^ b));
    }
    return {};
}

template <class T>
Number computed(BinaryOperator operation, Number left, Number right) {
    const T a = get<T>(left), b = get<T>(right);
    if (operation == BinaryOperator::Equal) return make(a == b);
    if (operation == BinaryOperator::NotEqual) return make(a != b);
    if constexpr (!std::is_same_v<T, bool>) {
        switch (operation) {
            case BinaryOperator::Add: return make<T>(wrapped(a, b, [](auto x, auto y) { return x + y; }));
            case BinaryOperator::Subtract: return make<T>(wrapped(a, b, [](auto x, auto y) { return x - y; }));
            case BinaryOperator::Multiply: return make<T>(wrapped(a, b, [](auto x, auto y) { return x * y; }));
            case BinaryOperator::Divide: return quotient(a, b);
            case BinaryOperator::Modulus: return remainder(a, b);
            case BinaryOperator::ShiftLeft: return shifted(a, right.bits, true);
            case BinaryOperator::ShiftRight: return shifted(a, right.bits, false);
            case BinaryOperator::And:
            case BinaryOperator::Or:
            case BinaryOperator::Xor: return bitwise(operation, a, b);
            case BinaryOperator::Less: return make(a < b);
            case BinaryOperator::LessEqual: return make(a <= b);
            case BinaryOperator::Greater: return make(a > b);
            case BinaryOperator::GreaterEqual: return make(a >= b);
            case BinaryOperator::Equal:
            case BinaryOperator::NotEqual:
            case BinaryOperator::LogicalAnd:
            case BinaryOperator::LogicalOr:
            case BinaryOperator::LogicalXor: break;
        }
    }
    throw Undecided{"an operator that these operands don't have"};
}

// ---- halves: 1 sign, 5 exponent and 10 fraction bits

// The half next to a number, ties to even, as a float.
inline float nearest_half(long double value) {
    if (std::isnan(value) || std::isinf(value) || value == 0) return static_cast<float>(value);
    const int step = std::max(std::ilogb(value), -14) - 10;
    const long double whole = std::nearbyint(std::ldexp(value, -step));
    const long double rounded = std::ldexp(whole, step);
    if (std::fabs(rounded) > 65504.0L)
        return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(value));
    return static_cast<float>(rounded);
}
inline Number to_half(Number number) { return number.known ? make(nearest_half(get<float>(number))) : number; }
// The 16 bits of a float that is a half.
inline uint64_t half_bits(float value) {
    const uint64_t sign = std::signbit(value) ? 0x8000u : 0u;
    if (std::isnan(value)) return sign | 0x7e00u;
    if (std::isinf(value)) return sign | 0x7c00u;
    if (value == 0) return sign;
    const int exponent = std::max(std::ilogb(value), -14);
    const auto whole = static_cast<uint64_t>(std::ldexp(std::fabs(double{value}), 10 - exponent));
    return sign | (whole < 1024 ? whole : static_cast<uint64_t>(exponent + 15) << 10 | (whole - 1024));
}
inline float half_of(uint64_t bits) {
    const auto exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
    const float size =
        exponent == 31 ? (fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity())
        : exponent     ? std::ldexp(1024.0f + static_cast<float>(fraction), exponent - 25)
                       : std::ldexp(static_cast<float>(fraction), -24);
    return bits & 0x8000 ? -size : size;
}

// What memory holds of a number, in its low bytes.
inline uint64_t memory_bits(Scalar scalar, uint64_t bits) {
    switch (scalar) {
        case Scalar::Float16: return half_bits(std::bit_cast<float>(static_cast<uint32_t>(bits)));
        case Scalar::Int8:
        case Scalar::Uint8: return bits & 0xff;
        case Scalar::Int16:
        case Scalar::Uint16: return bits & 0xffff;
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Int:
        case Scalar::Uint:
        case Scalar::Float:
        case Scalar::Double:
        case Scalar::Int64:
        case Scalar::Uint64: break;
    }
    return bits;
}

// One component of a binary operation on operands of this type (shifts: of the left operand's type).
inline Number compute(BinaryOperator operation, Scalar scalar, Number a, Number b) {
    if (!a.known || !b.known) return {};
    const Number result = with_type(scalar, [&](auto kind) { return computed<decltype(kind)>(operation, a, b); });
    // Comparisons give 0 and 1.
    return scalar == Scalar::Float16 && operation < BinaryOperator::Less ? to_half(result) : result;
}

template <class To, class From>
Number converted(From value) {
    if constexpr (std::is_same_v<To, bool>) {
        return make(value != From(0));
    } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        // Out of range: not defined, and of no negative number to an unsigned one.
        const double whole = std::trunc(static_cast<double>(value));
        const double beyond = std::ldexp(1.0, std::numeric_limits<To>::digits);
        if (!(whole < beyond) || !(std::is_signed_v<To> ? whole >= -beyond : value >= From(0))) return {};
        return make<To>(static_cast<To>(value));
    } else {
        return make<To>(static_cast<To>(value));
    }
}

inline Number convert(Scalar from, Scalar to, Number number) {
    if (!number.known) return {};
    if (to == Scalar::Float16)
        return with_type(from, [&](auto source) {
            return make(nearest_half(static_cast<long double>(get<decltype(source)>(number))));
        });
    return with_type(from, [&](auto source) {
        return with_type(to, [&](auto target) { return converted<decltype(target)>(get<decltype(source)>(number)); });
    });
}

// The numbers that a value of a type consists of. An array that its buffer sizes has so many elements here.
inline constexpr int64_t unsized_elements = 5;
inline int64_t elements_of(const Type* array) { return array->size ? array->size : unsized_elements; }
inline int64_t count_of(const Type* type) {
    if (type->is_array()) return elements_of(type) * count_of(type->element);
    if (!type->is_structure()) return type->components();
    int64_t sum = 0;
    for (const glsl::Member& member : type->structure->members) sum += count_of(member.type);
    return sum;
}

// Their scalar types, in order.
inline void scalars_of(const Type* type, std::vector<Scalar>& scalars) {
    if (type->is_array()) {
        for (int64_t n = 0; n < elements_of(type); n++) scalars_of(type->element, scalars);
    } else if (type->is_structure()) {
        for (const glsl::Member& member : type->structure->members) scalars_of(member.type, scalars);
    } else {
        scalars.insert(scalars.end(), static_cast<size_t>(type->components()), type->scalar);
    }
}

}  // namespace random_glsl
