#include "runtime/decode/decoder.h"

namespace runtime::decoded {

bool Decoder::is_stage_input(const Operand& operand) const {
    if (operand.file != RegisterFile::Attribute) return false;
    const auto number = static_cast<size_t>(register_number(operand.variable, operand.element));
    if (operand.vertex >= 0 || operand.vertex_relative.file != RegisterFile::None) return true;
    const auto first = operand.variable < 0
                           ? number
                           : static_cast<size_t>(program_.variables[static_cast<size_t>(operand.variable)].base);
    return program_.stage != arbasm::Stage::Fragment && program_.attributes[first].binding.of_output;
}

Place Decoder::stage_input(const Operand& operand) {
    const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
    if (program_.attributes[static_cast<size_t>(variable.base)].binding.of_output)
        return patch_output(operand, variable);
    const int32_t vertex = std::max(operand.vertex, 0);
    if (operand.relative.file == RegisterFile::None && operand.vertex_relative.file == RegisterFile::None)
        return register_place(RegisterFile::Attribute, vertex * static_cast<int32_t>(program_.attributes.size()) +
                                                           register_number(operand.variable, operand.element));
    ReadVertexStep step;
    step.for_all_lanes = for_all_lanes_;
    step.first = variable.base;
    step.size = variable.size;
    step.element = lane_index(operand.element, operand.relative);
    step.vertex = lane_index(vertex, operand.vertex_relative);
    step.place = {Base::Scratch, new_scratch()};
    emit(step);
    return step.place;
}

Place Decoder::patch_output(const Operand& operand, const Variable& variable) {
    ReadOutputStep step;
    step.for_all_lanes = for_all_lanes_;
    step.outputs = static_cast<uint32_t>(code_.output_numbers.size());
    for (int32_t i = 0; i < variable.size; i++) {
        const Binding& wanted = program_.attributes[static_cast<size_t>(variable.base + i)].binding;
        code_.output_numbers.push_back(find_result(program_, wanted));
    }
    step.size = variable.size;
    step.element = lane_index(operand.element, operand.relative);
    step.of_vertex = operand.vertex >= 0 || operand.vertex_relative.file != RegisterFile::None;
    step.vertex = lane_index(std::max(operand.vertex, 0), operand.vertex_relative);
    step.place = {Base::Scratch, new_scratch()};
    emit(step);
    return step.place;
}

bool Decoder::is_patch_result(const Destination& result) const {
    if (program_.stage != Stage::TessControl || result.file != RegisterFile::Result) return false;
    const auto number = static_cast<size_t>(register_number(result.variable, result.element));
    const BindingKind kind = program_.results[number].kind;
    return kind == BindingKind::TessOuter || kind == BindingKind::TessInner || kind == BindingKind::PatchAttrib;
}

void Decoder::decode_emit_to_stream(const Instruction& instruction) {
    EmitVertexStep step;
    step.has_stream = true;
    step.stream = source(instruction.operands[0], true, 1, DataType::S32);
    note_read(step.stream.component(0));
    emit(step);
}

}  // namespace runtime::decoded
