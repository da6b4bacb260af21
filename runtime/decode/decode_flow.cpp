#include "runtime/decode/decode_flow.h"

#include "runtime/decode/decode_convert.h"
#include "runtime/decode/decode_jumps.h"
#include "runtime/decode/lane_index.h"
#include "runtime/decode/number_types.h"
#include "runtime/decode/results.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

// ---- blocks ------------------------------------------------------------------------------------------------------

namespace {

// The step waits for its other end.
template <class T>
void open_block(DecodeContext& context, const T& step) {
    const StepPosition at = context.steps.here();
    context.steps.emit(step);
    context.flow.open(at);
}

}  // namespace

void decode_if(DecodeContext& context, const Instruction& instruction) {
    IfStep step;
    step.condition = condition_of(instruction.condition);
    open_block(context, step);
}

void decode_else(DecodeContext& context, const Instruction&) {
    const StepPosition at = context.steps.here();
    context.steps.emit(ElseStep{});
    if (!context.flow.is_in_block()) return;
    context.steps.get<IfStep>(context.flow.innermost().step).otherwise = at.step;
    context.flow.innermost() = at;
}

void decode_endif(DecodeContext& context, const Instruction&) {
    const StepOffset end = context.steps.emit(EndIfStep{});
    if (!context.flow.is_in_block()) return;
    const StepOffset begin = context.flow.close().step;
    if (context.steps.get<Step>(begin).kind == StepKind::If)
        context.steps.get<IfStep>(begin).otherwise = end;
    else
        context.steps.get<ElseStep>(begin).end = end;
}

void decode_repeat(DecodeContext& context, const Instruction& instruction) {
    RepeatStep step;
    step.counted = instruction.operand_count > 0;
    step.count_lanes = lane_kind(instruction.type);
    if (step.counted) {
        const bool wide = is_64_bit(instruction.type);
        step.count = source(context, instruction.operands[0], true, 1, type_of(step.count_lanes, wide));
        if (wide) {
            step.count = whole_turns(context, step.count, instruction.type);
            step.count_lanes = LaneKind::Signed;
        }
        context.contents.note_read(step.count.component(0));
    }
    open_block(context, step);
}

void decode_end_of_repeat(DecodeContext& context, const Instruction&) {
    EndRepeatStep step;
    if (context.flow.is_in_block()) {
        const StepPosition end = context.steps.here();
        const StepPosition begin = context.flow.close();
        step.body = begin.step + static_cast<StepOffset>(sizeof(RepeatStep));
        step.length = end.number - begin.number;
        context.steps.get<RepeatStep>(begin.step).end = end.step;
    }
    context.steps.emit(step);
}

void decode_break(DecodeContext& context, const Instruction& instruction) {
    BreakStep step;
    step.condition = condition_of(instruction.condition);
    context.steps.emit(step);
}

void decode_continue(DecodeContext& context, const Instruction& instruction) {
    ContinueStep step;
    step.condition = condition_of(instruction.condition);
    context.steps.emit(step);
}

// ---- subroutines -------------------------------------------------------------------------------------------------

void decode_call(DecodeContext& context, const Instruction& instruction) {
    if (context.flow.jumps_to_labels()) return decode_jump_call(context, instruction);
    context.flow.add_branch(context.steps.here(), instruction.target);
    CallStep step;
    step.condition = condition_of(instruction.condition);
    context.steps.emit(step);
    context.contents.note_call();
    context.flow.note_call();
}

void decode_indirect_call(DecodeContext& context, const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    CallIndirectStep step;
    step.condition = condition_of(instruction.condition);
    step.variable = operand.variable;
    step.size = variable_at(context.program, operand.variable).size;
    step.element = lane_index(context, operand.element, operand.relative);
    context.steps.emit(step);
    context.contents.note_call();
    context.flow.note_call();
}

void decode_return(DecodeContext& context, const Instruction& instruction) {
    if (context.flow.jumps_to_labels()) return decode_jump_return(context, instruction);
    ReturnStep step;
    step.condition = condition_of(instruction.condition);
    context.steps.emit(step);
    context.flow.note_return();
}

}  // namespace runtime::decoded
