#include "machines/tegra/vertex_emulator.h"

#include <vector>

#include "arbasm/ir/semantics.h"

namespace machines::tegra {
namespace {

using namespace arbasm;  // operations, and with them the lane concept

using F = PlainLanes::Float;
using S = PlainLanes::Signed;

Vector<F> lanes(const Float4& v) { return {F(v[0]), F(v[1]), F(v[2]), F(v[3])}; }
Float4 numbers(const Vector<F>& v) { return {v.x.value, v.y.value, v.z.value, v.w.value}; }
Float4 all(F value) { return {value.value, value.value, value.value, value.value}; }

template <class Function>
Float4 each(const Float4& a, Function function) {
    Float4 result;
    for (size_t i = 0; i < 4; i++) result[i] = function(F(a[i])).value;
    return result;
}
template <class Function>
Float4 each(const Float4& a, const Float4& b, Function function) {
    Float4 result;
    for (size_t i = 0; i < 4; i++) result[i] = function(F(a[i]), F(b[i])).value;
    return result;
}
F truth_of(PlainLanes::Mask mask) { return choose(mask, F(1.0f), F(0.0f)); }

// A value of the vector half; addresses and nothing are not here.
Float4 vector_result(uint32_t operation, const Float4& a, const Float4& b, const Float4& c) {
    switch (operation) {
        case vector_MOV: return a;
        case vector_MUL: return each(a, b, [](F x, F y) { return x * y; });
        case vector_ADD: return each(a, c, [](F x, F y) { return x + y; });
        case vector_MAD: {
            Float4 result;
            for (size_t i = 0; i < 4; i++) result[i] = a[i] * b[i] + c[i];
            return result;
        }
        case vector_DP3: return all(dot3(lanes(a), lanes(b)));
        case vector_DPH: return all(dot3(lanes(a), lanes(b)) + F(b[3]));
        case vector_DP4: return all(dot4(lanes(a), lanes(b)));
        case vector_DST: return numbers(distance_vector(lanes(a), lanes(b)));
        case vector_MIN: return each(a, b, [](F x, F y) { return minimum(x, y); });
        case vector_MAX: return each(a, b, [](F x, F y) { return maximum(x, y); });
        case vector_SLT: return each(a, b, [](F x, F y) { return truth_of(x < y); });
        case vector_SGE: return each(a, b, [](F x, F y) { return truth_of(x >= y); });
        case vector_FRC: return each(a, [](F x) { return fraction(x); });
        case vector_FLR: return each(a, [](F x) { return round_down(x); });
        case vector_SEQ: return each(a, b, [](F x, F y) { return truth_of(x == y); });
        case vector_SGT: return each(a, b, [](F x, F y) { return truth_of(x > y); });
        case vector_SLE: return each(a, b, [](F x, F y) { return truth_of(x <= y); });
        case vector_SNE: return each(a, b, [](F x, F y) { return truth_of(x != y); });
        case vector_STR: return {1, 1, 1, 1};
        case vector_SSG: return each(a, [](F x) { return sign(x); });
        default: return {};
    }
}

Float4 scalar_result(uint32_t operation, const Float4& c) {
    const F x(c[0]);
    switch (operation) {
        case scalar_MOV: return c;
        case scalar_RCP: return all(F(1.0f) / x);
        case scalar_RCC: return all(clamped_reciprocal(x));
        case scalar_RSQ: return all(reciprocal_square_root(x));
        case scalar_EXP: return numbers(exponential_parts(x));
        case scalar_LOG: return numbers(logarithm_parts(x));
        case scalar_LIT: return numbers(light_coefficients(lanes(c)));
        case scalar_LG2: return all(logarithm2(x));
        case scalar_EX2: return all(exponential2(x));
        case scalar_SIN: return all(sine_cosine(x).sine);
        case scalar_COS: return all(sine_cosine(x).cosine);
        default: return {};
    }
}

VertexSign sign_of(float value) {
    return value < 0    ? VertexSign::Less
           : value > 0  ? VertexSign::Greater
           : value == 0 ? VertexSign::Equal
                        : VertexSign::Unordered;
}

using Address = std::array<int32_t, 4>;

struct Machine {
    std::array<Float4, vertex_temporaries> temporaries{};
    std::array<uint8_t, vertex_temporaries> written{};
    Address address{};
    std::array<std::array<VertexSign, 4>, 2> conditions;
    std::vector<uint32_t> calls;
    std::vector<Address> addresses;
};

// Components of an operand that something depends on, before the swizzle.
uint32_t components_read(const VertexInstruction& instruction, const VertexOperandMembers& operand) {
    uint32_t mask = 0;
    if (vector_operation(instruction.vector_operation).operands & operand.bit) {
        const uint32_t written = turn_mask(instruction.vector_mask);
        switch (instruction.vector_operation) {
            case vector_DP3: mask |= 7; break;
            case vector_DPH: mask |= operand.bit == operand_a ? 7 : 15; break;
            case vector_DP4: mask |= 15; break;
            case vector_DST: mask |= written & (operand.bit == operand_a ? 6 : 10); break;
            default: mask |= written; break;
        }
    }
    if (scalar_operation(instruction.scalar_operation).operands & operand.bit)
        mask |= instruction.scalar_operation == scalar_MOV   ? turn_mask(instruction.scalar_mask)
                : instruction.scalar_operation == scalar_LIT ? 11
                                                             : 1;
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

std::string run_vertex(std::span<const VertexInstruction> code, std::span<const Float4, vertex_constants> constants,
                       VertexRun& run) {
    Machine machine;
    for (auto& condition : machine.conditions) condition.fill(VertexSign::Equal);
    run.exports.fill(export_default);
    run.exported.fill(0);
    run.instructions = 0;
    run.past_the_end = false;
    uint32_t at = 0;
    const auto fault = [&](const std::string& reason) {
        return "vertex instruction " + std::to_string(at) + ": " + reason;
    };
    while (at < code.size()) {
        if (++run.instructions > vertex_longest_run) return fault("the program does not end");
        const VertexInstruction& instruction = code[at];
        if (instruction.vector_operation == vector_TXL) return fault("TXL has no meaning that is known");
        if (run.strict && instruction.condition_set != instruction.condition_write)
            return fault("one of the two bits that update the condition is set");
        const int64_t relative = machine.address[instruction.address_component];

        std::array<Float4, 3> operands{};
        const uint8_t read = operands_read(instruction);
        for (size_t n = 0; n < 3; n++) {
            const VertexOperandMembers& operand = vertex_operands[n];
            if (!(read & operand.bit)) continue;
            Float4 value{};
            switch (instruction.*operand.type) {
                case operand_temporary: {
                    const uint32_t number = instruction.*operand.temporary;
                    if (number >= vertex_temporaries) break;  // reads 0
                    value = machine.temporaries[number];
                    uint32_t needed = 0;
                    const uint32_t components = components_read(instruction, operand);
                    for (uint32_t i = 0; i < 4; i++)
                        if (components >> i & 1) needed |= 1u << component_of(instruction.*operand.swizzle, i);
                    if (run.strict && (needed & ~static_cast<uint32_t>(machine.written[number])))
                        return fault("r" + std::to_string(number) + " is read before it is written");
                    break;
                }
                case operand_attribute: {
                    const int64_t index = instruction.attribute + (instruction.attribute_relative ? relative : 0);
                    if (in_file(index, vertex_attributes)) value = run.attributes[static_cast<size_t>(index)];
                    break;
                }
                case operand_constant: {
                    const int64_t index = instruction.constant + (instruction.constant_relative ? relative : 0);
                    if (in_file(index, vertex_constants)) value = constants[static_cast<size_t>(index)];
                    break;
                }
                default: break;
            }
            for (uint32_t i = 0; i < 4; i++) {
                F component(value[component_of(instruction.*operand.swizzle, i)]);
                if (instruction.*operand.absolute) component = absolute(component);
                if (instruction.*operand.negate) component = -component;
                operands[n][i] = component.value;
            }
        }

        std::array<VertexSign, 4>& condition = machine.conditions[instruction.condition_register];
        uint32_t passing = 15;
        if (instruction.condition_test) {
            passing = 0;
            for (uint32_t i = 0; i < 4; i++)
                if (passes(condition[component_of(instruction.condition_swizzle, i)], instruction)) passing |= 1u << i;
        }
        const bool taken = flow_is_taken(condition, instruction);

        struct Result {
            const VertexOperation& operation;
            Float4 value;
            uint32_t mask, temporary;
            bool exports;
        };
        const std::array<Result, 2> results{
            {{vector_operation(instruction.vector_operation),
              vector_result(instruction.vector_operation, operands[0], operands[1], operands[2]),
              turn_mask(instruction.vector_mask) & passing, instruction.vector_temporary,
              instruction.export_vector != 0},
             {scalar_operation(instruction.scalar_operation), scalar_result(instruction.scalar_operation, operands[2]),
              turn_mask(instruction.scalar_mask) & passing, instruction.scalar_temporary,
              instruction.export_vector == 0}}};
        Address address = machine.address;
        if (results[0].operation.result == VertexResult::address) {
            Address made = machine.address;
            for (size_t i = 0; i < 4; i++) {
                const F x(operands[0][i]);
                if (instruction.vector_operation == vector_ARL) made[i] = converted<S>(round_down(x)).value;
                if (instruction.vector_operation == vector_ARR) made[i] = converted<S>(round_to_even(x)).value;
            }
            if (instruction.vector_operation == vector_ARA) {
                const auto sum = [&](size_t i) {
                    return static_cast<int32_t>(static_cast<uint32_t>(machine.address[i]) +
                                                static_cast<uint32_t>(machine.address[i + 2]));
                };
                made = {sum(0), sum(1), sum(0), sum(1)};
            }
            for (size_t i = 0; i < 4; i++)
                if (results[0].mask >> i & 1) address[i] = made[i];
        }
        for (const Result& result : results) {
            if (result.operation.result == VertexResult::address && updates_condition(instruction))
                for (size_t i = 0; i < 4; i++)
                    if (result.mask >> i & 1) condition[i] = sign_of(static_cast<float>(address[i]));
            if (result.operation.result != VertexResult::value) continue;
            for (uint32_t i = 0; i < 4; i++) {
                if (!(result.mask >> i & 1)) continue;
                const float value = instruction.saturate ? clamp_to_unit(F(result.value[i])).value : result.value[i];
                if (result.temporary < vertex_temporaries) {
                    machine.temporaries[result.temporary][i] = value;
                    machine.written[result.temporary] |= static_cast<uint8_t>(1u << i);
                }
                if (result.exports && instruction.export_index != no_export) {
                    const int64_t index = instruction.export_index + (instruction.export_relative ? relative : 0);
                    if (in_file(index, vertex_exports)) {
                        run.exports[static_cast<size_t>(index)][i] = value;
                        run.exported[static_cast<size_t>(index)] |= static_cast<uint8_t>(1u << i);
                    }
                }
                if (updates_condition(instruction)) condition[i] = sign_of(value);
            }
        }
        machine.address = address;

        if (instruction.vector_operation == vector_PUSHA || instruction.scalar_operation == scalar_PUSHA) {
            if (machine.addresses.size() == vertex_address_depth) return fault("PUSHA saves a ninth time");
            machine.addresses.push_back(machine.address);
        }
        if (instruction.vector_operation == vector_POPA || instruction.scalar_operation == scalar_POPA) {
            if (machine.addresses.empty()) return fault("POPA restores what nothing saved");
            machine.address = machine.addresses.back();
            machine.addresses.pop_back();
        }
        if (taken && instruction.scalar_operation == scalar_BRA) {
            at = instruction.c_swizzle;
            continue;
        }
        if (taken && instruction.scalar_operation == scalar_CAL) {
            if (machine.calls.size() == vertex_call_depth) return fault("CAL goes deeper than 8");
            machine.calls.push_back(at + 1);
            at = instruction.c_swizzle;
            continue;
        }
        if (taken && instruction.scalar_operation == scalar_RET) {
            if (machine.calls.empty()) return {};
            at = machine.calls.back();
            machine.calls.pop_back();
            continue;
        }
        if (instruction.end) return {};
        at++;
    }
    run.past_the_end = true;
    return fault("there is no instruction");
}

}  // namespace machines::tegra
