#include "machines/ctm/codegen/refusals.h"
#include "machines/ctm/isa/instruction.h"

namespace machines::ctm {

bool supported(const Program& program, const Instruction& instruction, Refusals& refusals) {
    const size_t before = refusals.errors().size();
    const auto refuse = [&](std::string_view reason) { refusals.refuse(instruction, reason); };
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const bool flows = info.category == OpcodeCategory::Flow;
    if (info.category == OpcodeCategory::Memory || info.category == OpcodeCategory::Image)
        refuse("programs have no memory to read and write");
    if (info.category == OpcodeCategory::Other && instruction.opcode != Opcode::Kil)
        refuse("there is no such operation");
    if (flows && (instruction.opcode == Opcode::Cali || instruction.opcode == Opcode::Bra))
        refuse("jumps and calls go to places that the program names, and nest");
    if (is_64_bit(instruction.type))
        refuse("there are no 64-bit numbers");
    else if (instruction.type != DataType::F32 && !flows)
        refuse("the ALU computes with floating-point numbers only");
    if (instruction.result.relative.file != RegisterFile::None) refuse("registers are not indexed by computed values");
    for (size_t i = 0; i < instruction.operand_count; i++) {
        const Operand& from = instruction.operands[i];
        if (from.relative.file != RegisterFile::None)
            refuse("registers are not indexed by computed values");
        else if (from.file != RegisterFile::Attribute && from.file != RegisterFile::Temporary &&
                 from.file != RegisterFile::Parameter)
            refuse("operands are attributes, temporaries and parameters only");
    }
    for (const ConditionMask& condition : {instruction.result.condition, instruction.condition})
        if (condition.test > ConditionTest::NotNaN)
            refuse("condition codes compare with zero and know no carry, overflow or sign bit");
    if (instruction.result.file == RegisterFile::Result) {
        const Variable& variable = program.variables[static_cast<size_t>(instruction.result.variable)];
        const Binding& binding = program.results[static_cast<size_t>(variable.register_of(instruction.result.element))];
        if (binding.kind == BindingKind::Color && binding.index >= output_count)
            refuse("there are four outputs");
        else if (binding.kind != BindingKind::Color && binding.kind != BindingKind::Depth)
            refuse("outputs are colours and the depth");
    } else if (instruction.result.file != RegisterFile::None && instruction.result.file != RegisterFile::Temporary) {
        refuse("results are temporaries, colours and the depth");
    }
    return refusals.errors().size() == before;
}

}  // namespace machines::ctm
