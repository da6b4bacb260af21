#include "runtime/decode/decode_stages.h"

#include "runtime/decode/lane_index.h"
#include "runtime/decode/number_types.h"
#include "runtime/decode/results.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

// ---- fragments ---------------------------------------------------------------------------------------------------

void decode_kill(DecodeContext& context, const Instruction& instruction) {
    if (instruction.condition_operand) {
        KillPassingStep step;
        step.condition = condition_of(instruction.condition);
        context.steps.emit(step);
        return;
    }
    KillNegativeStep step;
    step.lanes = lane_kind(instruction.type);
    step.source = source(context, instruction.operands[0], false, 0xf);
    context.contents.note_reads(step.source, 0xf);
    context.steps.emit(step);
}

// The operand's swizzle, absolute value and sign apply to what was interpolated.
void decode_interpolation(DecodeContext& context, const Instruction& instruction, InterpolateAt where) {
    const Operand& operand = instruction.operands[0];
    const Variable& variable = variable_at(context.program, operand.variable);
    InterpolateStep step;
    step.where = where;
    step.first = variable.base;
    step.size = variable.size;
    step.element = lane_index(context, operand.element, operand.relative);
    if (instruction.operand_count > 1) {
        const bool sample = where == InterpolateAt::Sample;
        step.source = source(context, instruction.operands[1], sample || instruction.operands[1].scalar, 3,
                             sample ? DataType::U32 : DataType::F32);
        context.contents.note_reads(step.source, 3);
    }
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    Source from = register_source(step.destination, operand.swizzle, operand.scalar);
    from.absolute = operand.absolute;
    from.negate = operand.scalar ? (operand.negate & 1 ? 0xf : 0) : operand.negate;
    compute(context, Operation::Mov, LaneKind::Float, {from}, instruction);
}

// ---- stages before fragments -------------------------------------------------------------------------------------

void decode_emit_to_stream(DecodeContext& context, const Instruction& instruction) {
    EmitVertexStep step;
    step.has_stream = true;
    step.stream = source(context, instruction.operands[0], true, 1, DataType::S32);
    context.contents.note_read(step.stream.component(0));
    context.steps.emit(step);
}

// ---- time --------------------------------------------------------------------------------------------------------

void decode_clock(DecodeContext& context, const Instruction& instruction) {
    ReadClockStep step;
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    move_result(context, step.destination, LaneKind::Unsigned, instruction);
}

}  // namespace runtime::decoded
