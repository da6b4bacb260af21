// What the scalar evaluator's machine computes with: numbers of each type, and the operations of one component.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "ir/switches.h"
#include "runtime/testing/scalar_evaluator.h"

namespace runtime {

using arbasm::AtomicOperation;
using arbasm::DataType;
using arbasm::Instruction;
using arbasm::Opcode;
using arbasm::Rounding;
using arbasm::Saturation;

// Thrown where nothing says what happens next; caught by the machine.
struct Undecided {};

template <class N>
N number_of(uint64_t bits) {
    if constexpr (sizeof(N) == 4)
        return std::bit_cast<N>(static_cast<uint32_t>(bits));
    else
        return std::bit_cast<N>(bits);
}
template <class N>
uint64_t bits_of_number(N number) {
    if constexpr (sizeof(N) == 4)
        return std::bit_cast<uint32_t>(number);
    else
        return std::bit_cast<uint64_t>(number);
}
template <class N>
EvaluatedWord word_of(N number) {
    if constexpr (std::is_floating_point_v<N>)
        if (std::isnan(number)) return {EvaluatedWord::NotANumber, bits_of_number(number)};
    return {EvaluatedWord::Known, bits_of_number(number)};
}

// ---- operations of one component

template <class N>
N truth(bool value) {
    if constexpr (std::is_floating_point_v<N>)
        return value ? N(1) : N(0);
    else
        return value ? static_cast<N>(~std::make_unsigned_t<N>{0}) : N(0);
}

template <class N>
N wrapped_sum(N a, N b) {
    if constexpr (std::is_floating_point_v<N>)
        return a + b;
    else
        return static_cast<N>(std::make_unsigned_t<N>(a) + std::make_unsigned_t<N>(b));
}
template <class N>
N wrapped_difference(N a, N b) {
    if constexpr (std::is_floating_point_v<N>)
        return a - b;
    else
        return static_cast<N>(std::make_unsigned_t<N>(a) - std::make_unsigned_t<N>(b));
}
template <class N>
N wrapped_product(N a, N b) {
    if constexpr (std::is_floating_point_v<N>)
        return a * b;
    else
        return static_cast<N>(
            static_cast<std::make_unsigned_t<N>>(std::make_unsigned_t<N>(a) * std::make_unsigned_t<N>(b)));
}
template <class N>
N divided(N a, N b) {
    if constexpr (std::is_floating_point_v<N>) {
        return a / b;
    } else {
        if (b == 0) return static_cast<N>(~std::make_unsigned_t<N>{0});
        if (std::is_signed_v<N> && b == static_cast<N>(-1)) return wrapped_difference(N(0), a);
        return static_cast<N>(a / b);
    }
}
template <class N>
N left_over(N a, N b) {
    if (b == 0) return static_cast<N>(~std::make_unsigned_t<N>{0});
    if (std::is_signed_v<N> && b == static_cast<N>(-1)) return 0;
    return static_cast<N>(a % b);
}
template <class N>
N absolute_number(N a) {
    if constexpr (std::is_floating_point_v<N>)
        return std::fabs(a);
    else if constexpr (std::is_signed_v<N>)
        return a < 0 ? wrapped_difference(N(0), a) : a;
    else
        return a;
}

template <class N>
N clamped_to(double value) {
    if constexpr (std::is_floating_point_v<N>) {
        return static_cast<N>(value);
    } else {
        if (std::isnan(value)) return 0;
        if (value <= static_cast<double>(std::numeric_limits<N>::min())) return std::numeric_limits<N>::min();
        if (value >= static_cast<double>(std::numeric_limits<N>::max())) return std::numeric_limits<N>::max();
        return static_cast<N>(value);
    }
}
uint32_t reversed(uint32_t value);
uint32_t highest(uint32_t value);

// Operates on each component alone; nothing if the opcode is none of these.
template <class N>
std::optional<N> component_operation(const Instruction& instruction, N a, N b, N c) {
    constexpr bool floats = std::is_floating_point_v<N>;
    ASMGL_SOME_CASES
    switch (instruction.opcode) {
        case Opcode::Abs: return absolute_number(a);
        case Opcode::Add: return wrapped_sum(a, b);
        case Opcode::Sub: return wrapped_difference(a, b);
        case Opcode::Mad: return wrapped_sum(wrapped_product(a, b), c);
        case Opcode::Max: return a > b ? a : b;
        case Opcode::Min: return a > b ? b : a;
        case Opcode::Mov:
        case Opcode::Swz: return a;
        case Opcode::Cmp: return a < N(0) ? b : c;
        case Opcode::Div: return divided(a, b);
        case Opcode::Seq: return truth<N>(a == b);
        case Opcode::Sne: return truth<N>(a != b);
        case Opcode::Slt: return truth<N>(a < b);
        case Opcode::Sle: return truth<N>(a <= b);
        case Opcode::Sgt: return truth<N>(a > b);
        case Opcode::Sge: return truth<N>(a >= b);
        case Opcode::Str: return truth<N>(true);
        case Opcode::Sfl: return truth<N>(false);
        case Opcode::Mul:
            if constexpr (!floats && sizeof(N) == 4)
                if (instruction.modifiers & arbasm::modifier_high) {
                    using Large = std::conditional_t<std::is_signed_v<N>, int64_t, uint64_t>;
                    return static_cast<N>((Large{a} * Large{b}) >> 32);
                }
            return wrapped_product(a, b);
        default: break;
    }
    ASMGL_END_SOME_CASES
    if constexpr (floats) {
        ASMGL_SOME_CASES
        switch (instruction.opcode) {
            case Opcode::Frc: {
                const N rest = a - std::floor(a);
                return rest >= 1 ? std::nextafter(N(1), N(0)) : rest;
            }
            case Opcode::Lrp: return a * b + (N(1) - a) * c;
            case Opcode::Ssg: return a > 0 ? N(1) : a < 0 ? N(-1) : a == 0 ? N(0) : a;
            case Opcode::Rcp: return N(1) / a;
            case Opcode::Rsq: return N(1) / std::sqrt(a);
            case Opcode::Sqrt: return std::sqrt(a);
            default: return {};
        }
        ASMGL_END_SOME_CASES
    } else {
        using U = std::make_unsigned_t<N>;
        constexpr unsigned last = sizeof(N) * 8 - 1;
        ASMGL_SOME_CASES
        switch (instruction.opcode) {
            case Opcode::And: return static_cast<N>(a & b);
            case Opcode::Or: return static_cast<N>(a | b);
            case Opcode::Xor: return static_cast<N>(a ^ b);
            case Opcode::Not: return static_cast<N>(~a);
            case Opcode::Mod: return left_over(a, b);
            case Opcode::Shl: return static_cast<N>(U(a) << (U(b) & last));
            case Opcode::Shr: return static_cast<N>(a >> (U(b) & last));
            case Opcode::Sad: return static_cast<N>((a < b ? U(b) - U(a) : U(a) - U(b)) + U(c));
            case Opcode::Bfr: return static_cast<N>(reversed(static_cast<uint32_t>(a)));
            case Opcode::Btc: return static_cast<N>(std::popcount(U(a)));
            case Opcode::Btfl: return a == 0 ? static_cast<N>(~U{0}) : static_cast<N>(std::countr_zero(U(a)));
            case Opcode::Btfm:
                return static_cast<N>(highest(static_cast<uint32_t>(std::is_signed_v<N> && a < 0 ? N(~a) : a)));
            default: return {};
        }
        ASMGL_END_SOME_CASES
    }
}

// Whether component_operation() knows it: opcode_coverage_test.cpp then holds each of its forms against that.
template <class N>
bool is_evaluated(Opcode opcode) {
    Instruction instruction;
    instruction.opcode = opcode;
    return component_operation<N>(instruction, N(1), N(1), N(1)).has_value();
}

struct Flags {
    bool sign = false, zero = false, carry = false, overflow = false, unknown = false;
};

// Carry and overflow of what is added, with signs that the operands were given turned into subtractions.
template <class N>
void sum_flags(Flags& flags, N left, N right, bool subtract) {
    using U = std::make_unsigned_t<N>;
    using S = std::make_signed_t<N>;
    const U l = static_cast<U>(left), r = static_cast<U>(right);
    flags.carry = subtract ? l >= r : static_cast<U>(l + r) < l;
    S sum;
    flags.overflow = subtract ? __builtin_sub_overflow(static_cast<S>(l), static_cast<S>(r), &sum)
                              : __builtin_add_overflow(static_cast<S>(l), static_cast<S>(r), &sum);
}

// ---- numbers of any type

long double exact_value(uint64_t bits, DataType type);
bool is_float_type(DataType type);
int bits_in(DataType type);
DataType of_size(DataType type, bool wide);
bool is_signed_type(DataType type);
uint64_t half_bits(double value);
uint64_t nan_bits(DataType type);
// Rounded to a whole number or to nearest; only what random programs hold: directed rounding of floats is tested apart.
EvaluatedWord converted(uint64_t bits, DataType from, DataType to, Rounding rounding, Saturation saturation);

// ---- memory. `at` is a place that is there.

size_t bytes_in(DataType type);
EvaluatedWord word_in_memory(const EvaluatedBytes& memory, size_t at, DataType storage);
void put_in_memory(EvaluatedBytes& memory, size_t at, DataType storage, EvaluatedWord word);
// What an atomic operation leaves of `old`; `type` is the one in registers.
EvaluatedWord changed(AtomicOperation operation, DataType type, const EvaluatedWord& old, const EvaluatedWord& operand,
                      const EvaluatedWord& swap);

}  // namespace runtime
