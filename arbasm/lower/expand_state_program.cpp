#include "arbasm/lower/expand_state_program.h"

#include <set>

#include "arbasm/registers.h"

namespace arbasm {
namespace {

// The register array c; -1: the program does not touch it.
int32_t parameter_array(const Program& program) {
    for (size_t n = 0; n < program.variables.size(); ++n) {
        const Variable& variable = program.variables[n];
        if (variable.file == RegisterFile::Temporary && variable.implicit && variable.array)
            return static_cast<int32_t>(n);
    }
    return -1;
}

Instruction move(RegisterFile to, int32_t variable, int element, RegisterFile from, int32_t source,
                 int source_element) {
    Instruction instruction;
    instruction.opcode = Opcode::Mov;
    instruction.result.file = to;
    instruction.result.variable = variable;
    instruction.result.element = element;
    instruction.operands[0].file = from;
    instruction.operands[0].variable = source;
    instruction.operands[0].element = source_element;
    instruction.operand_count = 1;
    return instruction;
}

}  // namespace

std::vector<int> written_parameters(const Program& program) {
    std::set<int> written;
    const int32_t array = parameter_array(program);
    for (const Instruction& instruction : program.instructions) {
        if (array >= 0 && instruction.result.variable == array && instruction.result.file == RegisterFile::Temporary)
            written.insert(instruction.result.element);
    }
    return {written.begin(), written.end()};
}

Program expand_state_program(const Program& program) {
    const int32_t array = parameter_array(program);
    if (array < 0) return program;
    Program expanded = program;
    const int32_t size = program.variables[static_cast<size_t>(array)].size;
    VariableBindings added;

    Variable before;
    before.file = RegisterFile::Parameter;
    before.name = "c_before";
    before.array = true;
    before.size = size;
    before.base = -1;
    expanded.variables.push_back(before);
    const auto source = static_cast<int32_t>(expanded.variables.size()) - 1;
    added.emplace_back();
    for (int32_t n = 0; n < size; ++n) {
        Binding binding;
        binding.kind = BindingKind::ProgramEnv;
        binding.index = static_cast<int16_t>(n);
        added.back().push_back(binding);
    }

    // What is read, or written in part; with relative addresses anything may be.
    std::set<int> loaded;
    const std::vector<int> written = written_parameters(program);
    loaded.insert(written.begin(), written.end());
    for (const Instruction& instruction : program.instructions) {
        for (size_t n = 0; n < instruction.operand_count; ++n) {
            const Operand& operand = instruction.operands[n];
            if (operand.variable != array || operand.file != RegisterFile::Temporary) continue;
            if (operand.relative.file == RegisterFile::None) {
                loaded.insert(operand.element);
            } else {
                for (int32_t all = 0; all < size; ++all) loaded.insert(all);
            }
        }
    }
    std::vector<Instruction> code;
    for (int element : loaded)
        code.push_back(move(RegisterFile::Temporary, array, element, RegisterFile::Parameter, source, element));
    code.insert(code.end(), program.instructions.begin(), program.instructions.end());
    for (size_t n = 0; n < written.size(); ++n) {
        Variable result;
        result.file = RegisterFile::Result;
        result.base = -1;
        expanded.variables.push_back(result);
        Binding binding;
        binding.kind = BindingKind::GenericAttrib;
        binding.index = static_cast<int16_t>(n);
        added.push_back({binding});
        code.push_back(move(RegisterFile::Result, static_cast<int32_t>(expanded.variables.size()) - 1, 0,
                            RegisterFile::Temporary, array, written[n]));
    }
    expanded.instructions = std::move(code);
    reassign_registers(expanded, std::move(added));
    return expanded;
}

}  // namespace arbasm
