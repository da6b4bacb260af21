#include "runtime/decode/decoder.h"
#include "runtime/images/sample_target.h"

namespace runtime::decoded {

// Where a whole vector lies in one piece, all lanes in memory; moved there if it does not.
SampleStep::Address Decoder::vector_address(const Source& from) {
    bool plain = !from.modified();
    for (uint32_t c = 0; c < 4; c++)
        plain &= from.base[c] == from.base[0] && from.offset[c] == from.offset[0] + c * word_bytes;
    if (plain && from.base[0] != Base::Uniforms && from.base[0] != Base::Constants) {
        note_reads(from, 0xf);
        return {true, from.component(0)};
    }
    const uint32_t to = new_scratch();
    compute(Operation::Mov, LaneKind::Float, {from}, to, 0xf);
    return {true, {Base::Scratch, to}};
}

SampleStep::Address Decoder::word_address(const Source& from, int component) {
    Source single = from;
    for (int c = 0; c < 4; c++) {
        single.base[c] = from.base[component];
        single.offset[c] = from.offset[component];
    }
    single.negate = from.negate >> component & 1;
    const bool in_memory = from.base[component] != Base::Uniforms;
    if (in_memory && !single.absolute && single.negate == 0) {
        note_read(single.component(0));
        return {true, single.component(0)};
    }
    const uint32_t to = new_scratch();
    compute(Operation::Mov, LaneKind::Float, {single}, to, 1);
    return {true, {Base::Scratch, to}};
}

// What has no room in the first vector of coordinates: see TextureAccess of ir/program.h.
void Decoder::decode_second_coordinates(const Instruction& instruction, const Source& first, SampleStep& step) {
    const TextureTarget target = instruction.texture.target;
    const bool lod_given = instruction.opcode == Opcode::Txb || instruction.opcode == Opcode::Txl;
    const bool first_is_full = target == TextureTarget::TargetArrayCube || target == TextureTarget::TargetShadowCube ||
                               target == TextureTarget::TargetShadowArray2D ||
                               target == TextureTarget::TargetShadowArrayCube;
    if (lod_given && !first_is_full) step.lod = word_address(first, 3);
    const bool clamped = (instruction.modifiers & modifier_lodclamp) != 0;
    if (instruction.opcode == Opcode::Txd) {
        if (clamped) step.lod_clamp = word_address(source(instruction.operands[2], false, 0xf), 3);
        return;
    }
    if (instruction.opcode == Opcode::Txgo || instruction.operand_count < 2) return;
    const Source second = source(instruction.operands[1], instruction.operands[1].scalar, 0xf);
    int next = 0;
    if (target == TextureTarget::TargetShadowArrayCube) step.reference = word_address(second, next++);
    if (lod_given && first_is_full) step.lod = word_address(second, next++);
    // The clamp is in y where the targets' tables have room for a level of detail in x, whether it is used or not.
    const bool clamp_in_y = target == TextureTarget::TargetArrayCube || target == TextureTarget::TargetShadowCube;
    if (clamped) step.lod_clamp = word_address(second, clamp_in_y ? 1 : next);
}

// TXP: x, y and z are divided by w.
Source Decoder::projected(const Source& coordinates) {
    Source divisor = coordinates;
    for (int c = 0; c < 4; c++) {
        divisor.base[c] = coordinates.base[3];
        divisor.offset[c] = coordinates.offset[3];
    }
    divisor.negate = coordinates.negate & 8 ? 0xf : 0;
    const uint32_t to = new_scratch();
    compute(Operation::Div, LaneKind::Float, {coordinates, divisor}, to, 7);
    compute(Operation::Mov, LaneKind::Float, {divisor}, to, 8);
    return register_source({Base::Scratch, to}, identity_swizzle, false);
}

void Decoder::decode_sample_operands(const Instruction& instruction, SampleStep& step) {
    Source coordinates;
    if (instruction.operand_count > 0) {
        const OperandShape& shape = opcode_info(instruction.opcode).operands[0];
        coordinates = source(instruction.operands[0], instruction.operands[0].scalar, 0xf,
                             shape.type == 's' ? DataType::S32 : DataType::F32);
        if (instruction.opcode == Opcode::Txp) coordinates = projected(coordinates);
        step.coordinates = vector_address(coordinates);
    }
    switch (step.instruction.operation) {
        case SampleOperation::Fetch:
        case SampleOperation::FetchMultisample: step.lod = word_address(coordinates, 3); break;
        case SampleOperation::QuerySize: step.lod = word_address(coordinates, 0); break;
        case SampleOperation::Gradients:
            step.gradient_x = vector_address(source(instruction.operands[1], false, 0xf));
            step.gradient_y = vector_address(source(instruction.operands[2], false, 0xf));
            break;
        case SampleOperation::GatherOffsets:
            step.offsets = vector_address(source(instruction.operands[1], false, 0xf, DataType::S32));
            step.offsets_y = vector_address(source(instruction.operands[2], false, 0xf, DataType::S32));
            break;
        case SampleOperation::Implicit:
        case SampleOperation::Bias:
        case SampleOperation::ExplicitLod:
        case SampleOperation::Gather:
        case SampleOperation::QuerySamples:
        case SampleOperation::QueryLod: break;
    }
    decode_second_coordinates(instruction, coordinates, step);
    if (instruction.texture.offset_operand)
        step.offsets = vector_address(source(*instruction.texture.offset_operand, false, 0xf, DataType::S32));
}

// Whether all of the texel is wanted, as it is.
bool Decoder::is_sampled_in_place(const Instruction& instruction) const {
    const Destination& result = instruction.result;
    return result.file == RegisterFile::Temporary && result.relative.file == RegisterFile::None &&
           result.write_mask == 0xf && result.condition.test == ConditionTest::True &&
           instruction.saturation == Saturation::None && instruction.condition_update == ConditionUpdate::None &&
           !is_wide(result.variable) && !masked() && result_conversion(instruction) == Operation::Count &&
           instruction.opcode != Opcode::Txqs;
}

void Decoder::decode_texture(const Instruction& instruction, SampleOperation operation) {
    SampleStep step;
    SampleInstruction& sampled = step.instruction;
    const SampleTarget target = sample_target(instruction.texture.target);
    sampled.operation = operation;
    sampled.kind = target.kind;
    sampled.shadow = target.shadow;
    sampled.derivatives = program_.stage == Stage::Fragment ||
                          (program_.stage == Stage::Compute && program_.has(arbasm::Option::ArbDerivativeControl));
    sampled.offset = instruction.texture.offset;
    sampled.gather_component = instruction.texture.gather_component;
    decode_sample_operands(instruction, step);
    step.unit = unit_access(instruction.texture);
    step.sparse = (instruction.modifiers & modifier_sparse) != 0;
    if (is_sampled_in_place(instruction)) {
        Result result;
        result.place = result_place(instruction.result);
        note_write(result, false);
        step.place = result.place;
        emit(step);
        return;
    }
    step.place = {Base::Scratch, new_scratch()};
    emit(step);
    // TXQS gives a scalar, which goes to all components.
    const bool scalar = operation == SampleOperation::QuerySamples;
    const Source from = register_source(step.place, identity_swizzle, scalar);
    const bool query = scalar || operation == SampleOperation::QuerySize;
    const Operation conversion = result_conversion(instruction);
    compute(conversion == Operation::Count ? Operation::Mov : conversion,
            query ? LaneKind::Signed : lane_kind(instruction.type), {from}, instruction);
}

}  // namespace runtime::decoded
