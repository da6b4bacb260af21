#include "runtime/testing/scalar_numbers.h"

#include <algorithm>

namespace runtime {

using Word = EvaluatedWord;

uint32_t reversed(uint32_t value) {
    uint32_t result = 0;
    for (int bit = 0; bit < 32; bit++)
        if (value >> bit & 1) result |= 1u << (31 - bit);
    return result;
}
uint32_t highest(uint32_t value) {
    uint32_t result = ~0u;
    for (uint32_t bit = 0; bit < 32; bit++)
        if (value >> bit & 1) result = bit;
    return result;
}

long double exact_value(uint64_t bits, DataType type) {
    switch (type) {
        case DataType::F16: {
            const int sign = bits & 0x8000 ? -1 : 1, exponent = static_cast<int>(bits >> 10 & 31);
            const auto mantissa = static_cast<long double>(bits & 1023);
            if (exponent == 31) return mantissa != 0 ? NAN : sign < 0 ? -INFINITY : INFINITY;
            return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25));
        }
        case DataType::F32: return number_of<float>(bits);
        case DataType::F64: return number_of<double>(bits);
        case DataType::S8: return static_cast<int8_t>(bits);
        case DataType::S16: return static_cast<int16_t>(bits);
        case DataType::S32: return static_cast<int32_t>(bits);
        case DataType::S64: return static_cast<int64_t>(bits);
        case DataType::U8: return static_cast<uint8_t>(bits);
        case DataType::U16: return static_cast<uint16_t>(bits);
        case DataType::U64: return static_cast<long double>(bits);
        case DataType::U32:
        case DataType::Typeless: break;
    }
    return static_cast<uint32_t>(bits);
}
bool is_float_type(DataType type) { return type == DataType::F16 || type == DataType::F32 || type == DataType::F64; }
bool is_signed_type(DataType type) {
    return type == DataType::S8 || type == DataType::S16 || type == DataType::S32 || type == DataType::S64;
}
int bits_in(DataType type) {
    switch (type) {
        case DataType::S8:
        case DataType::U8: return 8;
        case DataType::F16:
        case DataType::S16:
        case DataType::U16: return 16;
        case DataType::F64:
        case DataType::S64:
        case DataType::U64: return 64;
        case DataType::F32:
        case DataType::S32:
        case DataType::U32:
        case DataType::Typeless: break;
    }
    return 32;
}
DataType of_size(DataType type, bool wide) {
    if (is_float_type(type)) return wide ? DataType::F64 : DataType::F32;
    if (is_signed_type(type)) return wide ? DataType::S64 : DataType::S32;
    return wide ? DataType::U64 : DataType::U32;
}

uint64_t half_bits(double value) {
    const uint64_t sign = std::signbit(value) ? 0x8000 : 0;
    const double size = std::fabs(value);
    if (size == 0) return sign;
    if (size >= 65520) return sign | 0x7c00;
    // Steps of the binade that the number lies in; 2^-24 for denormal ones.
    int exponent = 0;
    std::frexp(size, &exponent);
    const int step = std::max(exponent - 11, -24);
    const double steps = std::nearbyint(std::ldexp(size, -step));
    if (step == -24) return sign | static_cast<uint64_t>(steps);
    return sign | ((static_cast<uint64_t>(step + 25) << 10) + (static_cast<uint64_t>(steps) - 1024));
}

uint64_t nan_bits(DataType type) { return type == DataType::F64 ? 0x7ff8000000000000 : 0x7fc00000; }

Word converted(uint64_t bits, DataType from, DataType to, Rounding rounding, Saturation saturation) {
    long double value = exact_value(bits, from);
    if (is_float_type(to)) {
        if (saturation != Saturation::None) {
            const long double least = saturation == Saturation::Unsigned ? 0 : -1;
            value = value > least ? value < 1 ? value : 1 : least;
        }
        if (std::isnan(value)) return {to == DataType::F16 ? Word::Unknown : Word::NotANumber, nan_bits(to)};
        const bool nearest = rounding == Rounding::Default || rounding == Rounding::Round;
        const auto as_double = static_cast<double>(value);
        const auto as_single = static_cast<float>(value);
        if (!nearest) {
            const bool inexact = to == DataType::F64   ? as_double != value
                                 : to == DataType::F32 ? as_single != value
                                                       : exact_value(half_bits(as_double), DataType::F16) != value;
            if (inexact) return {Word::Unknown, 0};
        }
        if (to == DataType::F64) return {Word::Known, bits_of_number(as_double)};
        if (to == DataType::F32) return {Word::Known, bits_of_number(as_single)};
        // Rounding to double first would round twice; integers that need it are rare, floats are exact.
        return {as_double == value ? Word::Known : Word::Unknown, half_bits(as_double)};
    }
    if (std::isnan(value)) return {Word::Known, 0};
    switch (rounding) {
        case Rounding::Ceil: value = std::ceil(value); break;
        case Rounding::Floor: value = std::floor(value); break;
        case Rounding::Trunc: value = std::trunc(value); break;
        case Rounding::Default:
        case Rounding::Round: value = std::nearbyint(value);
    }
    const long double span = std::ldexp(1.0L, bits_in(to));
    const long double least = is_signed_type(to) ? -span / 2 : 0, most = least + span - 1;
    if (saturation != Saturation::None || std::isinf(value)) {
        value = std::min(std::max(value, least), most);
    } else {
        value = std::fmod(value, span);
        if (value < 0) value += span;
        if (value > most) value -= span;
    }
    return {Word::Known, value < 0 ? 0 - static_cast<uint64_t>(-value) : static_cast<uint64_t>(value)};
}
size_t bytes_in(DataType type) { return static_cast<size_t>(bits_in(type)) / 8; }

Word word_in_memory(const EvaluatedBytes& memory, size_t at, DataType storage) {
    uint64_t bits = 0;
    bool unknown = false;
    for (size_t i = 0; i < bytes_in(storage); i++) {
        bits |= std::to_integer<uint64_t>(memory.bytes[at + i]) << 8 * i;
        unknown |= memory.unknown[at + i];
    }
    // Halves become single precision, small integers 32 bits.
    Word word{Word::Known, bits};
    if (storage == DataType::F16) word = word_of(static_cast<float>(exact_value(bits, storage)));
    if (storage == DataType::F32) word = word_of(number_of<float>(bits));
    if (storage == DataType::F64) word = word_of(number_of<double>(bits));
    if (storage == DataType::S8) word.bits = static_cast<uint32_t>(static_cast<int8_t>(bits));
    if (storage == DataType::S16) word.bits = static_cast<uint32_t>(static_cast<int16_t>(bits));
    if (unknown) word.state = Word::Unknown;
    return word;
}

void put_in_memory(EvaluatedBytes& memory, size_t at, DataType storage, Word word) {
    if (word.state != Word::Known) word.bits = 0;
    if (storage == DataType::F16) word.bits = half_bits(double{number_of<float>(word.bits)});
    for (size_t i = 0; i < bytes_in(storage); i++) {
        memory.bytes[at + i] = static_cast<std::byte>(word.bits >> 8 * i);
        memory.unknown[at + i] = word.state != Word::Known;
    }
}

namespace {

template <class N>
Word changed_number(AtomicOperation operation, uint64_t old_bits, uint64_t operand_bits, uint64_t swap_bits) {
    const N old = number_of<N>(old_bits), operand = number_of<N>(operand_bits);
    switch (operation) {
        case AtomicOperation::Add: return word_of(wrapped_sum(operand, old));
        // Which zero is the smaller one is not specified.
        case AtomicOperation::Min:
        case AtomicOperation::Max: {
            Word word = word_of((operation == AtomicOperation::Min) == (operand < old) ? operand : old);
            if (operand == old) word = old_bits == operand_bits ? word_of(old) : Word{Word::Unknown, 0};
            return word;
        }
        case AtomicOperation::Exchange: return word_of(operand);
        case AtomicOperation::CompareSwap: return word_of(old == operand ? number_of<N>(swap_bits) : old);
        case AtomicOperation::None:
        case AtomicOperation::IncrementWrap:
        case AtomicOperation::DecrementWrap:
        case AtomicOperation::And:
        case AtomicOperation::Or:
        case AtomicOperation::Xor:
        case AtomicOperation::CounterIncrement:
        case AtomicOperation::CounterDecrement:
        case AtomicOperation::CounterGet: break;
    }
    if constexpr (!std::is_floating_point_v<N>) {
        switch (operation) {
            case AtomicOperation::And: return word_of(static_cast<N>(old & operand));
            case AtomicOperation::Or: return word_of(static_cast<N>(old | operand));
            case AtomicOperation::Xor: return word_of(static_cast<N>(old ^ operand));
            case AtomicOperation::IncrementWrap: return word_of(old >= operand ? N(0) : static_cast<N>(old + 1));
            case AtomicOperation::DecrementWrap:
                return word_of(old == 0 || old > operand ? operand : static_cast<N>(old - 1));
            case AtomicOperation::None:
            case AtomicOperation::Add:
            case AtomicOperation::Min:
            case AtomicOperation::Max:
            case AtomicOperation::Exchange:
            case AtomicOperation::CompareSwap:
            case AtomicOperation::CounterIncrement:
            case AtomicOperation::CounterDecrement:
            case AtomicOperation::CounterGet: break;
        }
    }
    throw Undecided{};
}

}  // namespace

Word changed(AtomicOperation operation, DataType type, const Word& old, const Word& operand, const Word& swap) {
    if (operation == AtomicOperation::Exchange) return operand;
    if (old.state != Word::Known || operand.state != Word::Known) return {Word::Unknown, 0};
    if (operation == AtomicOperation::CompareSwap && swap.state != Word::Known) return {Word::Unknown, 0};
    switch (type) {
        case DataType::F32: return changed_number<float>(operation, old.bits, operand.bits, swap.bits);
        case DataType::F64: return changed_number<double>(operation, old.bits, operand.bits, swap.bits);
        case DataType::S32: return changed_number<int32_t>(operation, old.bits, operand.bits, swap.bits);
        case DataType::S64: return changed_number<int64_t>(operation, old.bits, operand.bits, swap.bits);
        case DataType::U64: return changed_number<uint64_t>(operation, old.bits, operand.bits, swap.bits);
        case DataType::U32:
        case DataType::F16:
        case DataType::S8:
        case DataType::S16:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: break;
    }
    return changed_number<uint32_t>(operation, old.bits, operand.bits, swap.bits);
}

}  // namespace runtime
