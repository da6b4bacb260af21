#include "machines/tegra/codegen/fragment/refusals.h"
#include "machines/tegra/isa/fragment_instructions.h"

namespace machines::tegra::fragment {

bool supported(const Program& program, const Instruction& i, Refusals& refusals) {
    const size_t before = refusals.errors().size();
    const auto refuse = [&](std::string_view reason) { refusals.refuse(i, reason); };
    const OpcodeInfo& info = opcode_info(i.opcode);
    if (i.precision == Precision::Fixed12) refuse("the ALU has no fixed-point numbers of 12 bits");
    if (i.saturation == Saturation::Signed) refuse("results are clamped to [0,1] only");
    if (info.category == OpcodeCategory::Memory || info.category == OpcodeCategory::Image)
        refuse("programs have no memory to read and write");
    if (info.category == OpcodeCategory::Other && i.opcode != Opcode::Kil) refuse("there is no such operation");
    if (is_64_bit(i.type))
        refuse("there are no 64-bit numbers");
    else if (i.type != DataType::F32)
        refuse("the ALU computes with floating-point numbers only");
    if (i.result.relative.file != RegisterFile::None) refuse("registers are not indexed by computed values");
    for (size_t n = 0; n < i.operand_count; n++) {
        const Operand& from = i.operands[n];
        if (from.relative.file != RegisterFile::None)
            refuse("registers are not indexed by computed values");
        else if (from.file != RegisterFile::Attribute && from.file != RegisterFile::Temporary &&
                 from.file != RegisterFile::Parameter && from.file != RegisterFile::Result)
            refuse("operands are attributes, temporaries and parameters only");
    }
    const auto known_test = [&](const ConditionMask& mask) {
        if (mask.test > ConditionTest::GreaterEqual) refuse("conditions are tested for their sign only");
    };
    known_test(i.result.condition);
    if (i.condition_operand || info.has_condition) known_test(i.condition);
    if (i.result.file == RegisterFile::Result) {
        const Variable& variable = program.variables[static_cast<size_t>(i.result.variable)];
        const Binding& binding = program.results[static_cast<size_t>(variable.register_of(i.result.element))];
        if (binding.kind == BindingKind::Depth)
            refuse("fragments keep the depth they have");
        else if (binding.kind != BindingKind::Color)
            refuse("results are colours only");
        else if (binding.secondary)
            refuse("a colour has no second source");
        else if (binding.index >= render_targets - 1)
            refuse("there are 15 colours");
    } else if (i.result.file != RegisterFile::None && i.result.file != RegisterFile::Temporary) {
        refuse("results are temporaries and colours");
    }
    return refusals.errors().size() == before;
}

}  // namespace machines::tegra::fragment
