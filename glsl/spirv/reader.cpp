#include "glsl/spirv/reader.h"

#include <unordered_set>

#include "glsl/spirv/execution_modes.h"
#include "glsl/spirv/function_reader.h"

namespace glsl::spirv {

// Types, constants and variables, which stand before the functions. What other entry points have is not seen.
void Reader::read_declarations(const std::vector<Id>& functions) {
    const std::vector<Instruction>& instructions = read_.module().instructions();
    const EntryPoint& entry = read_.entry();
    std::unordered_set<Id> used(entry.interface.begin(), entry.interface.end());
    for (const Id id : functions)
        for (size_t n = functions_.at(id).first; n < functions_.at(id).end; n++)
            for_each_id(instructions[n], [&](Id operand) { used.insert(operand); });
    for (const Instruction& instruction : instructions) {
        if (instruction.opcode() == Op::Function || read_.failed()) break;
        const std::string_view opcode = instruction.row->name;
        if (opcode.starts_with("Type"))
            types_.read(instruction, opcode == "TypeArray" ? constants_.find(instruction.operands[1]) : nullptr);
        else if (opcode.starts_with("Constant") || opcode.starts_with("SpecConstant") || opcode == "Undef")
            constants_.read(instruction);
        else if (instruction.opcode() == Op::Variable && used.contains(instruction.result))
            globals_.read(instruction);
    }
}

void Reader::read() {
    read_capabilities(read_);
    read_modes(read_, globals_);
    if (read_.failed()) return;
    functions_.read();
    std::vector<Id> order;
    if (read_.failed() || !functions_.order(read_.entry().function, order)) return;
    read_declarations(order);
    if (!read_.failed()) read_group_size(read_, constants_);
    if (read_.failed()) return;
    for (FunctionInfo* info : functions_.declare(read_.entry().function))
        if (!read_.failed()) FunctionReader(*this, *info).read();
    if (!read_.failed()) read_.checker().finish();
}

}  // namespace glsl::spirv
