// Built-in functions that pack numbers side by side, take them out again, or read the bits of halves.
#include <algorithm>

#include "builtins.h"

namespace random_glsl {

namespace {

using A = const BuiltinArguments&;

Numbers pack_words(const Type*, A given) {
    const Numbers& a = given.values[0];
    return {{a[0].bits | a.at(1).bits << 32, a[0].known && a[1].known}};
}
Numbers unpack_words(const Type*, A given) {
    const Number a = given.values[0][0];
    return {{a.bits & 0xffffffff, a.known}, {a.bits >> 32, a.known}};
}

// Components as normalized integers of some bits, the first in the lowest.
Numbers pack_normalized(A given, float low, float scale, int bits) {
    uint64_t packed = 0;
    int at = 0;
    for (const Number& number : given.values[0]) {
        const float value = get<float>(number);
        if (!number.known || std::isnan(value)) return {Number{}};
        const float scaled = (value < low ? low : value > 1.0f ? 1.0f : value) * scale;
        if (std::fabs(scaled - std::trunc(scaled)) == 0.5f) return {Number{}};
        packed |= (static_cast<uint64_t>(static_cast<int64_t>(std::nearbyint(scaled))) & ((1u << bits) - 1)) << at;
        at += bits;
    }
    return {make(static_cast<uint32_t>(packed))};
}
Numbers unpack_normalized(A given, float low, float scale, int bits) {
    const Number packed = given.values[0][0];
    Numbers numbers;
    for (int at = 0; at < 32; at += bits) {
        auto field = static_cast<int32_t>(packed.bits >> at & ((1u << bits) - 1));
        if (low < 0 && field >= 1 << (bits - 1)) field -= 1 << bits;
        const float value = static_cast<float>(field) / scale;
        Number number = make(value < low ? low : value);
        number.known &= packed.known;
        numbers.push_back(number);
    }
    return numbers;
}

// Halves: 1 sign, 5 exponent and 10 fraction bits. Unknown where the number is no half.
Numbers pack_half(const Type*, A given) {
    uint64_t packed = 0;
    for (size_t n = 0; n < 2; n++) {
        const float value = get<float>(given.values[0].at(n));
        if (!given.values[0][n].known || !(std::fabs(value) <= 65504.0f)) return {Number{}};
        const int exponent = std::max(value == 0 ? -14 : std::ilogb(value), -14);
        const double steps = std::ldexp(std::fabs(double{value}), 10 - exponent);
        if (steps != std::trunc(steps)) return {Number{}};
        const auto whole = static_cast<uint64_t>(steps);
        const uint64_t half = whole < 1024 ? whole : static_cast<uint64_t>(exponent + 15) << 10 | (whole - 1024);
        packed |= (half | (std::signbit(value) ? 0x8000u : 0u)) << (16 * n);
    }
    return {make(static_cast<uint32_t>(packed))};
}
Numbers unpack_half(const Type*, A given) {
    Numbers numbers;
    for (int n = 0; n < 2; n++) {
        const auto half = static_cast<uint32_t>(given.values[0][0].bits >> (16 * n) & 0xffff);
        const auto exponent = static_cast<int>(half >> 10 & 31), fraction = static_cast<int>(half & 1023);
        const double size = exponent ? std::ldexp(1024.0 + fraction, exponent - 25) : std::ldexp(fraction, -24);
        Number number = make(static_cast<float>(half & 0x8000 ? -size : size));
        number.known = given.values[0][0].known && exponent != 31;
        numbers.push_back(number);
    }
    return numbers;
}

// Integers of some bits side by side, the first in the lowest bits; floats are the floats of halves.
Numbers pack_integers(const Type* result, A given) {
    const Scalar scalar = given.types[0]->scalar;
    const int width = glsl::bit_count(scalar);
    uint64_t packed = 0;
    int at = 0;
    for (const Number& number : given.values[0]) {
        if (!number.known || (scalar == Scalar::Float16 && std::isnan(get<float>(number)))) return {Number{}};
        const uint64_t mask = (uint64_t{1} << width) - 1;
        packed |= (memory_bits(scalar, number.bits) & mask) << at;
        at += width;
    }
    return {extended(result->scalar, packed)};
}
Numbers unpack_integers(const Type* result, A given) {
    const int width = glsl::bit_count(result->scalar);
    const Number packed = given.values[0][0];
    Numbers numbers;
    for (int n = 0; n < result->rows; n++) {
        const uint64_t bits = packed.bits >> (n * width);
        Number number =
            result->scalar == Scalar::Float16 ? make(half_of(bits & 0xffff)) : extended(result->scalar, bits);
        number.known &= packed.known;
        numbers.push_back(number);
    }
    return numbers;
}
Numbers half_to_integer(const Type* result, A given) {
    Numbers numbers;
    for (const Number& number : given.values[0]) {
        Number made = extended(result->scalar, half_bits(get<float>(number)));
        made.known &= number.known;
        numbers.push_back(made);
    }
    return numbers;
}
Numbers integer_to_half(const Type*, A given) {
    Numbers numbers;
    for (const Number& number : given.values[0]) {
        Number made = make(half_of(number.bits & 0xffff));
        made.known &= number.known;
        numbers.push_back(made);
    }
    return numbers;
}

}  // namespace

const std::map<std::string_view, WholeFunction>& packing_functions() {
    static const std::map<std::string_view, WholeFunction> rows = {
        {"packDouble2x32", pack_words},
        {"packInt2x32", pack_words},
        {"packUint2x32", pack_words},
        {"unpackDouble2x32", unpack_words},
        {"unpackInt2x32", unpack_words},
        {"unpackUint2x32", unpack_words},
        {"packUnorm2x16", [](const Type*, A given) { return pack_normalized(given, 0, 65535, 16); }},
        {"packSnorm2x16", [](const Type*, A given) { return pack_normalized(given, -1, 32767, 16); }},
        {"packUnorm4x8", [](const Type*, A given) { return pack_normalized(given, 0, 255, 8); }},
        {"packSnorm4x8", [](const Type*, A given) { return pack_normalized(given, -1, 127, 8); }},
        {"unpackUnorm2x16", [](const Type*, A given) { return unpack_normalized(given, 0, 65535, 16); }},
        {"unpackSnorm2x16", [](const Type*, A given) { return unpack_normalized(given, -1, 32767, 16); }},
        {"unpackUnorm4x8", [](const Type*, A given) { return unpack_normalized(given, 0, 255, 8); }},
        {"unpackSnorm4x8", [](const Type*, A given) { return unpack_normalized(given, -1, 127, 8); }},
        {"packHalf2x16", pack_half},
        {"unpackHalf2x16", unpack_half},
        {"pack64", pack_integers},
        {"pack32", pack_integers},
        {"pack16", pack_integers},
        {"packInt2x16", pack_integers},
        {"packInt4x16", pack_integers},
        {"packUint2x16", pack_integers},
        {"packUint4x16", pack_integers},
        {"packFloat2x16", pack_integers},
        {"unpack32", unpack_integers},
        {"unpack16", unpack_integers},
        {"unpack8", unpack_integers},
        {"unpackInt2x16", unpack_integers},
        {"unpackInt4x16", unpack_integers},
        {"unpackUint2x16", unpack_integers},
        {"unpackUint4x16", unpack_integers},
        {"unpackFloat2x16", unpack_integers},
        {"halfBitsToInt16", half_to_integer},
        {"halfBitsToUint16", half_to_integer},
        {"float16BitsToInt16", half_to_integer},
        {"float16BitsToUint16", half_to_integer},
        {"int16BitsToHalf", integer_to_half},
        {"uint16BitsToHalf", integer_to_half},
        {"int16BitsToFloat16", integer_to_half},
        {"uint16BitsToFloat16", integer_to_half},
    };
    return rows;
}

Number extended(Scalar scalar, uint64_t bits) {
    return with_type(scalar, [&](auto kind) -> Number {
        using T = decltype(kind);
        if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) return make<T>(static_cast<T>(bits));
        throw Undecided{"bits of something else"};
    });
}

}  // namespace random_glsl
