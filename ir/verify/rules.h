// The rules of verify(), in tables by subject. A rule is a text and a function that tests it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ir/program.h"

namespace arbasm {

template <class... Part>
struct Rule {
    std::string_view text;
    bool (*holds)(Part...);
};

// The text of the first rule that is broken; empty: all hold.
template <class... Part>
std::string_view first_broken(std::span<const Rule<Part...>> rules, Part... part) {
    for (const Rule<Part...>& rule : rules)
        if (!rule.holds(part...)) return rule.text;
    return {};
}

using VariableRule = Rule<const Program&, const Variable&>;
using ProgramRule = Rule<const Program&>;
using InstructionRule = Rule<const Program&, const Instruction&>;

// An operand, and what its instruction wants there.
struct OperandUse {
    const Program& program;
    const Instruction& instruction;
    const Operand& operand;
    OperandShape shape;
    DataType type;        // that its components are read as
    bool checked = true;  // NTC: its variable may be declared with another type
    const Variable& variable() const { return program.variables[static_cast<size_t>(operand.variable)]; }
};
using OperandRule = Rule<const OperandUse&>;

// In the order that they are looked at: later ones may take for granted that earlier ones hold. Program rules come
// in two parts: tables(), which the others rely on, and wholes(), which rely on the others.
std::span<const ProgramRule> table_rules();
std::span<const VariableRule> variable_rules();
std::span<const InstructionRule> instruction_rules();
std::span<const OperandRule> operand_rules();
std::span<const ProgramRule> whole_rules();

// Flow: a walk over all instructions. `rule` is empty where all is well.
struct FlowFault {
    std::string_view rule;
    int32_t instruction = -1;
};
FlowFault find_flow_fault(const Program& program);
std::span<const std::string_view> flow_rules();

// ---- what several tables ask

// Whether the variable has this number, and is of this file.
inline bool names_variable(const Program& program, RegisterFile file, int32_t variable) {
    return file != RegisterFile::None && variable >= 0 && static_cast<size_t>(variable) < program.variables.size() &&
           program.variables[static_cast<size_t>(variable)].file == file;
}
// Whether a run-time index is one that the program can have; `file` None: there is none.
bool is_index(const Program& program, const RelativeIndex& index);
// Whether the constant part of an index lies in the variable.
bool is_within(const Program& program, const Variable& variable, int32_t element, const RelativeIndex& relative);
// F S U, as 2.X.3.1 of NV_gpu_program4 compares types.
char type_class(DataType type);

}  // namespace arbasm
