#include "machines/tegra/emulator/vertex_emulator.h"

#include <vector>

#include "ir/semantics/semantics.h"

namespace machines::tegra {
namespace {

using namespace arbasm;  // operations, and with them the lane concept

using F = PlainLanes::Float;
using S = PlainLanes::Signed;

Vector<F> lanes(const Float4& v) { return {F(v[0]), F(v[1]), F(v[2]), F(v[3])}; }
Float4 numbers(const Vector<F>& v) { return {v.x.value, v.y.value, v.z.value, v.w.value}; }
Float4 all(F value) { return {value.value, value.value, value.value, value.value}; }

template <class Function>
Float4 each(const Float4& a, const Float4& b, const Float4& c, Function function) {
    Float4 result;
    for (size_t i = 0; i < 4; i++) result[i] = function(F(a[i]), F(b[i]), F(c[i])).value;
    return result;
}
F truth_of(PlainLanes::Mask mask) { return choose(mask, F(1.0f), F(0.0f)); }

// ---- values of the two halves; addresses and nothing are not here
constexpr Float4 none{};

Float4 vector_result(uint32_t operation, const Float4& a, const Float4& b, const Float4& c) {
    switch (operation) {
#define EACH(value) \
    each(a, b, c, []([[maybe_unused]] F x, [[maybe_unused]] F y, [[maybe_unused]] F z) { return value; })
#define ALL(value) all(value)
#define TEGRA_VECTOR(name, number, operands, result, components, meaning) \
    case vector_##name:                                                   \
        return meaning;
#define TEGRA_SCALAR(...)
#include "machines/tegra/isa/vertex_operations.def"
#undef TEGRA_VECTOR
#undef TEGRA_SCALAR
        default: return none;
    }
}

Float4 scalar_result(uint32_t operation, const Float4& c) {
    const F x(c[0]);
    switch (operation) {
#define TEGRA_VECTOR(...)
#define TEGRA_SCALAR(name, number, operands, result, components, meaning) \
    case scalar_##name:                                                   \
        return meaning;
#include "machines/tegra/isa/vertex_operations.def"
#undef TEGRA_VECTOR
#undef TEGRA_SCALAR
#undef ALL
#undef EACH
        default: return none;
    }
}

VertexSign sign_of(float value) {
    return value < 0    ? VertexSign::Less
           : value > 0  ? VertexSign::Greater
           : value == 0 ? VertexSign::Equal
                        : VertexSign::Unordered;
}

// Components of an operand that something depends on, before the swizzle.
uint32_t components_read(const VertexInstruction& instruction, const VertexOperandMembers& operand) {
    uint32_t mask = 0;
    if (vector_operation(instruction.vector_operation).operands & operand.bit)
        mask |= vector_components_read(instruction.vector_operation, operand.bit, turn_mask(instruction.vector_mask));
    if (scalar_operation(instruction.scalar_operation).operands & operand.bit)
        mask |= scalar_components_read(instruction.scalar_operation, turn_mask(instruction.scalar_mask));
    return mask;
}

}  // namespace

bool passes(VertexSign sign, const VertexInstruction& instruction) {
    switch (sign) {
        case VertexSign::Less: return instruction.pass_less;
        case VertexSign::Equal: return instruction.pass_equal;
        case VertexSign::Greater: return instruction.pass_greater;
        case VertexSign::Unordered: return instruction.pass_less && instruction.pass_greater;
    }
    return false;
}

bool in_file(int64_t index, uint32_t size) { return index >= 0 && index < static_cast<int64_t>(size); }

bool updates_condition(const VertexInstruction& instruction) {
    return instruction.condition_set && instruction.condition_write;
}

bool flow_is_taken(const std::array<VertexSign, 4>& condition, const VertexInstruction& instruction) {
    for (uint32_t i = 0; i < 4; i++)
        if (passes(condition[component_of(instruction.condition_swizzle, i)], instruction)) return true;
    return false;
}

namespace {

using Address = std::array<int32_t, 4>;
using Condition = std::array<VertexSign, 4>;

// What one half of an instruction leaves.
struct HalfResult {
    const VertexOperation& operation;
    Float4 value;
    uint32_t mask, temporary;
    bool exports;
};

// The unit while it runs a program for one vertex. Functions that can end the run return the reason, or empty.
class VertexMachine {
  public:
    VertexMachine(std::span<const VertexInstruction> code, std::span<const Float4, vertex_constants> constants,
                  VertexRun& run)
        : code_(code), constants_(constants), run_(run) {
        for (Condition& condition : conditions_) condition.fill(VertexSign::Equal);
        run.exports.fill(export_default);
        run.exported.fill(0);
        run.instructions = 0;
        run.past_the_end = false;
    }

    std::string run() {
        while (at_ < code_.size() && !ended_)
            if (std::string reason = step(code_[at_]); !reason.empty())
                return "vertex instruction " + std::to_string(at_) + ": " + reason;
        if (ended_) return {};
        run_.past_the_end = true;
        return "vertex instruction " + std::to_string(at_) + ": there is no instruction";
    }

  private:
    std::string step(const VertexInstruction& instruction);
    std::string read_operand(const VertexInstruction& instruction, const VertexOperandMembers& operand, Float4& result);
    int64_t relative(const VertexInstruction& instruction) const { return address_[instruction.address_component]; }
    Address address_made(const VertexInstruction& instruction, const Float4& from) const;
    void write_address(const VertexInstruction& instruction, const Address& made, uint32_t mask);
    void write_value(const VertexInstruction& instruction, const HalfResult& result, int64_t relative);
    std::string save_and_restore(const VertexInstruction& instruction);
    std::string go_on(const VertexInstruction& instruction, bool taken);

    std::span<const VertexInstruction> code_;
    std::span<const Float4, vertex_constants> constants_;
    VertexRun& run_;
    uint32_t at_ = 0;
    bool ended_ = false;
    std::array<Float4, vertex_temporaries> temporaries_{};
    std::array<uint8_t, vertex_temporaries> written_{};
    Address address_{};
    std::array<Condition, 2> conditions_;
    std::vector<uint32_t> calls_;
    std::vector<Address> addresses_;
};

std::string VertexMachine::step(const VertexInstruction& instruction) {
    if (++run_.instructions > vertex_longest_run) return "the program does not end";
    if (instruction.vector_operation == vector_TXL) return "TXL has no meaning that is known";
    if (run_.strict && instruction.condition_set != instruction.condition_write)
        return "one of the two bits that update the condition is set";

    std::array<Float4, 3> operands{};
    const uint8_t read = operands_read(instruction);
    for (size_t n = 0; n < 3; n++)
        if (read & vertex_operands[n].bit)
            if (std::string reason = read_operand(instruction, vertex_operands[n], operands[n]); !reason.empty())
                return reason;

    // Everything is read before anything is written.
    const Condition& condition = conditions_[instruction.condition_register];
    uint32_t passing = 15;
    if (instruction.condition_test) {
        passing = 0;
        for (uint32_t i = 0; i < 4; i++)
            if (passes(condition[component_of(instruction.condition_swizzle, i)], instruction)) passing |= 1u << i;
    }
    const bool taken = flow_is_taken(condition, instruction);
    const int64_t index = relative(instruction);
    const std::array<HalfResult, 2> results{
        {{vector_operation(instruction.vector_operation),
          vector_result(instruction.vector_operation, operands[0], operands[1], operands[2]),
          turn_mask(instruction.vector_mask) & passing, instruction.vector_temporary, instruction.export_vector != 0},
         {scalar_operation(instruction.scalar_operation), scalar_result(instruction.scalar_operation, operands[2]),
          turn_mask(instruction.scalar_mask) & passing, instruction.scalar_temporary, instruction.export_vector == 0}}};
    for (const HalfResult& result : results) switch (result.operation.result) {
            case VertexResult::value: write_value(instruction, result, index); break;
            case VertexResult::address:
                write_address(instruction, address_made(instruction, operands[0]), result.mask);
                break;
            case VertexResult::nothing:
            case VertexResult::flow: break;
        }
    if (std::string reason = save_and_restore(instruction); !reason.empty()) return reason;
    return go_on(instruction, taken);
}

std::string VertexMachine::read_operand(const VertexInstruction& instruction, const VertexOperandMembers& operand,
                                        Float4& result) {
    Float4 value{};
    switch (instruction.*operand.type) {
        case operand_temporary: {
            const uint32_t number = instruction.*operand.temporary;
            if (number >= vertex_temporaries) break;  // reads 0
            value = temporaries_[number];
            uint32_t needed = 0;
            const uint32_t components = components_read(instruction, operand);
            for (uint32_t i = 0; i < 4; i++)
                if (components >> i & 1) needed |= 1u << component_of(instruction.*operand.swizzle, i);
            if (run_.strict && (needed & ~static_cast<uint32_t>(written_[number])))
                return "r" + std::to_string(number) + " is read before it is written";
            break;
        }
        case operand_attribute: {
            const int64_t index = instruction.attribute + (instruction.attribute_relative ? relative(instruction) : 0);
            if (in_file(index, vertex_attributes)) value = run_.attributes[static_cast<size_t>(index)];
            break;
        }
        case operand_constant: {
            const int64_t index = instruction.constant + (instruction.constant_relative ? relative(instruction) : 0);
            if (in_file(index, vertex_constants)) value = constants_[static_cast<size_t>(index)];
            break;
        }
        default: break;  // operand_none
    }
    for (uint32_t i = 0; i < 4; i++) {
        F component(value[component_of(instruction.*operand.swizzle, i)]);
        if (instruction.*operand.absolute) component = absolute(component);
        if (instruction.*operand.negate) component = -component;
        result[i] = component.value;
    }
    return {};
}

// What ARL, ARR and ARA give to the address register.
Address VertexMachine::address_made(const VertexInstruction& instruction, const Float4& from) const {
    if (instruction.vector_operation == vector_ARA) {
        const auto sum = [&](size_t i) {
            return static_cast<int32_t>(static_cast<uint32_t>(address_[i]) + static_cast<uint32_t>(address_[i + 2]));
        };
        return {sum(0), sum(1), sum(0), sum(1)};
    }
    Address made;
    for (size_t i = 0; i < 4; i++) {
        const F x(from[i]);
        made[i] = converted<S>(instruction.vector_operation == vector_ARL ? round_down(x) : round_to_even(x)).value;
    }
    return made;
}

void VertexMachine::write_address(const VertexInstruction& instruction, const Address& made, uint32_t mask) {
    for (size_t i = 0; i < 4; i++) {
        if (!(mask >> i & 1)) continue;
        address_[i] = made[i];
        if (updates_condition(instruction))
            conditions_[instruction.condition_register][i] = sign_of(static_cast<float>(made[i]));
    }
}

void VertexMachine::write_value(const VertexInstruction& instruction, const HalfResult& result, int64_t relative) {
    for (uint32_t i = 0; i < 4; i++) {
        if (!(result.mask >> i & 1)) continue;
        const float value = instruction.saturate ? clamp_to_unit(F(result.value[i])).value : result.value[i];
        if (result.temporary < vertex_temporaries) {
            temporaries_[result.temporary][i] = value;
            written_[result.temporary] |= static_cast<uint8_t>(1u << i);
        }
        if (result.exports && instruction.export_index != no_export) {
            const int64_t index = instruction.export_index + (instruction.export_relative ? relative : 0);
            if (in_file(index, vertex_exports)) {
                run_.exports[static_cast<size_t>(index)][i] = value;
                run_.exported[static_cast<size_t>(index)] |= static_cast<uint8_t>(1u << i);
            }
        }
        if (updates_condition(instruction)) conditions_[instruction.condition_register][i] = sign_of(value);
    }
}

// PUSHA and POPA.
std::string VertexMachine::save_and_restore(const VertexInstruction& instruction) {
    if (instruction.vector_operation == vector_PUSHA || instruction.scalar_operation == scalar_PUSHA) {
        if (addresses_.size() == vertex_address_depth) return "PUSHA saves a ninth time";
        addresses_.push_back(address_);
    }
    if (instruction.vector_operation == vector_POPA || instruction.scalar_operation == scalar_POPA) {
        if (addresses_.empty()) return "POPA restores what nothing saved";
        address_ = addresses_.back();
        addresses_.pop_back();
    }
    return {};
}

// To the next instruction, or where BRA, CAL or RET leads.
std::string VertexMachine::go_on(const VertexInstruction& instruction, bool taken) {
    if (taken && instruction.scalar_operation == scalar_BRA) {
        at_ = instruction.c_swizzle;
    } else if (taken && instruction.scalar_operation == scalar_CAL) {
        if (calls_.size() == vertex_call_depth) return "CAL goes deeper than 8";
        calls_.push_back(at_ + 1);
        at_ = instruction.c_swizzle;
    } else if (taken && instruction.scalar_operation == scalar_RET) {
        ended_ = calls_.empty();
        if (ended_) return {};
        at_ = calls_.back();
        calls_.pop_back();
    } else if (instruction.end) {
        ended_ = true;
    } else {
        at_++;
    }
    return {};
}

}  // namespace

std::string run_vertex(std::span<const VertexInstruction> code, std::span<const Float4, vertex_constants> constants,
                       VertexRun& run) {
    return VertexMachine(code, constants, run).run();
}

}  // namespace machines::tegra
