#include "ir/verify/verify.h"

#include <cstdio>
#include <cstdlib>

#include "ir/language_features.h"
#include "ir/verify/rules.h"

namespace arbasm {
namespace {

std::string place_of(const Program& program, int32_t at) {
    return "instruction " + std::to_string(at) + " (" +
           std::string(spelling(program.instructions[static_cast<size_t>(at)].opcode)) + ")";
}

std::string in_variables(const Program& program) {
    for (size_t n = 0; n < program.variables.size(); ++n) {
        const std::string_view rule =
            first_broken<const Program&, const Variable&>(variable_rules(), program, program.variables[n]);
        if (!rule.empty())
            return "variable " + std::to_string(n) + " (" + program.variables[n].name + "): " + std::string(rule);
    }
    return {};
}

std::string in_operand(std::string_view which, const OperandUse& use) {
    const std::string_view rule = first_broken<const OperandUse&>(operand_rules(), use);
    return rule.empty() ? std::string() : ", " + std::string(which) + ": " + std::string(rule);
}

// What the row wants of operand `n`.
OperandShape shape_of(const Program& program, const Instruction& instruction, int n) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    if (info.has_texture && n >= info.operand_count) return {'v', 'f'};
    OperandShape shape = info.operands[static_cast<size_t>(n)];
    if (instruction.opcode == Opcode::Arl && has_vector_addresses(program)) shape.kind = 'v';
    return shape;
}

std::string in_operands(const Program& program, const Instruction& instruction) {
    const bool checked = !(instruction.modifiers & modifier_ntc);
    for (int n = 0; n < instruction.operand_count; ++n) {
        const OperandUse use{program,
                             instruction,
                             instruction.operands[static_cast<size_t>(n)],
                             shape_of(program, instruction, n),
                             operand_type(instruction, n),
                             checked};
        if (std::string fault = in_operand("operand " + std::to_string(n), use); !fault.empty()) return fault;
    }
    const TextureAccess& access = instruction.texture;
    if (access.offset_operand) {
        const OperandUse use{program, instruction, *access.offset_operand, {'v', 's'}, DataType::S32, checked};
        if (std::string fault = in_operand("texel offset", use); !fault.empty()) return fault;
    }
    if (!access.handle) return {};
    return in_operand("handle", {program, instruction, *access.handle, {'s', 'a'}, DataType::U64});
}

std::string in_instructions(const Program& program) {
    for (size_t n = 0; n < program.instructions.size(); ++n) {
        const Instruction& instruction = program.instructions[n];
        const std::string_view rule =
            first_broken<const Program&, const Instruction&>(instruction_rules(), program, instruction);
        std::string fault = rule.empty() ? in_operands(program, instruction) : ": " + std::string(rule);
        if (!fault.empty()) return place_of(program, static_cast<int32_t>(n)) + fault;
    }
    return {};
}

std::string in_flow(const Program& program) {
    const FlowFault fault = find_flow_fault(program);
    return fault.rule.empty() ? std::string() : place_of(program, fault.instruction) + ": " + std::string(fault.rule);
}

struct FactRow {
    std::string_view name;
    bool (*agrees)(const ProgramFacts&, const ProgramFacts&);
};
#define FACT(field)                                                                             \
    {                                                                                           \
#field, [](const ProgramFacts& a, const ProgramFacts& b) { return a.field == b.field; } \
    }
constexpr FactRow fact_rows[] = {
    FACT(may_run_long),           FACT(jumps_to_labels), FACT(calls_entry),
    FACT(loop_counters),          FACT(kills),           FACT(touches_memory),
    FACT(reaches_beyond_buffers), FACT(changes_images),  FACT(changes_buffers),
    FACT(waits_at_barriers),      FACT(uses_handles),    FACT(parameter_buffers),
    FACT(storage_buffers),        FACT(counter_buffers), FACT(runs_per_sample),
    FACT(attribute_components),   FACT(results),         FACT(result_sources),
};
#undef FACT

#if defined(ASMGL_CHECKS) || !defined(NDEBUG)
bool is_wanted = true;
#else
bool is_wanted = false;
#endif

}  // namespace

std::string verify(const Program& program) {
    if (const std::string_view rule = first_broken<const Program&>(table_rules(), program); !rule.empty())
        return std::string(rule);
    for (const auto part : {in_variables, in_instructions, in_flow})
        if (std::string fault = part(program); !fault.empty()) return fault;
    return std::string(first_broken<const Program&>(whole_rules(), program));
}

std::string verify(const Program& program, const ProgramFacts& facts) {
    const ProgramFacts found = find_facts(program);
    for (const FactRow& row : fact_rows)
        if (!row.agrees(facts, found)) return "the fact " + std::string(row.name) + " is not what the program says";
    return {};
}

std::vector<std::string_view> verified_rules() {
    std::vector<std::string_view> texts(flow_rules().begin(), flow_rules().end());
    const auto add = [&texts](const auto& rules) {
        for (const auto& rule : rules) texts.push_back(rule.text);
    };
    add(table_rules());
    add(variable_rules());
    add(instruction_rules());
    add(operand_rules());
    add(whole_rules());
    return texts;
}

void verify_what_is_made(bool wanted) { is_wanted = wanted; }
bool verifies_what_is_made() { return is_wanted; }

void require_verified(std::string_view maker, const std::string& fault) {
    if (fault.empty()) return;
    std::fprintf(stderr, "asmgl: %.*s made a program that breaks a rule: %s\n", static_cast<int>(maker.size()),
                 maker.data(), fault.c_str());
    std::abort();
}

}  // namespace arbasm
