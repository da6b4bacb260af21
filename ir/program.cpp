#include "ir/program.h"

namespace arbasm {

DataType register_type(DataType type) {
    switch (type) {
        case DataType::F16: return DataType::F32;
        case DataType::S8:
        case DataType::S16: return DataType::S32;
        case DataType::U8:
        case DataType::U16: return DataType::U32;
        case DataType::F32:
        case DataType::S32:
        case DataType::U32:
        case DataType::F64:
        case DataType::S64:
        case DataType::U64:
        case DataType::Typeless: break;
    }
    return type;
}

DataType default_type(Opcode opcode) {
    const char letter = opcode_info(opcode).type;
    return letter == 'S' ? DataType::S32 : letter == 'U' ? DataType::U32 : DataType::F32;
}

DataType shape_type(const Instruction& instruction, OperandShape shape) {
    switch (shape.type) {
        case 'f': return is_64_bit(instruction.type) ? DataType::F64 : DataType::F32;
        case 's': return DataType::S32;
        case 'u': return is_64_bit(instruction.type) ? DataType::U64 : DataType::U32;
        case 'a': return DataType::U64;
        default: return instruction.type;
    }
}

DataType operand_type(const Instruction& instruction, int n) {
    if (instruction.opcode == Opcode::Cvt) return register_type(instruction.storage);
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    // The second coordinate vector of a texture access is like the first.
    if (info.has_texture && n >= info.operand_count) return DataType::F32;
    return shape_type(instruction, info.operands[static_cast<size_t>(n)]);
}

DataType result_type(const Instruction& instruction) {
    if (instruction.opcode == Opcode::Cvt) return register_type(instruction.type);
    return shape_type(instruction, opcode_info(instruction.opcode).result);
}

int primitive_vertices(PrimitiveIn primitive) {
    constexpr int counts[] = {0, 1, 2, 4, 3, 6, 0};
    return counts[static_cast<size_t>(primitive)];
}

bool Instruction::operator==(const Instruction& other) const {
    return opcode == other.opcode && type == other.type && storage == other.storage &&
           storage_components == other.storage_components && condition_update == other.condition_update &&
           saturation == other.saturation && precision == other.precision && rounding == other.rounding &&
           atomic == other.atomic && modifiers == other.modifiers && result == other.result &&
           operands == other.operands && operand_count == other.operand_count && texture == other.texture &&
           condition == other.condition && condition_operand == other.condition_operand && target == other.target;
}

bool Program::operator==(const Program& other) const {
    return stage == other.stage && instruction_set == other.instruction_set && options == other.options &&
           variables == other.variables && instructions == other.instructions && labels == other.labels &&
           attributes == other.attributes && results == other.results && parameters == other.parameters &&
           temporary_count == other.temporary_count && address_count == other.address_count &&
           subroutine_types == other.subroutine_types && subroutine_parameters == other.subroutine_parameters &&
           texture_units == other.texture_units && image_units == other.image_units &&
           passthroughs == other.passthroughs && secondary_view_layer_offset == other.secondary_view_layer_offset &&
           vertices_out == other.vertices_out && invocations == other.invocations &&
           primitive_in == other.primitive_in && primitive_out == other.primitive_out && tess_mode == other.tess_mode &&
           tess_spacing == other.tess_spacing && tess_vertex_order == other.tess_vertex_order &&
           tess_point_mode == other.tess_point_mode && group_size == other.group_size &&
           shared_memory == other.shared_memory;
}

int32_t entry_point(const Program& program) {
    for (const Label& label : program.labels) {
        if (label.name == "main") return label.instruction;
    }
    return 0;
}

int32_t called_instruction(const Program& program, const Instruction& instruction) {
    return program.labels[static_cast<size_t>(instruction.target)].instruction;
}

bool is_empty_routine(const Program& program, int32_t label) {
    const auto at = static_cast<size_t>(label);
    return at + 1 < program.labels.size() && program.labels[at + 1].instruction == program.labels[at].instruction;
}

}  // namespace arbasm
