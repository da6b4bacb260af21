// Built-in functions by name, as chapter 8 of the GLSL specification says. Where it leaves a result open, the number is
// unknown; where precision is open, docs/numerics.md says what is computed.
#include "builtins.h"

#include <algorithm>
#include <array>

namespace random_glsl {

namespace {

using A = const BuiltinArguments&;

// ---- component by component

// What a function computes of the components at one index of its arguments.
using Component = std::function<Number(Scalar, const Number*)>;

template <class T>
constexpr bool is_number = !std::is_same_v<T, bool>;

// A function of floats, singly and doubly.
template <class Operation>
Component floating(Operation operation) {
    return [operation](Scalar scalar, const Number* a) -> Number {
        return with_type(scalar, [&](auto kind) -> Number {
            using T = decltype(kind);
            if constexpr (std::is_floating_point_v<T>)
                return operation(get<T>(a[0]), get<T>(a[1]), get<T>(a[2]));
            else
                throw Undecided{"a function of floats of something else"};
        });
    };
}
template <class Operation>
Component arithmetic(Operation operation) {
    return [operation](Scalar scalar, const Number* a) -> Number {
        return with_type(scalar, [&](auto kind) -> Number {
            using T = decltype(kind);
            if constexpr (is_number<T>)
                return operation(get<T>(a[0]), get<T>(a[1]), get<T>(a[2]));
            else
                throw Undecided{"a function of numbers of something else"};
        });
    };
}
template <class Operation>
Component integral(Operation operation) {
    return [operation](Scalar scalar, const Number* a) -> Number {
        return with_type(scalar, [&](auto kind) -> Number {
            using T = decltype(kind);
            if constexpr (std::is_integral_v<T> && is_number<T>)
                return operation(get<T>(a[0]), get<T>(a[1]), get<T>(a[2]));
            else
                throw Undecided{"a function of integers of something else"};
        });
    };
}
Component comparison(BinaryOperator operation) {
    return [operation](Scalar scalar, const Number* a) { return compute(operation, scalar, a[0], a[1]); };
}

template <class T>
Number least(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(a) || std::isnan(b) || (a == b && std::signbit(a) != std::signbit(b))) return {};
    return make<T>(b < a ? b : a);
}
template <class T>
Number greatest(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(a) || std::isnan(b) || (a == b && std::signbit(a) != std::signbit(b))) return {};
    return make<T>(a < b ? b : a);
}
template <class T>
Number clamped(T a, T low, T high) {
    if (!(low <= high)) return {};
    const Number raised = greatest(a, low);
    return raised.known ? least(get<T>(raised), high) : raised;
}
template <class T>
Number sign_of(T a) {
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(a)) return {};
    return make<T>(static_cast<T>(a > T(0) ? 1 : a < T(0) ? -1 : 0));
}
template <class T>
Number stepped(T edge, T x) {
    if (std::isnan(edge) || std::isnan(x)) return {};
    return make(x < edge ? T(0) : T(1));
}
template <class T>
Number absolute(T a) {
    if constexpr (std::is_floating_point_v<T>)
        return make<T>(std::fabs(a));
    else if constexpr (std::is_signed_v<T>)
        return a == std::numeric_limits<T>::min() ? Number{} : make<T>(static_cast<T>(a < 0 ? -a : a));
    else
        throw Undecided{"abs of unsigned numbers"};
}
template <class T>
Number to_even(T a) {
    return make<T>(std::nearbyint(a));
}
template <class T>
Number rounded(T a) {
    return std::fabs(a - std::trunc(a)) == T(0.5) ? Number{} : to_even(a);
}
template <class T>
Number mixed(T a, T b, T c) {
    const T left = a * (T(1) - c), right = b * c;
    return make<T>(left + right);
}
template <class T>
Number smooth(T low, T high, T x) {
    if (!(low < high)) return {};
    const T t = (x - low) / (high - low);
    const T s = t < T(0) ? T(0) : t > T(1) ? T(1) : t;
    if (std::isnan(t) || t == T(0)) return {};
    const T square = s * s, twice = T(2) * s;
    return make<T>(square * (T(3) - twice));
}
// Below one, though the difference may round to it.
template <class T>
Number fraction(T a) {
    const T difference = a - std::floor(a);
    return difference < T(1) ? make<T>(difference) : Number{};
}
template <class T>
Number modulus(T a, T b) {
    const T whole = std::floor(a / b), product = b * whole;
    return make<T>(a - product);
}
// Whether the sum is rounded once or twice shows where the product is not exact.
template <class T>
Number fused(T a, T b, T c) {
    const T product = a * b;
    if (std::fma(a, b, -product) != T(0) || !std::isfinite(product)) return {};
    return make<T>(product + c);
}

uint32_t reversed(uint32_t a) {
    uint32_t result = 0;
    for (int n = 0; n < 32; n++) result |= (a >> n & 1) << (31 - n);
    return result;
}
int lowest_bit(uint64_t a) {
    for (int n = 0; n < 64; n++)
        if (a >> n & 1) return n;
    return -1;
}
int highest_bit(uint64_t a) {
    for (int n = 63; n >= 0; n--)
        if (a >> n & 1) return n;
    return -1;
}

const std::map<std::string_view, Component>& components() {
    using B = BinaryOperator;
    static const std::map<std::string_view, Component> rows = {
        {"abs", arithmetic([](auto a, auto, auto) { return absolute(a); })},
        {"sign", arithmetic([](auto a, auto, auto) { return sign_of(a); })},
        {"floor", floating([](auto a, auto, auto) { return make(std::floor(a)); })},
        {"ceil", floating([](auto a, auto, auto) { return make(std::ceil(a)); })},
        {"trunc", floating([](auto a, auto, auto) { return make(std::trunc(a)); })},
        {"round", floating([](auto a, auto, auto) { return rounded(a); })},
        {"roundEven", floating([](auto a, auto, auto) { return to_even(a); })},
        {"fract", floating([](auto a, auto, auto) { return fraction(a); })},
        {"sqrt", floating([](auto a, auto, auto) { return make(std::sqrt(a)); })},
        {"inversesqrt", floating([](auto a, auto, auto) {
             const auto root = std::sqrt(a);
             return make(1 / root);
         })},
        {"mod", floating([](auto a, auto b, auto) { return modulus(a, b); })},
        {"min", arithmetic([](auto a, auto b, auto) { return least(a, b); })},
        {"max", arithmetic([](auto a, auto b, auto) { return greatest(a, b); })},
        {"clamp", arithmetic([](auto a, auto b, auto c) { return clamped(a, b, c); })},
        {"smoothstep", floating([](auto a, auto b, auto c) { return smooth(a, b, c); })},
        {"step", floating([](auto a, auto b, auto) { return stepped(a, b); })},
        {"fma", floating([](auto a, auto b, auto c) { return fused(a, b, c); })},
        {"isnan", floating([](auto a, auto, auto) { return make(std::isnan(a)); })},
        {"isinf", floating([](auto a, auto, auto) { return make(std::isinf(a)); })},
        {"matrixCompMult", floating([](auto a, auto b, auto) { return make(a * b); })},
        {"lessThan", comparison(B::Less)},
        {"lessThanEqual", comparison(B::LessEqual)},
        {"greaterThan", comparison(B::Greater)},
        {"greaterThanEqual", comparison(B::GreaterEqual)},
        {"equal", comparison(B::Equal)},
        {"notEqual", comparison(B::NotEqual)},
        {"bitfieldReverse", integral([](auto a, auto, auto) {
             return make(static_cast<decltype(a)>(reversed(static_cast<uint32_t>(a)) >>
                                                  (32 - 8 * std::min<size_t>(sizeof(a), 4))));
         })},
        {"bitCount", integral([](auto a, auto, auto) {
             return make(std::popcount(static_cast<std::make_unsigned_t<decltype(a)>>(a)));
         })},
        {"findLSB", integral([](auto a, auto, auto) {
             return make(lowest_bit(static_cast<std::make_unsigned_t<decltype(a)>>(a)));
         })},
        {"findMSB", integral([](auto a, auto, auto) {
             using U = std::make_unsigned_t<decltype(a)>;
             return make(highest_bit(a < 0 ? static_cast<U>(~a) : static_cast<U>(a)));
         })},
    };
    return rows;
}

// Scalars stand beside vectors as they are.
Numbers by_component(const Component& component, const Type* result, A given) {
    Numbers numbers(static_cast<size_t>(count_of(result)));
    for (size_t n = 0; n < numbers.size(); n++) {
        std::array<Number, 3> at{};
        bool known = true;
        for (size_t k = 0; k < given.values.size() && k < at.size(); k++) {
            at[k] = given.values[k].size() == 1 ? given.values[k][0] : given.values[k].at(n);
            known &= at[k].known;
        }
        if (known) numbers[n] = component(given.types[0]->scalar, at.data());
    }
    return numbers;
}

// ---- functions of whole values

Number dot_of(Scalar scalar, const Numbers& a, const Numbers& b) {
    Number sum;
    for (size_t n = 0; n < a.size(); n++) {
        const Number term = compute(BinaryOperator::Multiply, scalar, a[n], b.at(n));
        sum = n ? compute(BinaryOperator::Add, scalar, sum, term) : term;
    }
    return sum;
}

Numbers cross(const Type* result, A given) {
    const Numbers &a = given.values[0], &b = given.values[1];
    const auto product = [&](size_t i, size_t j) {
        return compute(BinaryOperator::Multiply, result->scalar, a.at(i), b.at(j));
    };
    const auto difference = [&](size_t i, size_t j) {
        return compute(BinaryOperator::Subtract, result->scalar, product(i, j), product(j, i));
    };
    return {difference(1, 2), difference(2, 0), difference(0, 1)};
}

Numbers transpose(const Type* result, A given) {
    Numbers numbers;
    for (size_t c = 0; c < result->columns; c++)
        for (size_t r = 0; r < result->rows; r++) numbers.push_back(given.values[0].at(r * result->columns + c));
    return numbers;
}

Numbers outer_product(const Type* result, A given) {
    Numbers numbers;
    for (size_t c = 0; c < result->columns; c++)
        for (size_t r = 0; r < result->rows; r++)
            numbers.push_back(
                compute(BinaryOperator::Multiply, result->scalar, given.values[0].at(r), given.values[1].at(c)));
    return numbers;
}

// Some or all of the components are true; unknown ones matter where the known ones don't decide.
Number joined(const Numbers& numbers, bool decisive) {
    bool known = true;
    for (const Number& number : numbers) {
        if (number.known && (number.bits != 0) == decisive) return make(decisive);
        known &= number.known;
    }
    return known ? make(!decisive) : Number{};
}

Numbers mix(const Type* result, A given) {
    if (given.types[2]->scalar != Scalar::Bool)
        return by_component(floating([](auto a, auto b, auto c) { return mixed(a, b, c); }), result, given);
    Numbers numbers;
    for (size_t n = 0; n < given.values[0].size(); n++) {
        const Number chosen = given.values[2].at(n);
        numbers.push_back(!chosen.known ? Number{} : given.values[chosen.bits ? 1 : 0].at(n));
    }
    return numbers;
}

Numbers same_bits(const Type*, A given) { return given.values[0]; }

Numbers face_forward(const Type* result, A given) {
    const Number side = dot_of(result->scalar, given.values[2], given.values[1]);
    if (!side.known) return Numbers(given.values[0].size());
    const bool keeps = compute(BinaryOperator::Less, result->scalar, side, Number{0, true}).bits != 0;
    Numbers numbers = given.values[0];
    const uint64_t sign = result->scalar == Scalar::Double ? uint64_t{1} << 63 : uint64_t{1} << 31;
    if (!keeps)
        for (Number& number : numbers) number.bits ^= sign;
    return numbers;
}

// ---- bits

Numbers bitfield_extract(const Type* result, A given) {
    const Number offset = given.values[1][0], bits = given.values[2][0];
    Numbers numbers = given.values[0];
    const int32_t at = get<int32_t>(offset), count = get<int32_t>(bits);
    const int width = glsl::bit_count(result->scalar);
    const bool known = offset.known && bits.known && at >= 0 && count >= 0 && int64_t{at} + count <= width;
    for (Number& number : numbers) {
        if (!known || !number.known) {
            number = {};
            continue;
        }
        int64_t field = static_cast<int64_t>(number.bits >> at & ((uint64_t{1} << count) - 1));
        if (glsl::is_signed_integer(result->scalar) && count && (field >> (count - 1) & 1))
            field -= int64_t{1} << count;
        number = make(static_cast<uint32_t>(field));
    }
    return numbers;
}

Numbers bitfield_insert(const Type* result, A given) {
    const Number offset = given.values[2][0], bits = given.values[3][0];
    Numbers numbers = given.values[0];
    const int32_t at = get<int32_t>(offset), count = get<int32_t>(bits);
    const int width = glsl::bit_count(result->scalar);
    const bool known = offset.known && bits.known && at >= 0 && count >= 0 && int64_t{at} + count <= width;
    for (size_t n = 0; n < numbers.size(); n++) {
        const Number inserted = given.values[1].at(n);
        if (!known || !numbers[n].known || !inserted.known) {
            numbers[n] = {};
            continue;
        }
        const uint64_t mask = ((uint64_t{1} << count) - 1) << at;
        numbers[n] = extended(result->scalar, (numbers[n].bits & ~mask) | (inserted.bits << at & mask));
    }
    return numbers;
}

// Operates on two integers in 64 bits; the results are the low or high words that `parts` names, one behind the other.
template <class Operation>
Numbers in_64_bits(A given, std::array<bool, 2> high, Operation operation) {
    Numbers first, second;
    for (size_t n = 0; n < given.values[0].size(); n++) {
        const Number a = given.values[0][n], b = given.values[1].at(n);
        const bool known = a.known && b.known;
        const uint64_t sum = known ? operation(a, b) : 0;
        first.push_back({high[0] ? sum >> 32 & 0xffffffff : sum & 0xffffffff, known});
        second.push_back({high[1] ? sum >> 32 & 0xffffffff : sum & 0xffffffff, known});
    }
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Numbers add_carry(const Type*, A given) {
    return in_64_bits(given, {false, true}, [](Number a, Number b) { return a.bits + b.bits; });
}
Numbers subtract_borrow(const Type*, A given) {
    Numbers numbers = in_64_bits(given, {false, true}, [](Number a, Number b) { return a.bits - b.bits; });
    for (size_t n = numbers.size() / 2; n < numbers.size(); n++) numbers[n].bits &= 1;
    return numbers;
}
Numbers multiply_extended(const Type*, A given) {
    const bool is_signed = given.types[0]->scalar == Scalar::Int;
    return in_64_bits(given, {true, false}, [&](Number a, Number b) {
        return is_signed ? static_cast<uint64_t>(int64_t{get<int32_t>(a)} * get<int32_t>(b)) : a.bits * b.bits;
    });
}

Numbers fraction_and_exponent(const Type* result, A given) {
    Numbers fractions, exponents;
    for (const Number& number : given.values[0]) {
        const double value = result->scalar == Scalar::Double ? get<double>(number) : double{get<float>(number)};
        const bool known = number.known && std::isfinite(value) && value != 0;
        int exponent = 0;
        const double fraction = known ? std::frexp(value, &exponent) : 0;
        Number made = result->scalar == Scalar::Double ? make(fraction) : make(static_cast<float>(fraction));
        made.known &= known;
        fractions.push_back(made);
        exponents.push_back({static_cast<uint32_t>(exponent), known});
    }
    fractions.insert(fractions.end(), exponents.begin(), exponents.end());
    return fractions;
}

Numbers with_exponent(const Type* result, A given) {
    Numbers numbers;
    for (size_t n = 0; n < given.values[0].size(); n++) {
        const Number number = given.values[0][n], power = given.values[1].at(given.values[1].size() == 1 ? 0 : n);
        const bool wide = result->scalar == Scalar::Double;
        const double value = wide ? get<double>(number) : double{get<float>(number)};
        const int exponent = get<int32_t>(power);
        const int most = wide ? 1022 : 126;
        // Beyond what a float holds the specification leaves it open.
        const int magnitude = value == 0 || !std::isfinite(value) ? 0 : std::ilogb(value);
        const bool known = number.known && power.known && std::isfinite(value) && std::abs(exponent) <= most &&
                           std::abs(magnitude + exponent) <= most && std::abs(magnitude) <= most;
        const double scaled = known ? std::ldexp(value, exponent) : 0;
        Number made = wide ? make(scaled) : make(static_cast<float>(scaled));
        made.known &= known;
        numbers.push_back(made);
    }
    return numbers;
}

Numbers whole_and_fraction(const Type* result, A given) {
    Numbers fractions, wholes;
    for (const Number& number : given.values[0]) {
        const Number whole = number.known ? with_type(result->scalar,
                                                      [&](auto kind) -> Number {
                                                          using T = decltype(kind);
                                                          if constexpr (std::is_floating_point_v<T>)
                                                              return make(std::trunc(get<T>(number)));
                                                          return {};
                                                      })
                                          : Number{};
        Number fraction = compute(BinaryOperator::Subtract, result->scalar, number, whole);
        // The sign of a zero is left to practice.
        if (fraction.bits == 0) fraction.known = false;
        fractions.push_back(fraction);
        wholes.push_back(whole);
    }
    fractions.insert(fractions.end(), wholes.begin(), wholes.end());
    return fractions;
}

Numbers determinant_2(const Type* result, A given) {
    const Numbers& m = given.values[0];
    if (m.size() != 4) throw Undecided{"a determinant"};
    const auto product = [&](size_t i, size_t j) {
        return compute(BinaryOperator::Multiply, result->scalar, m[i], m[j]);
    };
    return {compute(BinaryOperator::Subtract, result->scalar, product(0, 3), product(2, 1))};
}

const std::map<std::string_view, WholeFunction>& wholes() {
    static const std::map<std::string_view, WholeFunction> rows = {
        {"dot",
         [](const Type* result, A given) -> Numbers {
             return {dot_of(result->scalar, given.values[0], given.values[1])};
         }},
        {"cross", cross},
        {"transpose", transpose},
        {"outerProduct", outer_product},
        {"determinant", determinant_2},
        {"faceforward", face_forward},
        {"any", [](const Type*, A given) -> Numbers { return {joined(given.values[0], true)}; }},
        {"all", [](const Type*, A given) -> Numbers { return {joined(given.values[0], false)}; }},
        {"not",
         [](const Type*, A given) -> Numbers {
             Numbers numbers = given.values[0];
             for (Number& number : numbers) number.bits ^= 1;
             return numbers;
         }},
        {"mix", mix},
        {"floatBitsToInt", same_bits},
        {"floatBitsToUint", same_bits},
        {"intBitsToFloat", same_bits},
        {"uintBitsToFloat", same_bits},
        {"doubleBitsToInt64", same_bits},
        {"doubleBitsToUint64", same_bits},
        {"int64BitsToDouble", same_bits},
        {"uint64BitsToDouble", same_bits},
        {"bitfieldExtract", bitfield_extract},
        {"bitfieldInsert", bitfield_insert},
        {"uaddCarry", add_carry},
        {"usubBorrow", subtract_borrow},
        {"umulExtended", multiply_extended},
        {"imulExtended", multiply_extended},
        {"frexp", fraction_and_exponent},
        {"ldexp", with_exponent},
        {"modf", whole_and_fraction},
    };
    return rows;
}

}  // namespace

namespace {

bool has_halves(const Type* type) { return type->is_basic() && type->scalar == Scalar::Float16; }
const Type* of_floats(const Type* type) {
    return has_halves(type) ? glsl::basic_type(Scalar::Float, type->rows, type->columns) : type;
}

}  // namespace

Numbers evaluate_builtin(std::string_view name, const Type* result, const BuiltinArguments& arguments) {
    const bool reads_bits = name.find("Bits") != name.npos || name.find("pack") != name.npos;
    if (!reads_bits && (has_halves(result) || std::ranges::any_of(arguments.types, has_halves))) {
        // Functions of halves are those of floats, rounded once.
        BuiltinArguments floats = arguments;
        for (const Type*& type : floats.types) type = of_floats(type);
        Numbers numbers = evaluate_builtin(name, of_floats(result), floats);
        const auto own = has_halves(result) ? static_cast<size_t>(count_of(result)) : size_t{0};
        // Beside the result modf() writes another half, which is one already.
        for (size_t n = 0; n < own; n++) numbers.at(n) = to_half(numbers[n]);
        return numbers;
    }
    if (const auto found = components().find(name); found != components().end())
        return by_component(found->second, result, arguments);
    for (const auto* rows : {&wholes(), &packing_functions()})
        if (const auto found = rows->find(name); found != rows->end()) return found->second(result, arguments);
    throw Undecided{"a built-in function that is not known here"};
}

}  // namespace random_glsl
