#include "arbasm/program.h"

namespace arbasm {

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
           texture_units == other.texture_units && vertices_out == other.vertices_out &&
           invocations == other.invocations && primitive_in == other.primitive_in &&
           primitive_out == other.primitive_out && tess_mode == other.tess_mode && tess_spacing == other.tess_spacing &&
           tess_vertex_order == other.tess_vertex_order && tess_point_mode == other.tess_point_mode &&
           group_size == other.group_size && shared_memory == other.shared_memory;
}

int32_t entry_point(const Program& program) {
    for (const Label& label : program.labels) {
        if (label.name == "main") return label.instruction;
    }
    return 0;
}

}  // namespace arbasm
