#include <algorithm>

#include "runtime/decode/decoder.h"

namespace runtime::decoded {

Place Decoder::register_place(RegisterFile file, int32_t number) const {
    const auto offset = static_cast<uint32_t>(number) * vector_bytes;
    switch (file) {
        case RegisterFile::Attribute: return {Base::Attributes, offset};
        case RegisterFile::Result: return {Base::Results, offset};
        case RegisterFile::Address: return {Base::Scratch, addresses_ + offset};
        case RegisterFile::Temporary: return {Base::Scratch, offset};
        // Not registers.
        case RegisterFile::None:
        case RegisterFile::Parameter:
        case RegisterFile::Buffer:
        case RegisterFile::Texture:
        case RegisterFile::Image:
        case RegisterFile::Storage:
        case RegisterFile::Counter:
        case RegisterFile::Shared:
        case RegisterFile::Subroutine: break;
    }
    return {Base::Scratch, offset};
}

uint32_t Decoder::uniform_offset(int32_t parameter, uint8_t component) {
    const auto [found, is_new] =
        uniforms_.try_emplace({parameter, component}, static_cast<uint32_t>(code_.uniforms.size()) * uniform_bytes);
    if (is_new) code_.uniforms.push_back({parameter, component});
    return found->second;
}

Source Decoder::register_source(Place place, const Swizzle& swizzle, bool scalar) const {
    Source result;
    for (int c = 0; c < 4; c++) {
        const uint8_t selected = swizzle[scalar ? 0 : static_cast<size_t>(c)];
        const bool constant = selected >= swizzle_zero;
        result.base[c] = constant ? Base::Constants : place.base;
        result.offset[c] =
            constant ? (selected == swizzle_zero ? zero_offset : one_offset) : place.offset + selected * word_bytes;
    }
    return result;
}

Source Decoder::index_source(const RelativeIndex& index) {
    const Variable& variable = program_.variables[static_cast<size_t>(index.variable)];
    if (variable.implicit && program_.stage == Stage::Fragment && index.file == RegisterFile::Address)
        return loop_index();
    const int32_t number = register_number(index.variable, index.element);
    const Swizzle swizzle{index.component, index.component, index.component, index.component};
    if (index.file != RegisterFile::Parameter)
        return register_source(register_place(index.file, number), swizzle, true);
    Source result;
    for (int c = 0; c < 4; c++) {
        result.base[c] = Base::Uniforms;
        result.offset[c] = uniform_offset(number, index.component);
    }
    return result;
}

LaneIndex Decoder::lane_index(int32_t constant, const RelativeIndex& index) {
    LaneIndex result;
    result.constant = constant;
    if (index.file == RegisterFile::None) return result;
    result.varies = true;
    result.lanes = index_source(index);
    note_read(result.lanes.component(0));
    return result;
}

Place Decoder::gathered(const Operand& operand) {
    const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
    // "Relative addressing reads outside of the 0 to 95 inclusive range always read the value (0,0,0,0)."
    const bool zero_outside = names_registers(program_.instruction_set);
    if (operand.file == RegisterFile::Parameter) {
        GatherParametersStep step;
        step.for_all_lanes = for_all_lanes_;
        step.first = variable.base;
        step.size = variable.size;
        step.element = lane_index(operand.element, operand.relative);
        step.zero_outside = zero_outside;
        step.place = {Base::Scratch, new_scratch()};
        emit(step);
        return step.place;
    }
    GatherRegistersStep step;
    step.for_all_lanes = for_all_lanes_;
    step.first = register_place(operand.file, variable.base);
    step.size = variable.size;
    step.registers_each = is_wide(operand.variable) ? 2 : 1;
    for (int32_t i = 0; i < variable.size * static_cast<int32_t>(step.registers_each); i++)
        for (uint32_t c = 0; c < 4; c++)
            note_read({step.first.base, step.first.offset + static_cast<uint32_t>(i) * vector_bytes + c * word_bytes});
    step.element = lane_index(operand.element, operand.relative);
    step.zero_outside = zero_outside;
    step.place = {Base::Scratch, step.registers_each == 2 ? new_wide_scratch() : new_scratch()};
    emit(step);
    return step.place;
}

BufferPlace Decoder::buffer_place(const Operand& operand) {
    const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
    BufferPlace place;
    place.buffer = variable.buffer;
    place.buffer_count = variable.buffer_count;
    place.first = variable.base;
    place.size = variable.size;
    place.element = lane_index(operand.element, operand.relative);
    place.number = lane_index(std::max(operand.vertex, 0), operand.vertex_relative);
    return place;
}

Place Decoder::loaded_buffer(const Operand& operand, DataType storage, uint8_t components) {
    LoadBufferStep step;
    step.for_all_lanes = for_all_lanes_;
    step.from = buffer_place(operand);
    step.element_words = program_.variables[static_cast<size_t>(operand.variable)].element_words;
    step.storage = storage;
    step.components = components;
    step.place = {Base::Scratch, new_scratch()};
    emit(step);
    return step.place;
}

bool Decoder::is_wide(int32_t variable) const {
    return variable >= 0 && program_.variables[static_cast<size_t>(variable)].is_long;
}

int32_t Decoder::register_number(int32_t variable, int32_t element) const {
    return variable < 0 ? element : program_.variables[static_cast<size_t>(variable)].register_of(element);
}

// A literal of 64 bits as a pair of registers.
Place Decoder::widened_parameter(const Operand& operand) {
    const int32_t number = register_number(operand.variable, operand.element);
    const uint32_t halves = new_wide_scratch();
    for (uint32_t high = 0; high < 2; high++) {
        Source half;
        for (uint8_t c = 0; c < 4; c++) {
            half.base[c] = Base::Uniforms;
            half.offset[c] = uniform_offset(number + static_cast<int32_t>(high), c);
        }
        compute(Operation::Mov, LaneKind::Unsigned, {half}, halves + high * vector_bytes, 0xf);
    }
    return {Base::Scratch, halves};
}

Source Decoder::parameter_source(const Operand& operand, bool scalar, uint8_t needed) {
    const int32_t number = register_number(operand.variable, operand.element);
    Source result = register_source({}, operand.swizzle, scalar);
    for (int c = 0; c < 4; c++) {
        const uint8_t selected = operand.swizzle[scalar ? 0 : static_cast<size_t>(c)];
        if (selected >= swizzle_zero) continue;
        const bool is_needed = scalar || (needed >> c & 1);
        result.base[c] = is_needed ? Base::Uniforms : Base::Constants;
        result.offset[c] = is_needed ? uniform_offset(number, selected) : zero_offset;
    }
    return result;
}

// Table X.1 of NV_fragment_program: f[FOGC] is (z,0,0,0), where later programs have a 1 for w.
Source Decoder::attribute_source(const Operand& operand, bool scalar) const {
    const int32_t number = register_number(operand.variable, operand.element);
    Source result = register_source(register_place(RegisterFile::Attribute, number), operand.swizzle, scalar);
    if (!names_registers(program_.instruction_set) ||
        program_.attributes[static_cast<size_t>(number)].binding.kind != BindingKind::FogCoord)
        return result;
    for (int c = 0; c < 4; c++) {
        if (operand.swizzle[scalar ? 0 : static_cast<size_t>(c)] != 3) continue;
        result.base[c] = Base::Constants;
        result.offset[c] = zero_offset;
    }
    return result;
}

Source Decoder::source(const Operand& operand, bool scalar, uint8_t needed, DataType type) {
    Source result;
    const bool wide = is_wide(operand.variable);
    if (operand.file == RegisterFile::Buffer) {
        result = register_source(loaded_buffer(operand, DataType::U32, 4), operand.swizzle, scalar);
    } else if (is_stage_input(operand)) {
        result = register_source(stage_input(operand), operand.swizzle, scalar);
    } else if (operand.relative.file != RegisterFile::None) {
        result = register_source(gathered(operand), operand.swizzle, scalar);
    } else if (thread_source(operand, scalar, result)) {
        // No register holds it.
    } else if (operand.file == RegisterFile::Parameter) {
        result = wide ? register_source(widened_parameter(operand), operand.swizzle, scalar)
                      : parameter_source(operand, scalar, needed);
    } else if (operand.file == RegisterFile::Attribute) {
        result = attribute_source(operand, scalar);
    } else {
        const int32_t number = register_number(operand.variable, operand.element);
        result = register_source(register_place(operand.file, number), operand.swizzle, scalar);
    }
    if (wide != is_64_bit(type)) {
        ConvertStep resize;
        resize.from = type_of(lane_kind(type), wide);
        resize.to = type;
        resize.wide_source = wide;
        resize.source = result;
        result = converted(resize, scalar ? 1 : needed);
        if (scalar) result = register_source(result.component(0), {0, 0, 0, 0}, true);
    }
    set_signs(result, operand, lane_kind(type));
    if (scalar) result.negate = result.negate & 1 ? 0xf : 0;
    return result;
}

// "For unsigned integer operands, the absolute value operation has no effect": what is left of |-x| is the sign.
void Decoder::set_signs(Source& source, const Operand& operand, LaneKind kind) {
    const bool is_unsigned = kind == LaneKind::Unsigned;
    source.absolute = operand.absolute && !is_unsigned;
    source.negate = is_unsigned ? operand.unsigned_negate() : operand.negate;
}

}  // namespace runtime::decoded
