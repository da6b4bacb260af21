#include "runtime/decode/decoder.h"

namespace runtime::interpreter {

// Where a whole vector lies in one piece, all lanes in memory; moved there if it does not.
SampleAccess::Address Decoder::vector_address(const Source& from) {
    bool plain = !from.modified();
    for (uint32_t c = 0; c < 4; c++)
        plain &= from.base[c] == from.base[0] && from.offset[c] == from.offset[0] + c * word_bytes;
    if (plain && from.base[0] != Base::Uniforms && from.base[0] != Base::Constants) {
        for (int c = 0; c < 4; c++) note_read({from.base[c], from.offset[c]});
        return {from.base[0], from.offset[0]};
    }
    const uint32_t to = new_scratch();
    compute(Operation::Mov, LaneKind::Float, {from}, to, 0xf);
    return {Base::Scratch, to};
}

SampleAccess::Address Decoder::word_address(const Source& from, int component) {
    Source single = from;
    for (int c = 0; c < 4; c++) {
        single.base[c] = from.base[component];
        single.offset[c] = from.offset[component];
    }
    single.negate = from.negate >> component & 1;
    const bool in_memory = from.base[component] != Base::Uniforms;
    if (in_memory && !single.absolute && single.negate == 0) {
        note_read({single.base[0], single.offset[0]});
        return {single.base[0], single.offset[0]};
    }
    const uint32_t to = new_scratch();
    compute(Operation::Mov, LaneKind::Float, {single}, to, 1);
    return {Base::Scratch, to};
}

namespace {

SampleOperation sample_operation(Opcode opcode) {
    switch (opcode) {
        case Opcode::Txb: return SampleOperation::Bias;
        case Opcode::Txl: return SampleOperation::ExplicitLod;
        case Opcode::Txd: return SampleOperation::Gradients;
        case Opcode::Txf: return SampleOperation::Fetch;
        case Opcode::Txfms: return SampleOperation::FetchMultisample;
        case Opcode::Txg: return SampleOperation::Gather;
        case Opcode::Txgo: return SampleOperation::GatherOffsets;
        case Opcode::Txq: return SampleOperation::QuerySize;
        case Opcode::Txqs: return SampleOperation::QuerySamples;
        case Opcode::Lod: return SampleOperation::QueryLod;
        default: return SampleOperation::Implicit;
    }
}

}  // namespace

// What has no room in the first vector of coordinates: see TextureAccess of arbasm/program.h.
void Decoder::decode_second_coordinates(const Instruction& instruction, const Source& first, SampleAccess& access) {
    const TextureTarget target = instruction.texture.target;
    const bool lod_given = instruction.opcode == Opcode::Txb || instruction.opcode == Opcode::Txl;
    const bool first_is_full = target == TextureTarget::TargetArrayCube || target == TextureTarget::TargetShadowCube ||
                               target == TextureTarget::TargetShadowArray2D ||
                               target == TextureTarget::TargetShadowArrayCube;
    if (lod_given && !first_is_full) access.lod = word_address(first, 3);
    const bool clamped = (instruction.modifiers & modifier_lodclamp) != 0;
    if (instruction.opcode == Opcode::Txd) {
        if (clamped) access.lod_clamp = word_address(source(instruction.operands[2], false, 0xf), 3);
        return;
    }
    if (instruction.opcode == Opcode::Txgo || instruction.operand_count < 2) return;
    const Source second = source(instruction.operands[1], instruction.operands[1].scalar, 0xf);
    int next = 0;
    if (target == TextureTarget::TargetShadowArrayCube) access.reference = word_address(second, next++);
    if (lod_given && first_is_full) access.lod = word_address(second, next++);
    // The clamp is in y where the targets' tables have room for a level of detail in x, whether it is used or not.
    const bool clamp_in_y = target == TextureTarget::TargetArrayCube || target == TextureTarget::TargetShadowCube;
    if (clamped) access.lod_clamp = word_address(second, clamp_in_y ? 1 : next);
}

void Decoder::decode_texture(const Instruction& instruction) {
    SampleAccess access;
    SampleInstruction& sampled = access.instruction;
    const SampleTarget target = sample_target(instruction.texture.target);
    sampled.operation = sample_operation(instruction.opcode);
    sampled.kind = target.kind;
    sampled.shadow = target.shadow;
    sampled.derivatives = program_.stage == Stage::Fragment;
    sampled.offset = instruction.texture.offset;
    sampled.gather_component = instruction.texture.gather_component;

    Source coordinates;
    if (instruction.operand_count > 0) {
        const OperandShape& shape = opcode_info(instruction.opcode).operands[0];
        coordinates = source(instruction.operands[0], instruction.operands[0].scalar, 0xf,
                             shape.type == 's' ? DataType::S32 : DataType::F32);
        // TXP: x, y and z are divided by w.
        if (instruction.opcode == Opcode::Txp) {
            Source divisor = coordinates;
            for (int c = 0; c < 4; c++) {
                divisor.base[c] = coordinates.base[3];
                divisor.offset[c] = coordinates.offset[3];
            }
            divisor.negate = coordinates.negate & 8 ? 0xf : 0;
            const uint32_t projected = new_scratch();
            compute(Operation::Div, LaneKind::Float, {coordinates, divisor}, projected, 7);
            compute(Operation::Mov, LaneKind::Float, {divisor}, projected, 8);
            coordinates = register_source({Base::Scratch, projected}, identity_swizzle, false);
        }
        access.coordinates = vector_address(coordinates);
    }
    switch (instruction.opcode) {
        case Opcode::Txf:
        case Opcode::Txfms: access.lod = word_address(coordinates, 3); break;
        case Opcode::Txq: access.lod = word_address(coordinates, 0); break;
        case Opcode::Txd:
            access.gradient_x = vector_address(source(instruction.operands[1], false, 0xf));
            access.gradient_y = vector_address(source(instruction.operands[2], false, 0xf));
            break;
        case Opcode::Txgo:
            access.offsets = vector_address(source(instruction.operands[1], false, 0xf, DataType::S32));
            access.offsets_y = vector_address(source(instruction.operands[2], false, 0xf, DataType::S32));
            break;
        default: break;
    }
    decode_second_coordinates(instruction, coordinates, access);
    if (instruction.texture.offset_operand)
        access.offsets = vector_address(source(*instruction.texture.offset_operand, false, 0xf, DataType::S32));

    decode_unit(instruction.texture, access);
    code_.samples.push_back(access);
    const uint32_t texel = new_scratch();
    MicroOperation& step = emit(Step::Sample);
    step.destination = texel;
    step.target = static_cast<int32_t>(code_.samples.size()) - 1;

    // Straight into the result where all of it is wanted.
    const Destination& result = instruction.result;
    const bool plain = result.file == RegisterFile::Temporary && result.relative.file == RegisterFile::None &&
                       result.write_mask == 0xf && result.condition.test == ConditionTest::True &&
                       instruction.saturation == Saturation::None &&
                       instruction.condition_update == ConditionUpdate::None && !is_wide(result.variable) &&
                       !masked() && result_conversion(instruction) == Operation::Count &&
                       instruction.opcode != Opcode::Txqs;
    if (plain) {
        const Variable& variable = program_.variables[static_cast<size_t>(result.variable)];
        step.destination = register_place(result.file, variable.base + result.element).offset;
        note_write(step);
        return;
    }
    // TXQS gives a scalar, which goes to all components.
    const Source from = register_source({Base::Scratch, texel}, identity_swizzle, instruction.opcode == Opcode::Txqs);
    const LaneKind kind = instruction.opcode == Opcode::Txq || instruction.opcode == Opcode::Txqs
                              ? LaneKind::Signed
                              : lane_kind(instruction.type);
    const Operation conversion = result_conversion(instruction);
    compute(conversion == Operation::Count ? Operation::Mov : conversion, kind, {from}, instruction);
}

}  // namespace runtime::interpreter
