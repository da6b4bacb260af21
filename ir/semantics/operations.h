// The rows of operations.def as code: Meaning<operation>::of<T>(a, b, c) for any lane type T.
#pragma once

#include <cstdint>
#include <string_view>

#include "ir/opcode.h"
#include "ir/semantics/semantics.h"

namespace arbasm {

// Everything that is computed from operands alone: most opcodes and a few parts of them.
enum class Operation : uint8_t {
#define MEANING(name, ...) name,
#define MEANING_OF_PART(name, ...) name,
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
    Count
};
inline constexpr int operation_count = static_cast<int>(Operation::Count);

// The types that operations are defined over, of 32 or 64 bits.
enum class LaneKind : uint8_t { Float, Signed, Unsigned };
inline constexpr int lane_kind_count = 3;

enum class ResultForm : uint8_t { Each, Single, Whole };

// A row's columns.
struct OperationInfo {
    std::string_view name;
    std::string_view result;    // "v", "s", "a" and perhaps a type letter
    std::string_view operands;  // "v,vf,s"
    std::string_view types;     // F, I, S, U
    Traits traits{};
    ResultForm form{};
    std::string_view wide_types{};  // with 64 bits: f, s, u

    constexpr bool has(LaneKind kind) const {
        const auto has_letter = [this](char letter) { return types.find(letter) != std::string_view::npos; };
        return kind == LaneKind::Float    ? has_letter('F')
               : kind == LaneKind::Signed ? has_letter('I') || has_letter('S')
                                          : has_letter('I') || has_letter('U');
    }
    constexpr bool has_wide(LaneKind kind) const {
        return wide_types.find(kind == LaneKind::Float    ? 'f'
                               : kind == LaneKind::Signed ? 's'
                                                          : 'u') != std::string_view::npos;
    }
    constexpr int operand_count() const {
        int count = operands.empty() ? 0 : 1;
        for (const char letter : operands) count += letter == ',';
        return count;
    }
    constexpr std::string_view operand(int index) const {
        std::string_view rest = operands;
        for (; index > 0; index--) rest.remove_prefix(rest.find(',') + 1);
        return rest.substr(0, rest.find(','));
    }
    constexpr bool operand_is_vector(int index) const { return operand(index)[0] != 's'; }
    static constexpr LaneKind typed(OperandShape shape, LaneKind inherited) {
        // Address registers hold signed integers.
        return shape.kind == 'a'   ? LaneKind::Signed
               : shape.type == 0   ? inherited
               : shape.type == 'f' ? LaneKind::Float
               : shape.type == 's' ? LaneKind::Signed
                                   : LaneKind::Unsigned;
    }
    constexpr LaneKind operand_kind(int index, LaneKind inherited) const {
        return typed(operand_shape(operand(index)), inherited);
    }
    constexpr LaneKind result_kind(LaneKind inherited) const { return typed(operand_shape(result), inherited); }
    // The components that a vector operand reads, behind its swizzle, for a result with `write_mask`.
    constexpr uint8_t components_read(int index, uint8_t write_mask) const {
        return operand_shape(operand(index)).components_read(write_mask, form == ResultForm::Each ? write_mask : 0xf);
    }
    // Operands and results are single numbers, or components that are computed each on its own, in one lane.
    constexpr bool computes_single_numbers() const {
        if (traits.has(Trait::SeesLanes)) return false;
        for (int n = 0; n < operand_count(); n++)
            if (form != ResultForm::Each && operand_is_vector(n)) return false;
        return form != ResultForm::Whole;
    }
};

namespace detail {
// The shapes and types of an opcode's row, which opcodes.def holds as text.
template <Opcode>
struct OpcodeColumns;
#define ARBASM_OPCODE(name, spelling, older, first, stages, columns_, suffixes, type_, result_, operands_, traits_, \
                      ...)                                                                                          \
    template <>                                                                                                     \
    struct OpcodeColumns<Opcode::name> {                                                                            \
        static constexpr std::string_view result = result_, operands = operands_, columns = columns_;               \
        static constexpr Traits traits = traits_of(traits_);                                                        \
        static constexpr char type = type_;                                                                         \
    };
#include "ir/opcodes.def"
#undef ARBASM_OPCODE

constexpr std::string_view types_of(std::string_view columns, char type) {
    const bool has_float = columns.find('F') != std::string_view::npos || type == 'F';
    const bool has_integers = columns.find('I') != std::string_view::npos;
    return has_float && has_integers ? "FI" : has_integers ? "I" : "F";
}
}  // namespace detail

template <Operation>
struct Meaning;

#define MEANING_BODY(form_, ...)                                                                     \
    template <LaneType T, class A, class B, class C>                                                 \
    LANE_FUNCTION static auto of([[maybe_unused]] A a, [[maybe_unused]] B b, [[maybe_unused]] C c) { \
        using F [[maybe_unused]] = FloatOf<T>;                                                       \
        using S [[maybe_unused]] = SignedOf<T>;                                                      \
        using U [[maybe_unused]] = UnsignedOf<T>;                                                    \
        return __VA_ARGS__;                                                                          \
    }
#define MEANING(name_, form_, ...)                                                                    \
    template <>                                                                                       \
    struct Meaning<Operation::name_> {                                                                \
        using Row = detail::OpcodeColumns<Opcode::name_>;                                             \
        static constexpr OperationInfo info{                                                          \
            #name_,      Row::result,       Row::operands, detail::types_of(Row::columns, Row::type), \
            Row::traits, ResultForm::form_, Row::columns};                                            \
        MEANING_BODY(form_, __VA_ARGS__)                                                              \
    };
#define MEANING_OF_PART(name_, result_, operands_, types_, traits_, form_, ...)         \
    template <>                                                                         \
    struct Meaning<Operation::name_> {                                                  \
        static constexpr OperationInfo info{                                            \
            #name_, result_, operands_, types_, traits_of(traits_), ResultForm::form_}; \
        MEANING_BODY(form_, __VA_ARGS__)                                                \
    };
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
#undef MEANING_BODY

inline constexpr OperationInfo operation_table[operation_count] = {
#define MEANING(name, ...) Meaning<Operation::name>::info,
#define MEANING_OF_PART(name, ...) Meaning<Operation::name>::info,
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
};
inline constexpr const OperationInfo& operation_info(Operation operation) {
    return operation_table[static_cast<int>(operation)];
}

// The operation of an opcode; Operation::Count for opcodes that do more than compute.
inline constexpr Operation operation_of(Opcode opcode) {
    constexpr std::array<Operation, opcode_count> operations = [] {
        std::array<Operation, opcode_count> table{};
        table.fill(Operation::Count);
#define MEANING(name, ...) table[static_cast<size_t>(Opcode::name)] = Operation::name;
#define MEANING_OF_PART(...)
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        return table;
    }();
    return operations[static_cast<size_t>(opcode)];
}

// The two numbers that integer ADD, SUB, MAD and SAD add; carry and overflow are this sum's.
template <Operation operation, IntegerLanes T, class C>
LANE_FUNCTION auto addends([[maybe_unused]] T a, [[maybe_unused]] T b, [[maybe_unused]] C c) {
    using U = UnsignedOf<T>;
    struct Pair {
        U left, right;
    };
    if constexpr (operation == Operation::Add)
        return Pair{as_unsigned(a), as_unsigned(b)};
    else if constexpr (operation == Operation::Sub)
        return Pair{as_unsigned(a), as_unsigned(-b)};
    else if constexpr (operation == Operation::Mad)
        return Pair{as_unsigned(a * b), as_unsigned(c)};
    else
        return Pair{distance(a, b), as_unsigned(c)};
}
inline constexpr bool has_carry(Operation operation) {
    return operation != Operation::Count && operation_info(operation).traits.has(Trait::Carry);
}

}  // namespace arbasm
