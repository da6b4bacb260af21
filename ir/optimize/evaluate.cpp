#include "ir/optimize/evaluate.h"

#include <algorithm>

#include "ir/semantics/lane_kind.h"
#include "ir/semantics/operations.h"
#include "ir/semantics/shaping.h"

namespace arbasm {
namespace {

// Operations that see other lanes have no meaning for one.
constexpr bool is_of_one_lane(Operation operation) {
    return operation != Operation::Count && !operation_info(operation).traits.has(Trait::SeesLanes);
}

Operation operation_of(const Instruction& instruction) {
    const Operation operation = operation_of(instruction.opcode);
    return operation == Operation::Mul && (instruction.modifiers & modifier_high) ? Operation::MulHigh : operation;
}

// Operands with their signs, as the operation reads them.
struct SignedOperands {
    const OperandWords& words;
    std::array<bool, 3> absolute{};
    std::array<uint8_t, 3> negate{};

    template <class T>
    T component(int index, int c) const {
        const auto n = static_cast<size_t>(index);
        const T value = same_bits<T>(PlainLanes::Unsigned(words[n][static_cast<size_t>(c)]));
        const bool negated = negate[n] >> c & 1;
        return absolute[n] || negated ? modified(value, absolute[n], negated) : value;
    }
    // Nothing, a component, or all four.
    template <Operation operation, LaneKind kind, int index>
    auto read(int c) const {
        using Use = OperandUse<operation, kind, index>;
        using T = LanesOfKind<PlainLanes, Use::lanes>;
        if constexpr (Use::absent)
            return 0;
        else if constexpr (Use::whole)
            return Vector<T>{component<T>(index, 0), component<T>(index, 1), component<T>(index, 2),
                             component<T>(index, 3)};
        else
            return component<T>(index, c);
    }
};

template <class R>
void keep(Evaluated& result, int c, R value, const Instruction& instruction, ConditionFlags flags = {}) {
    value = saturated(value, instruction.saturation);
    const auto signs = sign_flags(value);
    flags.sign = signs.sign.value;
    flags.zero = signs.zero.value;
    result.words[static_cast<size_t>(c)] = as_unsigned(value).value;
    result.flags[static_cast<size_t>(c)] = flags;
}

template <Operation operation, LaneKind kind>
Evaluated compute(const Instruction& instruction, const SignedOperands& operands) {
    constexpr const OperationInfo& info = operation_info(operation);
    using T = LanesOfKind<PlainLanes, kind>;
    const auto value_of = [&](int c) {
        return Meaning<operation>::template of<T>(operands.read<operation, kind, 0>(c),
                                                  operands.read<operation, kind, 1>(c),
                                                  operands.read<operation, kind, 2>(c));
    };
    Evaluated result;
    if constexpr (info.form == ResultForm::Each) {
        for (int c = 0; c < 4; c++) {
            if (!(instruction.result.write_mask >> c & 1)) continue;
            ConditionFlags flags;
            if constexpr (gives_carry<operation, kind>) {
                const CarryRule rule =
                    carry_rule(operation, [&](size_t n) { return n < 3 && operands.negate[n] != 0; });
                const auto both =
                    carry_flags<operation>(operands.read<operation, kind, 0>(c), operands.read<operation, kind, 1>(c),
                                           operands.read<operation, kind, 2>(c), rule);
                flags.carry = both.carry.value;
                flags.overflow = both.overflow.value;
            }
            keep(result, c, value_of(c), instruction, flags);
        }
    } else {
        const auto value = value_of(0);
        if constexpr (info.form == ResultForm::Single) {
            for (int c = 0; c < 4; c++) keep(result, c, value, instruction);
        } else {
            keep(result, 0, value.x, instruction);
            keep(result, 1, value.y, instruction);
            keep(result, 2, value.z, instruction);
            keep(result, 3, value.w, instruction);
        }
    }
    return result;
}

template <Operation operation>
Evaluated compute(const Instruction& instruction, const SignedOperands& operands) {
    if constexpr (is_of_one_lane(operation)) {
        constexpr const OperationInfo& info = operation_info(operation);
        switch (lane_kind(instruction.type)) {
            case LaneKind::Float:
                if constexpr (info.has(LaneKind::Float))
                    return compute<operation, LaneKind::Float>(instruction, operands);
                break;
            case LaneKind::Signed:
                if constexpr (info.has(LaneKind::Signed))
                    return compute<operation, LaneKind::Signed>(instruction, operands);
                break;
            case LaneKind::Unsigned:
                if constexpr (info.has(LaneKind::Unsigned))
                    return compute<operation, LaneKind::Unsigned>(instruction, operands);
                break;
        }
    }
    return {};
}

}  // namespace

bool is_read_as_scalar(const Instruction& instruction, int n) {
    const Operation operation = operation_of(instruction);
    if (operation == Operation::Count || n >= operation_info(operation).operand_count())
        return instruction.operands[static_cast<size_t>(n)].scalar;
    // ARL takes a vector where address registers have four components.
    return !operation_info(operation).operand_is_vector(n) &&
           (operation != Operation::Arl || instruction.operands[static_cast<size_t>(n)].scalar);
}

bool can_be_evaluated(const Program& program, const Instruction& instruction) {
    const Operation operation = operation_of(instruction);
    if (!is_of_one_lane(operation) || !operation_info(operation).has(lane_kind(instruction.type))) return false;
    if (is_64_bit(instruction.type) || names_registers(program.instruction_set)) return false;
    // The precision suffixes of NV_fragment_program; later programs run at full precision whatever they say.
    if (!is_nv4_family(program.instruction_set) && instruction.precision != Precision::Full) return false;
    const auto is_wide = [&program](int32_t variable) {
        return variable >= 0 && program.variables[static_cast<size_t>(variable)].is_long;
    };
    if (is_wide(instruction.result.variable)) return false;
    return std::none_of(instruction.operands.begin(), instruction.operands.begin() + instruction.operand_count,
                        [&](const Operand& operand) { return is_wide(operand.variable); });
}

Evaluated evaluate(const Program& program, const Instruction& instruction, const OperandWords& words) {
    const Operation operation = operation_of(instruction);
    const OperationInfo& info = operation_info(operation);
    SignedOperands operands{words};
    for (int n = 0; n < info.operand_count(); n++) {
        const auto at = static_cast<size_t>(n);
        const Operand& operand = instruction.operands[at];
        const bool is_unsigned = info.operand_kind(n, lane_kind(instruction.type)) == LaneKind::Unsigned;
        operands.absolute[at] = operand.absolute && !is_unsigned;
        operands.negate[at] = is_unsigned ? operand.unsigned_negate() : operand.negate;
        if (is_read_as_scalar(instruction, n)) operands.negate[at] = operands.negate[at] & 1 ? 0xf : 0;
        // "RSQ takes the absolute value of its operand" in the ARB programs.
        if (operation == Operation::Rsq && program.instruction_set == InstructionSet::Arb10) {
            operands.absolute[at] = true;
            operands.negate[at] = 0;
        }
    }
    switch (operation) {
#define MEANING(name, ...) \
    case Operation::name:  \
        return compute<Operation::name>(instruction, operands);
#define MEANING_OF_PART(name, ...) MEANING(name)
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        case Operation::Count: break;
    }
    return {};
}

bool passes(ConditionTest test, const ConditionFlags& flags) {
    const auto word = [](bool flag) { return flag ? ~0u : 0u; };
    return condition_passes(test, word(flags.sign), word(flags.zero), word(flags.carry), word(flags.overflow)) & 1;
}

}  // namespace arbasm
