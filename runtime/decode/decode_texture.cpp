#include "runtime/decode/decode_texture.h"

#include "runtime/decode/decode_images.h"
#include "runtime/decode/number_types.h"
#include "runtime/decode/older_dialects.h"
#include "runtime/decode/results.h"
#include "runtime/decode/sources.h"
#include "runtime/images/sample_target.h"

namespace runtime::decoded {

namespace {

// Where a whole vector lies in one piece, all lanes in memory; moved there if it does not.
SampleStep::Argument vector_address(DecodeContext& context, const Source& from) {
    bool plain = !from.modified();
    for (uint32_t c = 0; c < 4; c++)
        plain &= from.base[c] == from.base[0] && from.offset[c] == from.offset[0] + c * word_bytes;
    if (plain && from.base[0] != Base::Uniforms && from.base[0] != Base::Constants) {
        context.contents.note_reads(from, 0xf);
        return {true, from.component(0)};
    }
    const RegisterAddress to = context.registers.new_scratch();
    context.steps.compute(Operation::Mov, LaneKind::Float, {from}, to, 0xf);
    return {true, to};
}

SampleStep::Argument word_address(DecodeContext& context, const Source& from, int component) {
    Source single = from;
    for (int c = 0; c < 4; c++) set_component(single, c, from.component(component));
    single.negate = from.negate >> component & 1;
    const bool in_memory = from.base[component] != Base::Uniforms;
    if (in_memory && !single.absolute && single.negate == 0) {
        context.contents.note_read(single.component(0));
        return {true, single.component(0)};
    }
    const RegisterAddress to = context.registers.new_scratch();
    context.steps.compute(Operation::Mov, LaneKind::Float, {single}, to, 1);
    return {true, to};
}

// What has no room in the first vector of coordinates: see TextureAccess of ir/program.h.
void decode_second_coordinates(DecodeContext& context, const Instruction& instruction, const Source& first,
                               SampleStep& step) {
    const TextureTarget target = instruction.texture.target;
    const bool lod_given = instruction.opcode == Opcode::Txb || instruction.opcode == Opcode::Txl;
    const bool first_is_full = target == TextureTarget::TargetArrayCube || target == TextureTarget::TargetShadowCube ||
                               target == TextureTarget::TargetShadowArray2D ||
                               target == TextureTarget::TargetShadowArrayCube;
    if (lod_given && !first_is_full) step.lod = word_address(context, first, 3);
    const bool clamped = (instruction.modifiers & modifier_lodclamp) != 0;
    if (instruction.opcode == Opcode::Txd) {
        if (clamped) step.lod_clamp = word_address(context, source(context, instruction.operands[2], false, 0xf), 3);
        return;
    }
    if (instruction.opcode == Opcode::Txgo || instruction.operand_count < 2) return;
    const Source second = source(context, instruction.operands[1], instruction.operands[1].scalar, 0xf);
    int next = 0;
    if (target == TextureTarget::TargetShadowArrayCube) step.reference = word_address(context, second, next++);
    if (lod_given && first_is_full) step.lod = word_address(context, second, next++);
    // The clamp is in y where the targets' tables have room for a level of detail in x, whether it is used or not.
    const bool clamp_in_y = target == TextureTarget::TargetArrayCube || target == TextureTarget::TargetShadowCube;
    if (clamped) step.lod_clamp = word_address(context, second, clamp_in_y ? 1 : next);
}

// TXP: x, y and z are divided by w.
Source projected(DecodeContext& context, const Source& coordinates) {
    Source divisor = coordinates;
    for (int c = 0; c < 4; c++) set_component(divisor, c, coordinates.component(3));
    divisor.negate = coordinates.negate & 8 ? 0xf : 0;
    const RegisterAddress to = context.registers.new_scratch();
    context.steps.compute(Operation::Div, LaneKind::Float, {coordinates, divisor}, to, 7);
    context.steps.compute(Operation::Mov, LaneKind::Float, {divisor}, to, 8);
    return whole_register(to);
}

void decode_sample_operands(DecodeContext& context, const Instruction& instruction, SampleStep& step) {
    Source coordinates;
    if (instruction.operand_count > 0) {
        const OperandShape& shape = opcode_info(instruction.opcode).operands[0];
        coordinates = source(context, instruction.operands[0], instruction.operands[0].scalar, 0xf,
                             shape.type == 's' ? DataType::S32 : DataType::F32);
        if (instruction.opcode == Opcode::Txp) coordinates = projected(context, coordinates);
        step.coordinates = vector_address(context, coordinates);
    }
    switch (step.instruction.operation) {
        case SampleOperation::Fetch:
        case SampleOperation::FetchMultisample: step.lod = word_address(context, coordinates, 3); break;
        case SampleOperation::QuerySize: step.lod = word_address(context, coordinates, 0); break;
        case SampleOperation::Gradients:
            step.gradient_x = vector_address(context, source(context, instruction.operands[1], false, 0xf));
            step.gradient_y = vector_address(context, source(context, instruction.operands[2], false, 0xf));
            break;
        case SampleOperation::GatherOffsets:
            step.offsets = vector_address(context, source(context, instruction.operands[1], false, 0xf, DataType::S32));
            step.offsets_y =
                vector_address(context, source(context, instruction.operands[2], false, 0xf, DataType::S32));
            break;
        case SampleOperation::Implicit:
        case SampleOperation::Bias:
        case SampleOperation::ExplicitLod:
        case SampleOperation::Gather:
        case SampleOperation::QuerySamples:
        case SampleOperation::QueryLod: break;
    }
    decode_second_coordinates(context, instruction, coordinates, step);
    if (instruction.texture.offset_operand)
        step.offsets =
            vector_address(context, source(context, *instruction.texture.offset_operand, false, 0xf, DataType::S32));
}

// Whether all of the texel is wanted, as it is.
bool is_sampled_in_place(const DecodeContext& context, const Instruction& instruction) {
    const Destination& result = instruction.result;
    return result.file == RegisterFile::Temporary && result.relative.file == RegisterFile::None &&
           result.write_mask == 0xf && result.condition.test == ConditionTest::True &&
           instruction.saturation == Saturation::None && instruction.condition_update == ConditionUpdate::None &&
           !is_wide(context.program, result.variable) && !context.masked &&
           result_conversion(context.program, instruction) == Operation::Count && instruction.opcode != Opcode::Txqs;
}

}  // namespace

void decode_texture(DecodeContext& context, const Instruction& instruction, SampleOperation operation) {
    SampleStep step;
    SampleInstruction& sampled = step.instruction;
    const SampleTarget target = sample_target(instruction.texture.target);
    sampled.operation = operation;
    sampled.kind = target.kind;
    sampled.shadow = target.shadow;
    sampled.derivatives =
        context.program.stage == Stage::Fragment ||
        (context.program.stage == Stage::Compute && context.program.has(arbasm::Option::ArbDerivativeControl));
    sampled.offset = instruction.texture.offset;
    sampled.gather_component = instruction.texture.gather_component;
    decode_sample_operands(context, instruction, step);
    step.unit = unit_access(context, instruction.texture);
    step.sparse = (instruction.modifiers & modifier_sparse) != 0;
    if (is_sampled_in_place(context, instruction)) {
        Result result;
        result.destination = result_address(context, instruction.result);
        context.contents.note_write(result, false);
        step.destination = result.destination;
        context.steps.emit(step);
        return;
    }
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    // TXQS gives a scalar, which goes to all components.
    const bool scalar = operation == SampleOperation::QuerySamples;
    const Source from = register_source(step.destination, identity_swizzle, scalar);
    const bool query = scalar || operation == SampleOperation::QuerySize;
    const Operation conversion = result_conversion(context.program, instruction);
    compute(context, conversion == Operation::Count ? Operation::Mov : conversion,
            query ? LaneKind::Signed : lane_kind(instruction.type), {from}, instruction);
}

}  // namespace runtime::decoded
