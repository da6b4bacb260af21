#include "arbasm/lower/expand_position_invariance.h"

#include <algorithm>

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

struct Code {
    Program& program;
    VariableBindings added{};
    std::vector<Instruction> instructions{};

    int32_t binding(RegisterFile file, BindingKind kind, int index = 0, int row = 0) {
        Binding made;
        made.kind = kind;
        made.index = static_cast<int16_t>(index);
        made.row = static_cast<int16_t>(row);
        return add_inline(program, added, file, made);
    }

    int32_t temporary(std::string name) {
        auto taken = [&] {
            return std::ranges::any_of(program.variables, [&](const Variable& v) { return v.name == name; }) ||
                   std::ranges::any_of(program.labels, [&](const Label& l) { return l.name == name; });
        };
        while (taken()) name += '_';
        Variable variable;
        variable.file = RegisterFile::Temporary;
        variable.name = std::move(name);
        variable.base = -1;
        program.variables.push_back(std::move(variable));
        added.emplace_back();
        return static_cast<int32_t>(program.variables.size()) - 1;
    }

    // component of `result` = vector · parameter
    void dot(RegisterFile file, int32_t result, int component, const Operand& vector, int32_t parameter) {
        Instruction instruction;
        instruction.opcode = Opcode::Dp4;
        instruction.result.file = file;
        instruction.result.variable = result;
        instruction.result.write_mask = static_cast<uint8_t>(1 << component);
        instruction.operands[0] = vector;
        instruction.operands[1] = whole(RegisterFile::Parameter, parameter);
        instruction.operand_count = 2;
        instructions.push_back(instruction);
    }
};

}  // namespace

Program expand_position_invariance(const Program& program, uint32_t clip_planes) {
    if (!program.has(Option::ArbPositionInvariant) && !program.has(Option::NvPositionInvariant)) return program;
    Program expanded = program;
    expanded.options.remove(Option::ArbPositionInvariant);
    expanded.options.remove(Option::NvPositionInvariant);
    Code made{expanded};
    const int32_t result = made.binding(RegisterFile::Result, BindingKind::Position);
    const Operand position =
        whole(RegisterFile::Attribute, made.binding(RegisterFile::Attribute, BindingKind::Position));
    for (int row = 0; row < 4; ++row)
        made.dot(RegisterFile::Result, result, row, position,
                 made.binding(RegisterFile::Parameter, BindingKind::MatrixMvp, 0, row));
    if (clip_planes) {
        const int32_t eye = made.temporary("eye_position");
        for (int row = 0; row < 4; ++row)
            made.dot(RegisterFile::Temporary, eye, row, position,
                     made.binding(RegisterFile::Parameter, BindingKind::MatrixModelview, 0, row));
        for (int plane = 0; plane < 8; ++plane) {
            if (!(clip_planes >> plane & 1)) continue;
            made.dot(RegisterFile::Result, made.binding(RegisterFile::Result, BindingKind::Clip, plane), 0,
                     whole(RegisterFile::Temporary, eye),
                     made.binding(RegisterFile::Parameter, BindingKind::ClipPlane, plane));
        }
    }
    const std::vector<Instruction>& code = made.instructions;
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
    reassign_registers(expanded, std::move(made.added));
    return expanded;
}

}  // namespace arbasm
