#include "runtime/testing/scalar_evaluator.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

namespace runtime {
namespace {

using namespace arbasm;
using Word = EvaluatedWord;
using Registers = std::vector<EvaluatedVector>;

struct Undecided {};  // thrown and caught in this file alone

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
Word word_of(N number) {
    if constexpr (std::is_floating_point_v<N>)
        if (std::isnan(number)) return {Word::NotANumber, bits_of_number(number)};
    return {Word::Known, bits_of_number(number)};
}

// ---- operations of one component
// -------------------------------------------------------------------------------------

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

// Of each component alone; nothing if the opcode is none of these.
template <class N>
std::optional<N> component_operation(const Instruction& instruction, N a, N b, N c) {
    constexpr bool floats = std::is_floating_point_v<N>;
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
                if (instruction.modifiers & modifier_high) {
                    using Large = std::conditional_t<std::is_signed_v<N>, int64_t, uint64_t>;
                    return static_cast<N>((Large{a} * Large{b}) >> 32);
                }
            return wrapped_product(a, b);
        default: break;
    }
    if constexpr (floats) {
        switch (instruction.opcode) {
            case Opcode::Frc: {
                const N rest = a - std::floor(a);
                return rest >= 1 ? std::nextafter(N(1), N(0)) : rest;
            }
            case Opcode::Lrp: return a * b + (N(1) - a) * c;
            case Opcode::Ssg: return a > 0 ? N(1) : a < 0 ? N(-1) : a == 0 ? N(0) : a;
            case Opcode::Rcp: return N(1) / a;
            case Opcode::Rsq: return N(1) / std::sqrt(a);
            default: return {};
        }
    } else {
        using U = std::make_unsigned_t<N>;
        constexpr unsigned last = sizeof(N) * 8 - 1;
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
    }
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
    const __int128 exact = subtract ? __int128{static_cast<S>(l)} - __int128{static_cast<S>(r)}
                                    : __int128{static_cast<S>(l)} + __int128{static_cast<S>(r)};
    flags.overflow = exact < std::numeric_limits<S>::min() || exact > std::numeric_limits<S>::max();
}

// ---- numbers of any type
// ---------------------------------------------------------------------------------------------

long double exact_value(uint64_t bits, DataType type) {
    switch (type) {
        case DataType::F16: {
            const int sign = bits & 0x8000 ? -1 : 1, exponent = static_cast<int>(bits >> 10 & 31);
            const auto mantissa = static_cast<long double>(bits & 1023);
            if (exponent == 31) return mantissa != 0 ? NAN : sign * INFINITY;
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
        default: return static_cast<uint32_t>(bits);
    }
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
        default: return 32;
    }
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

// Rounded to a whole number or to nearest; only what random programs hold: directed rounding of floats is tested apart.
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
        default: value = std::nearbyint(value);
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

// ---- memory
// -----------------------------------------------------------------------------------------------------

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

template <class N>
Word changed_number(AtomicOperation operation, uint64_t old_bits, uint64_t operand_bits, uint64_t swap_bits) {
    const N old = number_of<N>(old_bits), operand = number_of<N>(operand_bits);
    switch (operation) {
        case AtomicOperation::Add: return word_of(wrapped_sum(operand, old));
        // Which zero is the smaller one is nobody's business.
        case AtomicOperation::Min:
        case AtomicOperation::Max: {
            Word word = word_of((operation == AtomicOperation::Min) == (operand < old) ? operand : old);
            if (operand == old) word = old_bits == operand_bits ? word_of(old) : Word{Word::Unknown, 0};
            return word;
        }
        case AtomicOperation::Exchange: return word_of(operand);
        case AtomicOperation::CompareSwap: return word_of(old == operand ? number_of<N>(swap_bits) : old);
        default: break;
    }
    if constexpr (!std::is_floating_point_v<N>) {
        switch (operation) {
            case AtomicOperation::And: return word_of(static_cast<N>(old & operand));
            case AtomicOperation::Or: return word_of(static_cast<N>(old | operand));
            case AtomicOperation::Xor: return word_of(static_cast<N>(old ^ operand));
            case AtomicOperation::IncrementWrap: return word_of(old >= operand ? N(0) : static_cast<N>(old + 1));
            case AtomicOperation::DecrementWrap:
                return word_of(old == 0 || old > operand ? operand : static_cast<N>(old - 1));
            default: break;
        }
    }
    throw Undecided{};
}

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
        default: return changed_number<uint32_t>(operation, old.bits, operand.bits, swap.bits);
    }
}

}  // namespace

// ---- the machine
// -----------------------------------------------------------------------------------------------------

class EvaluatedMachine {
  public:
    EvaluatedMachine(const Program& program, const std::vector<std::array<uint32_t, 4>>& attributes,
                     const std::vector<std::array<uint32_t, 4>>& parameters, EvaluatedMemory* memory = nullptr)
        : program_(program), memory_(memory) {
        const auto copy = [](const std::vector<std::array<uint32_t, 4>>& from) {
            Registers to(from.size());
            for (size_t i = 0; i < from.size(); i++)
                for (size_t c = 0; c < 4; c++) to[i][c].bits = from[i][c];
            return to;
        };
        attributes_ = copy(attributes);
        parameters_ = copy(parameters);
        for (size_t i = 0; i < program.parameters.size(); i++)
            if (program.parameters[i].kind == BindingKind::Constant)
                for (size_t c = 0; c < 4; c++) parameters_[i][c] = {Word::Known, program.parameters[i].constant[c]};
        temporaries_.resize(static_cast<size_t>(program.temporary_count));
        addresses_.resize(static_cast<size_t>(program.address_count));
        evaluation_.results.resize(program.results.size());
        for (Flags& flags : codes_[0]) flags.zero = true;
        for (Flags& flags : codes_[1]) flags.zero = true;
        is_label_.resize(program.instructions.size() + 1);
        for (const Label& label : program.labels) is_label_[static_cast<size_t>(label.instruction)] = true;
        pc_ = static_cast<size_t>(entry_point(program));
    }
    bool run();
    const Evaluation& evaluation() const { return evaluation_; }

  private:
    struct Loop {
        int32_t turns;
        bool counted;
        size_t depth;  // of calls
    };

    Registers& file(RegisterFile which) {
        switch (which) {
            case RegisterFile::Attribute: return attributes_;
            case RegisterFile::Result: return evaluation_.results;
            case RegisterFile::Parameter: return parameters_;
            case RegisterFile::Address: return addresses_;
            default: return temporaries_;
        }
    }
    int32_t index(const RelativeIndex& relative) {
        const Variable& variable = program_.variables[static_cast<size_t>(relative.variable)];
        const Word word =
            file(relative.file)[static_cast<size_t>(variable.register_of(relative.element))][relative.component];
        if (word.state != Word::Known) throw Undecided{};
        return static_cast<int32_t>(word.bits);
    }
    // The number of an element's first register.
    size_t place(int32_t number, int32_t element, const RelativeIndex& relative) {
        const Variable& variable = program_.variables[static_cast<size_t>(number)];
        int64_t wanted = element;
        if (relative.file != RegisterFile::None)
            wanted = std::clamp<int64_t>(wanted + index(relative), 0, variable.size - 1);
        return static_cast<size_t>(variable.register_of(static_cast<int32_t>(wanted)));
    }
    Word load(const Operand& operand, size_t component, DataType type, bool plain = false);
    // A number in the precision that the instruction asks for.
    Word narrowed(Word word) const {
        if (precision_ == Precision::Full || word.state == Word::Unknown) return word;
        const float value = word.state == Word::NotANumber ? NAN : number_of<float>(word.bits);
        if (precision_ == Precision::Half)
            return word.state == Word::NotANumber
                       ? word
                       : word_of(static_cast<float>(exact_value(half_bits(double{value}), DataType::F16)));
        if (std::isnan(value)) return word_of(0.0f);
        const float fixed = std::nearbyint(std::min(std::max(value, -2.0f), 2047.0f / 1024.0f) * 1024.0f) / 1024.0f;
        return word_of(fixed == 0 ? 0.0f : fixed);
    }
    EvaluatedVector load_vector(const Operand& operand, DataType type) {
        EvaluatedVector result;
        for (size_t c = 0; c < 4; c++) result[c] = load(operand, operand.scalar ? 0 : c, type);
        return result;
    }
    bool passes(const ConditionMask& mask, size_t component);
    bool any_passes(const ConditionMask& mask) {
        if (mask.test == ConditionTest::True) return true;
        bool passed = false;
        for (size_t c = 0; c < 4; c++) passed |= passes(mask, c);
        return passed;
    }
    void store(const Instruction& instruction, const EvaluatedVector& values, DataType type,
               const std::array<Flags, 4>& sums);
    void execute(const Instruction& instruction);
    template <class N>
    bool compute(const Instruction& instruction, DataType type);
    bool compute_vector(const Instruction& instruction);
    void kill(const Instruction& instruction);
    std::pair<EvaluatedBytes*, size_t> memory_place(const Instruction& instruction);
    void access_memory(const Instruction& instruction);
    void leave_call() {
        while (!loops_.empty() && loops_.back().depth == calls_.size()) loops_.pop_back();
        pc_ = calls_.back();
        calls_.pop_back();
    }
    bool run_on();

    const Program& program_;
    EvaluatedMemory* memory_;
    Registers attributes_, parameters_, temporaries_, addresses_;
    std::array<Flags, 4> codes_[2];
    Precision precision_ = Precision::Full;  // of the instruction that runs
    Evaluation evaluation_;
    // Where it stands.
    std::vector<Loop> loops_;
    std::vector<size_t> calls_;
    std::vector<bool> is_label_;
    size_t pc_ = 0;
    bool jumped_ = true;
    int steps_ = 0;
};

Word EvaluatedMachine::load(const Operand& operand, size_t component, DataType type, bool plain) {
    const uint8_t selected = operand.swizzle[component];
    const bool wide = program_.variables[static_cast<size_t>(operand.variable)].is_long;
    Word word;
    if (selected >= swizzle_zero) {
        word = word_of(selected == swizzle_zero ? 0.0f : 1.0f);
    } else {
        const Registers& registers = file(operand.file);
        const size_t at = place(operand.variable, operand.element, operand.relative);
        word = registers[at][selected];
        if (wide) {
            const Word& high = registers[at + 1][selected];
            word.bits = static_cast<uint32_t>(word.bits) | high.bits << 32;
            word.state = std::max(word.state, high.state);
        }
    }
    if (wide != is_64_bit(type)) {
        const DataType same = of_size(type, wide);
        if (word.state == Word::Known) {
            word = converted(word.bits, same, type, Rounding::Default, Saturation::None);
        } else if (!is_float_type(type)) {
            word.state = Word::Unknown;
        } else if (word.state == Word::NotANumber) {
            word.bits = nan_bits(type);
        }
    }
    if (plain) return word;
    if (is_float_type(type)) {
        const uint64_t sign = is_64_bit(type) ? uint64_t{1} << 63 : uint64_t{1} << 31;
        if (operand.absolute) word.bits &= ~sign;
        if (operand.negate >> component & 1) word.bits ^= sign;
        const bool nan =
            is_64_bit(type) ? std::isnan(number_of<double>(word.bits)) : std::isnan(number_of<float>(word.bits));
        if (word.state == Word::Known && nan) word.state = Word::NotANumber;
        return type == DataType::F32 ? narrowed(word) : word;
    }
    const bool changed = operand.absolute || (operand.negate >> component & 1);
    if (word.state == Word::NotANumber && changed) word.state = Word::Unknown;
    const auto change = [&](auto number) {
        using N = decltype(number);
        number = number_of<N>(word.bits);
        if (operand.absolute) number = absolute_number(number);
        if (operand.negate >> component & 1) number = wrapped_difference(N(0), number);
        word.bits = bits_of_number(number);
    };
    switch (type) {
        case DataType::S32: change(int32_t{}); break;
        case DataType::U32: change(uint32_t{}); break;
        case DataType::S64: change(int64_t{}); break;
        default: change(uint64_t{}); break;
    }
    return word;
}

// Table X.16.
bool EvaluatedMachine::passes(const ConditionMask& mask, size_t component) {
    if (mask.test == ConditionTest::True || mask.test == ConditionTest::Resident) return true;
    if (mask.test == ConditionTest::False || mask.test == ConditionTest::NonResident) return false;
    const Flags& f = codes_[mask.code_register][mask.swizzle[component]];
    if (f.unknown) throw Undecided{};
    switch (mask.test) {
        case ConditionTest::Equal: return !f.sign && f.zero;
        case ConditionTest::NotEqual: return !(!f.sign && f.zero);
        case ConditionTest::Less: return (f.sign && !f.zero) != f.overflow;
        case ConditionTest::LessEqual: return f.sign != (f.zero || f.overflow);
        case ConditionTest::Greater: return (!f.sign != f.overflow) && !f.zero;
        case ConditionTest::GreaterEqual: return f.sign == f.overflow;
        case ConditionTest::NaN: return f.sign && f.zero;
        case ConditionTest::NotNaN: return !(f.sign && f.zero);
        case ConditionTest::Carry: return f.carry;
        case ConditionTest::NotCarry: return !f.carry;
        case ConditionTest::Overflow: return f.overflow;
        case ConditionTest::NotOverflow: return !f.overflow;
        case ConditionTest::Above: return f.carry && !f.zero;
        case ConditionTest::BelowOrEqual: return !f.carry || f.zero;
        case ConditionTest::Sign: return f.sign;
        default: return !f.sign;
    }
}

void EvaluatedMachine::store(const Instruction& instruction, const EvaluatedVector& values, DataType type,
                             const std::array<Flags, 4>& sums) {
    const Destination& to = instruction.result;
    bool enabled[4];
    for (size_t c = 0; c < 4; c++) enabled[c] = (to.write_mask >> c & 1) && passes(to.condition, c);
    const bool anywhere = enabled[0] || enabled[1] || enabled[2] || enabled[3];
    const bool wide = to.file != RegisterFile::None && program_.variables[static_cast<size_t>(to.variable)].is_long;
    size_t at = 0;
    if (to.file != RegisterFile::None && anywhere) at = place(to.variable, to.element, to.relative);
    for (size_t c = 0; c < 4; c++) {
        if (!enabled[c]) continue;
        Word word = values[c];
        if (type == DataType::F32) word = narrowed(word);
        if (is_float_type(type) && instruction.saturation != Saturation::None && instruction.opcode != Opcode::Cvt &&
            word.state != Word::Unknown) {
            const long double least = instruction.saturation == Saturation::Unsigned ? 0 : -1;
            long double value = word.state == Word::NotANumber ? NAN : exact_value(word.bits, type);
            const bool inside = value > least && value < 1;
            if (!inside) {
                value = value > least ? 1 : least;
                word = type == DataType::F64 ? word_of(static_cast<double>(value)) : word_of(static_cast<float>(value));
            }
        }
        if (instruction.condition_update != ConditionUpdate::None) {
            Flags flags = sums[c];
            const uint64_t top = is_64_bit(type) ? uint64_t{1} << 63 : uint64_t{1} << 31;
            if (is_float_type(type)) {
                const bool nan = word.state == Word::NotANumber;
                const long double value = exact_value(word.bits, type);
                flags.sign = nan || value < 0;
                flags.zero = nan || value == 0;
                flags.unknown |= word.state == Word::Unknown;
            } else {
                flags.sign = (word.bits & top) != 0;
                flags.zero = (is_64_bit(type) ? word.bits : static_cast<uint32_t>(word.bits)) == 0;
                flags.unknown |= word.state != Word::Known;
            }
            codes_[instruction.condition_update == ConditionUpdate::Code1][c] = flags;
        }
        if (to.file == RegisterFile::None) continue;
        if (wide != is_64_bit(type)) {
            if (word.state == Word::Known)
                word = converted(word.bits, type, of_size(type, wide), Rounding::Default, Saturation::None);
            else if (!is_float_type(type))
                word.state = Word::Unknown;
            else if (word.state == Word::NotANumber)
                word.bits = nan_bits(of_size(type, wide));
        }
        Registers& registers = file(to.file);
        registers[at][c] = {word.state, static_cast<uint32_t>(word.bits)};
        if (wide) registers[at + 1][c] = {word.state, word.bits >> 32};
    }
}

template <class N>
bool EvaluatedMachine::compute(const Instruction& instruction, DataType type) {
    EvaluatedVector values;
    std::array<Flags, 4> sums{};
    EvaluatedVector operands[3];
    const auto count = static_cast<size_t>(instruction.operand_count);
    for (size_t i = 0; i < count && i < 3; i++) {
        // "unsigned": the third operand of SAD, whose sign says how the sum is formed.
        DataType as = type;
        if (instruction.opcode == Opcode::Sad && i == 2) as = is_64_bit(type) ? DataType::U64 : DataType::U32;
        Operand operand = instruction.operands[i];
        if (instruction.opcode == Opcode::Rsq && program_.instruction_set == InstructionSet::Arb10) {
            operand.absolute = true;
            operand.negate = 0;
        }
        operands[i] = load_vector(operand, as);
    }
    for (size_t c = 0; c < 4; c++) {
        Word::State worst = Word::Known;
        for (size_t i = 0; i < count && i < 3; i++) worst = std::max(worst, operands[i][c].state);
        const auto result =
            component_operation<N>(instruction, number_of<N>(operands[0][c].bits), number_of<N>(operands[1][c].bits),
                                   number_of<N>(operands[2][c].bits));
        if (!result) return false;
        values[c] = word_of(*result);
        if (worst == Word::Unknown || (worst == Word::NotANumber && !std::is_floating_point_v<N>))
            values[c].state = Word::Unknown;
        // Bits that are only moved stay what they are.
        if (instruction.opcode == Opcode::Mov && !std::is_floating_point_v<N>) values[c].state = worst;
        if constexpr (!std::is_floating_point_v<N>) {
            const N a = number_of<N>(operands[0][c].bits), b = number_of<N>(operands[1][c].bits),
                    e = number_of<N>(operands[2][c].bits);
            const bool n0 = instruction.operands[0].negate, n1 = count > 1 && instruction.operands[1].negate,
                       n2 = count > 2 && instruction.operands[2].negate;
            // left ± right with the signs taken off again.
            const auto with_signs = [&](N left, bool left_negated, N right, bool right_negated) {
                if (left_negated == right_negated)
                    sum_flags(sums[c], left, right, false);
                else if (right_negated)
                    sum_flags(sums[c], left, wrapped_difference(N(0), right), true);
                else
                    sum_flags(sums[c], right, wrapped_difference(N(0), left), true);
            };
            if (instruction.opcode == Opcode::Add) with_signs(a, n0, b, n1);
            if (instruction.opcode == Opcode::Sub) with_signs(a, n0, wrapped_difference(N(0), b), !n1);
            if (instruction.opcode == Opcode::Mad) with_signs(wrapped_product(a, b), n0 != n1, e, n2);
            if (instruction.opcode == Opcode::Sad) {
                using U = std::make_unsigned_t<N>;
                with_signs(static_cast<N>(a < b ? U(b) - U(a) : U(a) - U(b)), false, e, n2);
            }
        }
    }
    DataType result = type;
    if (instruction.opcode == Opcode::Sad) result = is_64_bit(type) ? DataType::U64 : DataType::U32;
    store(instruction, values, result, sums);
    return true;
}

static float dot(const float* a, const float* b, int count) {
    float sum = a[0] * b[0];
    for (int i = 1; i < count; i++) sum = sum + a[i] * b[i];
    return sum;
}

// Instructions that look at whole vectors, and those whose operands have another type than the result.
bool EvaluatedMachine::compute_vector(const Instruction& instruction) {
    const Opcode opcode = instruction.opcode;
    const bool wide = is_64_bit(instruction.type);
    switch (opcode) {
        case Opcode::Ceil:
        case Opcode::Flr:
        case Opcode::Round:
        case Opcode::Trunc: {
            const DataType from = wide ? DataType::F64 : DataType::F32;
            EvaluatedVector values = load_vector(instruction.operands[0], from);
            for (Word& word : values) {
                if (word.state == Word::Unknown) continue;
                const double value = wide ? number_of<double>(word.bits) : double{number_of<float>(word.bits)};
                const double whole = opcode == Opcode::Ceil    ? std::ceil(value)
                                     : opcode == Opcode::Flr   ? std::floor(value)
                                     : opcode == Opcode::Round ? std::nearbyint(value)
                                                               : std::trunc(value);
                switch (instruction.type) {
                    case DataType::F64: word = word_of(whole); break;
                    case DataType::S32: word = word_of(clamped_to<int32_t>(whole)); break;
                    case DataType::U32: word = word_of(clamped_to<uint32_t>(whole)); break;
                    case DataType::S64: word = word_of(clamped_to<int64_t>(whole)); break;
                    case DataType::U64: word = word_of(clamped_to<uint64_t>(whole)); break;
                    default: word = word_of(static_cast<float>(whole));
                }
            }
            store(instruction, values, instruction.type, {});
            return true;
        }
        case Opcode::I2f: {
            EvaluatedVector values = load_vector(instruction.operands[0], instruction.type);
            const bool wide_result = instruction.result.file != RegisterFile::None &&
                                     program_.variables[static_cast<size_t>(instruction.result.variable)].is_long;
            const DataType to = wide_result ? DataType::F64 : DataType::F32;
            for (Word& word : values)
                word = word.state == Word::Known
                           ? converted(word.bits, instruction.type, to, Rounding::Default, Saturation::None)
                           : Word{Word::Unknown, 0};
            store(instruction, values, to, {});
            return true;
        }
        case Opcode::Cvt: {
            const DataType from = instruction.storage, to = instruction.type;
            EvaluatedVector values;
            for (size_t c = 0; c < 4; c++) {
                const Operand& operand = instruction.operands[0];
                Word word = load(operand, operand.scalar ? 0 : c,
                                 from == DataType::F16 ? DataType::U32 : of_size(from, is_64_bit(from)), true);
                if (word.state == Word::NotANumber && !is_float_type(from)) word.state = Word::Unknown;
                if (from == DataType::F16 && word.state != Word::Known) word.state = Word::Unknown;
                if (word.state != Word::Unknown)
                    word = converted(word.bits, from, to, instruction.rounding, instruction.saturation);
                values[c] = word;
            }
            // F16 results are kept as they are; their condition codes are not looked at here.
            if (to == DataType::F16) {
                if (instruction.condition_update != ConditionUpdate::None) throw Undecided{};
                store(instruction, values, DataType::U32, {});
            } else {
                for (Word& word : values)
                    if (!is_float_type(to) && is_signed_type(to))
                        word.bits = static_cast<uint64_t>(static_cast<int64_t>(word.bits << (64 - bits_in(to))) >>
                                                          (64 - bits_in(to)));
                store(instruction, values, of_size(to, is_64_bit(to)), {});
            }
            return true;
        }
        case Opcode::Pk64:
        case Opcode::Up64: {
            EvaluatedVector values;
            if (opcode == Opcode::Pk64) {
                const EvaluatedVector from = load_vector(instruction.operands[0], instruction.type);
                for (size_t c = 0; c < 4; c++) {
                    const Word &low = from[c % 2 * 2], &high = from[c % 2 * 2 + 1];
                    values[c] = {low.state == Word::Known && high.state == Word::Known ? Word::Known : Word::Unknown,
                                 static_cast<uint32_t>(low.bits) | high.bits << 32};
                }
                store(instruction, values, DataType::U64, {});
            } else {
                const EvaluatedVector from = load_vector(instruction.operands[0], of_size(instruction.type, true));
                for (size_t c = 0; c < 4; c++) {
                    values[c] = {from[c / 2].state == Word::Known ? Word::Known : Word::Unknown,
                                 static_cast<uint32_t>(from[c / 2].bits >> (c % 2 * 32))};
                    if (is_float_type(instruction.type) && values[c].state == Word::Known)
                        values[c] = word_of(number_of<float>(values[c].bits));
                }
                store(instruction, values, instruction.type, {});
            }
            return true;
        }
        case Opcode::Bfe:
        case Opcode::Bfi: {
            EvaluatedVector operands[3];
            for (size_t i = 0; i < static_cast<size_t>(instruction.operand_count); i++)
                operands[i] = load_vector(instruction.operands[i], instruction.type);
            const uint32_t bits = static_cast<uint32_t>(operands[0][0].bits),
                           start = static_cast<uint32_t>(operands[0][1].bits);
            EvaluatedVector values;
            for (size_t c = 0; c < 4; c++) {
                const auto source = static_cast<uint32_t>(operands[1][c].bits);
                const auto into = static_cast<uint32_t>(operands[2][c].bits);
                uint32_t result = opcode == Opcode::Bfe ? 0 : into;
                if (bits != 0 && start < 32) {
                    const uint32_t width = std::min(bits, 32 - start);
                    for (uint32_t i = 0; i < 32; i++) {
                        if (opcode == Opcode::Bfe) {
                            const uint32_t bit = i < width                           ? source >> (start + i) & 1
                                                 : instruction.type == DataType::S32 ? source >> (start + width - 1) & 1
                                                                                     : 0;
                            result |= bit << i;
                        } else if (i < width) {
                            result = (result & ~(1u << (start + i))) | (source >> i & 1) << (start + i);
                        }
                    }
                }
                values[c] = {Word::Known, result};
                for (size_t i = 1; i < static_cast<size_t>(instruction.operand_count); i++)
                    if (operands[i][c].state != Word::Known) values[c].state = Word::Unknown;
                if (operands[0][0].state != Word::Known || operands[0][1].state != Word::Known)
                    values[c].state = Word::Unknown;
            }
            store(instruction, values, instruction.type, {});
            return true;
        }
        default: break;
    }
    // Packed words: anything but numbers among the operands is left alone.
    const bool packs =
        opcode == Opcode::Pk2h || opcode == Opcode::Pk2us || opcode == Opcode::Pk4b || opcode == Opcode::Pk4ub;
    const bool unpacks =
        opcode == Opcode::Up2h || opcode == Opcode::Up2us || opcode == Opcode::Up4b || opcode == Opcode::Up4ub;
    if (unpacks) {
        const Word word = load_vector(instruction.operands[0], instruction.type)[0];
        EvaluatedVector values;
        for (size_t c = 0; c < 4; c++) {
            const bool halves = opcode == Opcode::Up2h || opcode == Opcode::Up2us;
            const auto field =
                static_cast<uint32_t>(word.bits >> (halves ? c % 2 * 16 : c * 8)) & (halves ? 0xffffu : 0xffu);
            float value = 0;
            if (opcode == Opcode::Up2h) value = static_cast<float>(exact_value(field, DataType::F16));
            if (opcode == Opcode::Up2us) value = static_cast<float>(field) / 65535.0f;
            if (opcode == Opcode::Up4b) value = (static_cast<float>(field) - 128.0f) / 127.0f;
            if (opcode == Opcode::Up4ub) value = static_cast<float>(field) / 255.0f;
            values[c] = word_of(value);
            if (word.state != Word::Known) values[c].state = Word::Unknown;
        }
        store(instruction, values, DataType::F32, {});
        return true;
    }
    float n[3][4];
    Word::State worst = Word::Known;
    for (size_t i = 0; i < static_cast<size_t>(instruction.operand_count) && i < 3; i++) {
        const EvaluatedVector words = load_vector(instruction.operands[i], DataType::F32);
        for (size_t c = 0; c < 4; c++) {
            n[i][c] = words[c].state == Word::NotANumber ? NAN : number_of<float>(words[c].bits);
            worst = std::max(worst, words[c].state);
        }
    }
    const auto put = [&](std::array<float, 4> values, uint8_t defined = 0xf) {
        EvaluatedVector words;
        for (size_t c = 0; c < 4; c++) {
            words[c] = word_of(values[c]);
            if (worst == Word::Unknown || !(defined >> c & 1)) words[c].state = Word::Unknown;
        }
        store(instruction, words, DataType::F32, {});
        return true;
    };
    const auto same = [&](float value) { return put({value, value, value, value}); };
    if (packs) {
        uint32_t packed = 0;
        const auto unit = [](float v, float low) { return std::min(std::max(v, low), 1.0f); };
        for (int c = 0; c < 4; c++) {
            const float v = n[0][c];
            if (opcode == Opcode::Pk2h && c < 2) packed |= static_cast<uint32_t>(half_bits(double{v})) << 16 * c;
            if (opcode == Opcode::Pk2us && c < 2)
                packed |= static_cast<uint32_t>(std::nearbyint(unit(v, 0) * 65535.0f)) << 16 * c;
            if (opcode == Opcode::Pk4ub) packed |= static_cast<uint32_t>(std::nearbyint(unit(v, 0) * 255.0f)) << 8 * c;
            if (opcode == Opcode::Pk4b)
                packed |= static_cast<uint32_t>(std::nearbyint(unit(v, -128.0f / 127.0f) * 127.0f + 128.0f)) << 8 * c;
        }
        EvaluatedVector words;
        for (Word& word : words) {
            word = is_float_type(instruction.type) ? word_of(number_of<float>(packed)) : Word{Word::Known, packed};
            if (worst != Word::Known) word.state = Word::Unknown;
            // The bits of a float that is a NaN are still these bits, but saturation and the like may change them.
            if (word.state == Word::NotANumber) word.state = Word::Unknown;
        }
        store(instruction, words, instruction.type, {});
        return true;
    }
    switch (opcode) {
        case Opcode::Dp2: return same(dot(n[0], n[1], 2));
        case Opcode::Dp3: return same(dot(n[0], n[1], 3));
        case Opcode::Dp4: return same(dot(n[0], n[1], 4));
        case Opcode::Dph: return same(dot(n[0], n[1], 3) + n[1][3]);
        case Opcode::Dp2a: return same(dot(n[0], n[1], 2) + n[2][0]);
        case Opcode::Dst: return put({1, n[0][1] * n[1][1], n[0][2], n[1][3]});
        case Opcode::Xpd:
            return put({n[0][1] * n[1][2] - n[0][2] * n[1][1], n[0][2] * n[1][0] - n[0][0] * n[1][2],
                        n[0][0] * n[1][1] - n[0][1] * n[1][0], 0},
                       7);
        case Opcode::Nrm: {
            const float scale = 1.0f / std::sqrt(dot(n[0], n[0], 3));
            return put({n[0][0] * scale, n[0][1] * scale, n[0][2] * scale, 0}, 7);
        }
        case Opcode::Rfl: {
            const float scale = 2.0f * dot(n[0], n[1], 3) / dot(n[0], n[0], 3);
            return put({scale * n[0][0] - n[1][0], scale * n[0][1] - n[1][1], scale * n[0][2] - n[1][2], 0}, 7);
        }
        case Opcode::X2d: {
            const float x = n[0][0] + n[1][0] * n[2][0] + n[1][1] * n[2][1];
            const float y = n[0][1] + n[1][0] * n[2][2] + n[1][1] * n[2][3];
            return put({x, y, x, y});
        }
        case Opcode::Rcc: {
            const float value = 1.0f / n[0][0];
            const float size = std::min(std::max(std::fabs(value), 0x1p-64f), 0x1p64f);
            return same(std::isnan(value) ? value : std::copysign(size, n[0][0]));
        }
        case Opcode::Arl: {
            EvaluatedVector words;
            for (size_t c = 0; c < 4; c++) words[c] = word_of(clamped_to<int32_t>(std::floor(double{n[0][c]})));
            if (worst == Word::Unknown)
                for (Word& word : words) word.state = Word::Unknown;
            store(instruction, words, DataType::S32, {});
            return true;
        }
        default: return false;
    }
}

void EvaluatedMachine::kill(const Instruction& instruction) {
    if (instruction.condition_operand) {
        evaluation_.killed |= any_passes(instruction.condition);
        return;
    }
    const bool floats = is_float_type(instruction.type);
    for (const Word& word : load_vector(instruction.operands[0], instruction.type)) {
        if (word.state == Word::Unknown || (word.state == Word::NotANumber && !floats)) throw Undecided{};
        if (floats ? number_of<float>(word.bits) < 0
                   : instruction.type == DataType::S32 && number_of<int32_t>(word.bits) < 0)
            evaluation_.killed = true;
    }
}

void EvaluatedMachine::execute(const Instruction& instruction) {
    bool done = false;
    switch (instruction.type) {
        case DataType::F64: done = compute<double>(instruction, instruction.type); break;
        case DataType::S32: done = compute<int32_t>(instruction, instruction.type); break;
        case DataType::U32: done = compute<uint32_t>(instruction, instruction.type); break;
        case DataType::S64: done = compute<int64_t>(instruction, instruction.type); break;
        case DataType::U64: done = compute<uint64_t>(instruction, instruction.type); break;
        default: done = compute<float>(instruction, DataType::F32);
    }
    if (!done && !compute_vector(instruction)) throw Undecided{};
}

static bool is_whole_vector(Opcode opcode) {
    switch (opcode) {
        case Opcode::Ceil:
        case Opcode::Flr:
        case Opcode::Round:
        case Opcode::Trunc:
        case Opcode::I2f:
        case Opcode::Cvt:
        case Opcode::Pk64:
        case Opcode::Up64:
        case Opcode::Bfe:
        case Opcode::Bfi:
        case Opcode::Pk2h:
        case Opcode::Pk2us:
        case Opcode::Pk4b:
        case Opcode::Pk4ub:
        case Opcode::Up2h:
        case Opcode::Up2us:
        case Opcode::Up4b:
        case Opcode::Up4ub:
        case Opcode::Dp2:
        case Opcode::Dp3:
        case Opcode::Dp4:
        case Opcode::Dph:
        case Opcode::Dp2a:
        case Opcode::Dst:
        case Opcode::Xpd:
        case Opcode::Nrm:
        case Opcode::Rfl:
        case Opcode::X2d:
        case Opcode::Rcc:
        case Opcode::Arl: return true;
        default: return false;
    }
}

// The buffer, and the place in it, of a memory instruction's access.
std::pair<EvaluatedBytes*, size_t> EvaluatedMachine::memory_place(const Instruction& instruction) {
    const Operand& operand = instruction.operands[static_cast<size_t>(instruction.operand_count - 1)];
    EvaluatedBytes* bytes = nullptr;
    int64_t at = 0;
    switch (instruction.opcode) {
        case Opcode::Load:
        case Opcode::Store:
        case Opcode::Atom: {
            const Word address = load(operand, 0, DataType::U64);
            if (address.state != Word::Known) throw Undecided{};
            bytes = &memory_->addressed;
            at = static_cast<int64_t>(address.bits - memory_->address);
            break;
        }
        default: {
            const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
            at = int64_t{variable.base} + operand.element;
            if (operand.relative.file != RegisterFile::None) at += index(operand.relative);
            const auto binding = static_cast<size_t>(variable.buffer);
            switch (operand.file) {
                case RegisterFile::Shared: bytes = &memory_->shared; break;
                case RegisterFile::Storage: bytes = &memory_->storage.at(binding); break;
                default: bytes = &memory_->constants.at(binding);
            }
        }
    }
    const size_t wanted = bytes_in(instruction.storage) * instruction.storage_components;
    if (at < 0 || static_cast<size_t>(at) + wanted > bytes->bytes.size() || static_cast<size_t>(at) % wanted != 0) {
        evaluation_.strayed = true;
        throw Undecided{};
    }
    return {bytes, static_cast<size_t>(at)};
}

void EvaluatedMachine::access_memory(const Instruction& instruction) {
    if (!memory_) throw Undecided{};
    const auto [bytes, start] = memory_place(instruction);
    const DataType type = instruction.type, storage = instruction.storage;
    const size_t components = instruction.storage_components;
    const bool atomic = instruction.atomic != AtomicOperation::None;
    const bool writes =
        instruction.opcode == Opcode::Store || instruction.opcode == Opcode::Stb || instruction.opcode == Opcode::Sts;
    EvaluatedVector data, values;
    if (atomic || writes) data = load_vector(instruction.operands[0], type);
    // "undefined": all but the first component of what atomic operations give, and all of a fragment that is no more.
    if (atomic)
        for (Word& word : values) word.state = Word::Unknown;
    for (size_t c = 0; c < components; c++) {
        const size_t at = start + c * bytes_in(storage);
        if (!writes) values[c] = word_in_memory(*bytes, at, storage);
        if (atomic && evaluation_.killed) values[c].state = Word::Unknown;
        if (evaluation_.killed) continue;
        if (writes) put_in_memory(*bytes, at, storage, data[c]);
        if (atomic) put_in_memory(*bytes, at, storage, changed(instruction.atomic, type, values[c], data[c], data[1]));
    }
    if (writes) return;
    if (instruction.opcode == Opcode::Ldc) {
        const Operand& operand = instruction.operands[0];
        const EvaluatedVector loaded = values;
        for (size_t c = 0; c < 4; c++) {
            if (operand.swizzle[c] != c || operand.negate != 0 || operand.absolute) throw Undecided{};
            values[c] = loaded[c];
        }
    }
    store(instruction, values, type, {});
}

static bool is_memory_access(Opcode opcode) {
    switch (opcode) {
        case Opcode::Load:
        case Opcode::Store:
        case Opcode::Atom:
        case Opcode::Ldb:
        case Opcode::Stb:
        case Opcode::Atomb:
        case Opcode::Ldc:
        case Opcode::Lds:
        case Opcode::Sts:
        case Opcode::Atoms: return true;
        default: return false;
    }
}

bool EvaluatedMachine::run() {
    try {
        return run_on();
    } catch (const Undecided&) {
        evaluation_.decided = false;
        pc_ = program_.instructions.size();
        return false;
    }
}

// To the next BAR, or to the end: false.
bool EvaluatedMachine::run_on() {
    for (; pc_ < program_.instructions.size(); steps_++) {
        if (steps_ > 4000) {
            evaluation_.too_long = true;
            throw Undecided{};
        }
        // A label in the way ends the subroutine before it.
        if (!jumped_ && is_label_[pc_] && !calls_.empty()) {
            leave_call();
            continue;
        }
        jumped_ = false;
        const Instruction& instruction = program_.instructions[pc_];
        // Programs of NV_gpu_program4 and later use H for "at least".
        precision_ = program_.instruction_set == InstructionSet::Arb10 ? instruction.precision : Precision::Full;
        const auto target = static_cast<size_t>(instruction.target);
        switch (instruction.opcode) {
            case Opcode::If:
                if (!any_passes(instruction.condition)) {
                    // Into the ELSE's block, or behind ENDIF.
                    pc_ = target + 1;
                    jumped_ = true;
                    continue;
                }
                break;
            case Opcode::Else: pc_ = target; continue;
            case Opcode::Endif: break;
            case Opcode::Rep: {
                Loop loop{0, instruction.operand_count > 0, calls_.size()};
                if (loop.counted) {
                    const Word word = load(instruction.operands[0], 0, instruction.type);
                    if (word.state == Word::Unknown ||
                        (word.state == Word::NotANumber && !is_float_type(instruction.type)))
                        throw Undecided{};
                    const long double value =
                        word.state == Word::NotANumber ? 0 : std::floor(exact_value(word.bits, instruction.type));
                    loop.turns = value > 1e6L ? 1000000 : value < 0 ? 0 : static_cast<int32_t>(value);
                    if (loop.turns <= 0) {
                        pc_ = target + 1;
                        continue;
                    }
                }
                loops_.push_back(loop);
                break;
            }
            case Opcode::Endrep: {
                Loop& loop = loops_.back();
                if (loop.counted && --loop.turns <= 0) {
                    loops_.pop_back();
                    break;
                }
                pc_ = target + 1;
                jumped_ = true;
                continue;
            }
            case Opcode::Brk:
                if (any_passes(instruction.condition)) {
                    loops_.pop_back();
                    pc_ = target + 1;
                    continue;
                }
                break;
            case Opcode::Cont:
                if (any_passes(instruction.condition)) {
                    pc_ = target;
                    continue;
                }
                break;
            case Opcode::Cal:
                if (any_passes(instruction.condition)) {
                    if (calls_.size() >= 30) throw Undecided{};
                    calls_.push_back(pc_ + 1);
                    pc_ = target;
                    jumped_ = true;
                    continue;
                }
                break;
            case Opcode::Ret:
                if (any_passes(instruction.condition)) {
                    if (calls_.empty()) {
                        pc_ = program_.instructions.size();
                        return false;
                    }
                    leave_call();
                    jumped_ = true;
                    continue;
                }
                break;
            case Opcode::Kil: kill(instruction); break;
            case Opcode::Membar: break;
            case Opcode::Bar: pc_++; return true;
            default:
                if (is_memory_access(instruction.opcode)) {
                    access_memory(instruction);
                } else if (is_whole_vector(instruction.opcode)) {
                    if (!compute_vector(instruction)) throw Undecided{};
                } else {
                    execute(instruction);
                }
        }
        pc_++;
    }
    return false;
}

Evaluation evaluate(const Program& program, const std::vector<std::array<uint32_t, 4>>& attributes,
                    const std::vector<std::array<uint32_t, 4>>& parameters) {
    EvaluatedMachine machine(program, attributes, parameters);
    machine.run();
    return machine.evaluation();
}

EvaluatedThread::EvaluatedThread(const Program& program, const std::vector<std::array<uint32_t, 4>>& attributes,
                                 const std::vector<std::array<uint32_t, 4>>& parameters, EvaluatedMemory* memory)
    : machine_(std::make_unique<EvaluatedMachine>(program, attributes, parameters, memory)) {}
EvaluatedThread::EvaluatedThread(EvaluatedThread&&) noexcept = default;
EvaluatedThread::~EvaluatedThread() = default;
bool EvaluatedThread::run() { return machine_->run(); }
const Evaluation& EvaluatedThread::evaluation() const { return machine_->evaluation(); }

// What threads know of themselves.
static bool is_of_thread(const Binding& binding) {
    return binding.kind >= BindingKind::ThreadId && binding.kind <= BindingKind::SmCount;
}

bool can_evaluate(const Program& program, bool with_memory) {
    // Nor what control programs read of each other.
    if (std::any_of(program.attributes.begin(), program.attributes.end(),
                    [](const Attribute& attribute) {
                        return is_of_thread(attribute.binding) || attribute.binding.of_output;
                    }) ||
        std::any_of(program.parameters.begin(), program.parameters.end(), is_of_thread))
        return false;
    for (const Instruction& instruction : program.instructions) {
        const OpcodeInfo& info = opcode_info(instruction.opcode);
        if (info.category == OpcodeCategory::Flow) {
            if (instruction.opcode == Opcode::Bra || instruction.opcode == Opcode::Loop ||
                instruction.opcode == Opcode::Cali)
                return false;
            continue;
        }
        if (instruction.opcode == Opcode::Kil || is_whole_vector(instruction.opcode)) continue;
        if (with_memory && (is_memory_access(instruction.opcode) || instruction.opcode == Opcode::Membar ||
                            (instruction.opcode == Opcode::Bar && program.stage == Stage::Compute)))
            continue;
        if (info.category != OpcodeCategory::Arithmetic) return false;
        if (component_operation<float>(instruction, 1, 1, 1) || component_operation<int32_t>(instruction, 1, 1, 1))
            continue;
        return false;
    }
    return true;
}

}  // namespace runtime
