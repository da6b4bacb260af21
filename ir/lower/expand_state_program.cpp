#include "ir/lower/expand_state_program.h"

#include <set>

#include "ir/program_builder.h"
#include "ir/verify/verify.h"

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

bool is_in(const Operand& operand, int32_t array) {
    return operand.variable == array && operand.file == RegisterFile::Temporary;
}

// The elements that hold their parameter when the program begins: those that are read, or written in part; all
// where relative addresses may reach any.
std::set<int> loaded_parameters(const Program& program, int32_t array, const std::vector<int>& written) {
    std::set<int> loaded(written.begin(), written.end());
    for (const Instruction& instruction : program.instructions) {
        for (size_t n = 0; n < instruction.operand_count; ++n) {
            const Operand& operand = instruction.operands[n];
            if (!is_in(operand, array)) continue;
            if (operand.relative.file == RegisterFile::None) {
                loaded.insert(operand.element);
            } else {
                for (int32_t all = 0; all < program.variables[static_cast<size_t>(array)].size; ++all)
                    loaded.insert(all);
            }
        }
    }
    return loaded;
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
    ProgramBuilder builder(program);
    Variable parameters;
    parameters.file = RegisterFile::Parameter;
    parameters.name = "c_before";
    parameters.array = true;
    parameters.size = program.variables[static_cast<size_t>(array)].size;
    std::vector<Binding> environment(static_cast<size_t>(parameters.size));
    for (size_t n = 0; n < environment.size(); ++n) {
        environment[n].kind = BindingKind::ProgramEnv;
        environment[n].index = static_cast<int16_t>(n);
    }
    const int32_t source = builder.add(std::move(parameters), std::move(environment));

    const auto element = [&builder](int32_t variable, int number) {
        Operand operand = builder.use(variable);
        operand.element = number;
        return operand;
    };
    const std::vector<int> written = written_parameters(program);
    const auto first = static_cast<int32_t>(program.instructions.size());
    for (const int number : loaded_parameters(program, array, written))
        builder.emit(Opcode::Mov, array, 0xf, {element(source, number)}).result.element = number;
    builder.move_to_entry(first);
    for (size_t n = 0; n < written.size(); ++n) {
        Binding result;
        result.kind = BindingKind::GenericAttrib;
        result.index = static_cast<int16_t>(n);
        builder.emit(Opcode::Mov, builder.bound(RegisterFile::Result, result), 0xf, {element(array, written[n])});
    }
    return checked("expand_state_program()", std::move(builder).finish());
}

}  // namespace arbasm
