#include "arbasm/lower/expand_position_invariance.h"

#include "arbasm/registers.h"

namespace arbasm {
namespace {

int32_t add_inline(Program& program, VariableBindings& added, RegisterFile file, const Binding& binding) {
    Variable variable;
    variable.file = file;
    variable.base = -1;
    program.variables.push_back(std::move(variable));
    added.push_back({binding});
    return static_cast<int32_t>(program.variables.size()) - 1;
}

Operand whole(RegisterFile file, int32_t variable) {
    Operand operand;
    operand.file = file;
    operand.variable = variable;
    return operand;
}

}  // namespace

Program expand_position_invariance(const Program& program) {
    if (!program.has(Option::ArbPositionInvariant)) return program;
    Program expanded = program;
    expanded.options &= ~(uint64_t{1} << static_cast<int>(Option::ArbPositionInvariant));
    VariableBindings added;
    Binding position;
    position.kind = BindingKind::Position;
    const int32_t result = add_inline(expanded, added, RegisterFile::Result, position);
    const int32_t attribute = add_inline(expanded, added, RegisterFile::Attribute, position);
    std::vector<Instruction> code;
    for (int row = 0; row < 4; ++row) {
        Binding matrix_row;
        matrix_row.kind = BindingKind::MatrixMvp;
        matrix_row.row = static_cast<int16_t>(row);
        Instruction instruction;
        instruction.opcode = Opcode::Dp4;
        instruction.result.file = RegisterFile::Result;
        instruction.result.variable = result;
        instruction.result.write_mask = static_cast<uint8_t>(1 << row);
        instruction.operands[0] = whole(RegisterFile::Attribute, attribute);
        instruction.operands[1] =
            whole(RegisterFile::Parameter, add_inline(expanded, added, RegisterFile::Parameter, matrix_row));
        instruction.operand_count = 2;
        code.push_back(instruction);
    }
    // They stand where execution begins; what lay behind that moves, except that a call of "main" still finds its
    // label.
    const int32_t entry = entry_point(program);
    const auto count = static_cast<int32_t>(code.size());
    for (Instruction& instruction : expanded.instructions) {
        const bool call = instruction.opcode == Opcode::Cal;
        if (instruction.target > entry || (instruction.target == entry && !call)) instruction.target += count;
    }
    for (Label& label : expanded.labels) {
        if (label.instruction > entry) label.instruction += count;
    }
    expanded.instructions.insert(expanded.instructions.begin() + entry, code.begin(), code.end());
    expanded.resources.instructions += count;
    expanded.resources.alu_instructions += count;
    reassign_registers(expanded, std::move(added));
    return expanded;
}

}  // namespace arbasm
