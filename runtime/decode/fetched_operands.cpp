#include "runtime/decode/fetched_operands.h"

#include <algorithm>

#include "runtime/decode/lane_index.h"
#include "runtime/decode/older_dialects.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

// ---- registers by index ------------------------------------------------------------------------------------------

namespace {

RegisterAddress fetch_parameter_element(DecodeContext& context, const Operand& operand) {
    const Variable& variable = variable_at(context.program, operand.variable);
    GatherParametersStep step;
    step.for_all_lanes = context.for_all_lanes;
    step.first = variable.base;
    step.size = variable.size;
    step.element = lane_index(context, operand.element, operand.relative);
    step.zero_outside = reads_zero_outside(context.program.instruction_set);
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    return step.destination;
}

}  // namespace

RegisterAddress fetch_element(DecodeContext& context, const Operand& operand) {
    if (operand.file == RegisterFile::Parameter) return fetch_parameter_element(context, operand);
    const Variable& variable = variable_at(context.program, operand.variable);
    GatherRegistersStep step;
    step.for_all_lanes = context.for_all_lanes;
    step.first = context.registers.address(operand.file, variable.base);
    step.size = variable.size;
    step.registers_each = variable.is_long ? 2 : 1;
    context.contents.note_reads(step.first, static_cast<uint32_t>(variable.size) * step.registers_each);
    step.element = lane_index(context, operand.element, operand.relative);
    step.zero_outside = reads_zero_outside(context.program.instruction_set);
    step.destination = context.registers.new_scratch(variable.is_long);
    context.steps.emit(step);
    return step.destination;
}

RegisterAddress fetch_wide_parameter(DecodeContext& context, const Operand& operand) {
    const int32_t number = register_number(context.program, operand.variable, operand.element);
    const RegisterAddress halves = context.registers.new_scratch(true);
    for (uint32_t high = 0; high < 2; high++) {
        Source half;
        for (uint8_t c = 0; c < 4; c++)
            set_component(half, c, context.registers.uniform(number + static_cast<int32_t>(high), c));
        context.steps.compute(Operation::Mov, LaneKind::Unsigned, {half},
                              {halves.base, halves.offset + high * vector_bytes}, 0xf);
    }
    return halves;
}

// ---- buffers -----------------------------------------------------------------------------------------------------

BufferElement buffer_element(DecodeContext& context, const Operand& operand) {
    const Variable& variable = variable_at(context.program, operand.variable);
    BufferElement result;
    result.buffer = variable.buffer;
    result.buffer_count = variable.buffer_count;
    result.first = variable.base;
    result.size = variable.size;
    result.element = lane_index(context, operand.element, operand.relative);
    result.number = lane_index(context, std::max(operand.vertex, 0), operand.vertex_relative);
    return result;
}

RegisterAddress fetch_from_buffer(DecodeContext& context, const Operand& operand, DataType storage,
                                  uint8_t components) {
    LoadBufferStep step;
    step.for_all_lanes = context.for_all_lanes;
    step.from = buffer_element(context, operand);
    step.element_words = variable_at(context.program, operand.variable).element_words;
    step.storage = storage;
    step.components = components;
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    return step.destination;
}

// ---- inputs per vertex, outputs of the patch ---------------------------------------------------------------------

bool is_stage_input(const Program& program, const Operand& operand) {
    if (operand.file != RegisterFile::Attribute) return false;
    if (operand.vertex >= 0 || operand.vertex_relative.file != RegisterFile::None) return true;
    const int32_t first = operand.variable < 0 ? operand.element : variable_at(program, operand.variable).base;
    return program.stage != Stage::Fragment && program.attributes[static_cast<size_t>(first)].binding.of_output;
}

namespace {

// vertex.out[i].…
RegisterAddress fetch_patch_output(DecodeContext& context, const Operand& operand, const Variable& variable) {
    ReadOutputStep step;
    step.for_all_lanes = context.for_all_lanes;
    step.outputs = static_cast<uint32_t>(context.code.output_numbers.size());
    for (int32_t i = 0; i < variable.size; i++) {
        const Binding& wanted = context.program.attributes[static_cast<size_t>(variable.base + i)].binding;
        context.code.output_numbers.push_back(find_result(context.program, wanted));
    }
    step.size = variable.size;
    step.element = lane_index(context, operand.element, operand.relative);
    step.of_vertex = operand.vertex >= 0 || operand.vertex_relative.file != RegisterFile::None;
    step.vertex = lane_index(context, std::max(operand.vertex, 0), operand.vertex_relative);
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    return step.destination;
}

}  // namespace

RegisterAddress fetch_stage_input(DecodeContext& context, const Operand& operand) {
    const Program& program = context.program;
    const Variable& variable = variable_at(program, operand.variable);
    if (program.attributes[static_cast<size_t>(variable.base)].binding.of_output)
        return fetch_patch_output(context, operand, variable);
    const int32_t vertex = std::max(operand.vertex, 0);
    if (operand.relative.file == RegisterFile::None && operand.vertex_relative.file == RegisterFile::None) {
        const int32_t number = register_number(program, operand.variable, operand.element);
        return context.registers.address(RegisterFile::Attribute,
                                         vertex * static_cast<int32_t>(program.attributes.size()) + number);
    }
    ReadVertexStep step;
    step.for_all_lanes = context.for_all_lanes;
    step.first = variable.base;
    step.size = variable.size;
    step.element = lane_index(context, operand.element, operand.relative);
    step.vertex = lane_index(context, vertex, operand.vertex_relative);
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    return step.destination;
}

}  // namespace runtime::decoded
