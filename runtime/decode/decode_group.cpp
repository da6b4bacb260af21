#include "runtime/decode/decode_group.h"

#include "runtime/decode/number_types.h"
#include "runtime/decode/results.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

namespace {

Source group_operand(DecodeContext& context, const Instruction& instruction, int index) {
    if (index >= instruction.operand_count) return {};
    const Operand& operand = instruction.operands[static_cast<size_t>(index)];
    const Source result = source(context, operand, operand.scalar, 0xf, operand_type(instruction, index));
    context.contents.note_reads(result, 0xf);
    return result;
}

}  // namespace

void decode_vote(DecodeContext& context, const Instruction& instruction, VoteStep::Vote vote) {
    VoteStep step;
    step.vote = vote;
    step.lanes = lane_kind(instruction.type);
    step.components = instruction.result.write_mask;
    step.source = group_operand(context, instruction, 0);
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    move_result(context, step.destination, vote == VoteStep::Vote::Ballot ? LaneKind::Unsigned : step.lanes,
                instruction);
}

void decode_quad_sum(DecodeContext& context, const Instruction& instruction, QuadSumStep::From from) {
    QuadSumStep step;
    step.from = from;
    step.other = group_operand(context, instruction, 0);
    step.own = group_operand(context, instruction, 1);
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    move_result(context, step.destination, lane_kind(instruction.type), instruction);
}

void decode_shuffle(DecodeContext& context, const Instruction& instruction, ShuffleStep::From from) {
    ShuffleStep step;
    step.from = from;
    step.lanes = lane_kind(instruction.type);
    step.components = instruction.result.write_mask;
    step.source = group_operand(context, instruction, 0);
    step.index = group_operand(context, instruction, 1);
    step.mask = group_operand(context, instruction, 2);
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    move_result(context, step.destination, step.lanes, instruction);
}

}  // namespace runtime::decoded
