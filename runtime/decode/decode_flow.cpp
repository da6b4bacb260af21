#include "runtime/decode/decoder.h"

namespace runtime::decoded {

// An IF, ELSE or REP step waits for its other end.
void Decoder::open(const Target& step) {
    nesting_.push_back(step);
    code_.max_nesting = std::max(code_.max_nesting, static_cast<uint32_t>(nesting_.size()));
}

void Decoder::decode_if(const Instruction& instruction) {
    IfStep step;
    step.condition = condition_of(instruction.condition);
    const Target at = here();
    emit(step);
    open(at);
}

void Decoder::decode_else(const Instruction&) {
    const Target at = here();
    emit(ElseStep{});
    if (nesting_.empty()) return;
    code_.steps.get<IfStep>(nesting_.back().step).otherwise = at.step;
    nesting_.back() = at;
}

void Decoder::decode_endif(const Instruction&) {
    const StepOffset end = emit(EndIfStep{});
    if (nesting_.empty()) return;
    const StepOffset begin = nesting_.back().step;
    if (code_.steps.at(begin)->kind == StepKind::If)
        code_.steps.get<IfStep>(begin).otherwise = end;
    else
        code_.steps.get<ElseStep>(begin).end = end;
    nesting_.pop_back();
}

void Decoder::decode_repeat(const Instruction& instruction) {
    RepeatStep step;
    step.counted = instruction.operand_count > 0;
    step.count_lanes = lane_kind(instruction.type);
    if (step.counted) {
        const bool wide = is_64_bit(instruction.type);
        step.count = source(instruction.operands[0], true, 1, type_of(step.count_lanes, wide));
        if (wide) {
            step.count = whole_turns(step.count, instruction.type);
            step.count_lanes = LaneKind::Signed;
        }
        note_read(step.count.component(0));
    }
    const Target at = here();
    emit(step);
    open(at);
}

void Decoder::decode_end_of_repeat(const Instruction&) {
    EndRepeatStep step;
    const Target end = here();
    if (nesting_.empty()) {
        emit(step);
        return;
    }
    const Target begin = nesting_.back();
    nesting_.pop_back();
    step.body = begin.step + static_cast<StepOffset>(sizeof(RepeatStep));
    step.length = end.number - begin.number;
    code_.steps.get<RepeatStep>(begin.step).end = end.step;
    emit(step);
}

void Decoder::decode_break(const Instruction& instruction) {
    BreakStep step;
    step.condition = condition_of(instruction.condition);
    emit(step);
}

void Decoder::decode_continue(const Instruction& instruction) {
    ContinueStep step;
    step.condition = condition_of(instruction.condition);
    emit(step);
}

void Decoder::decode_call(const Instruction& instruction) {
    branches_.push_back({here(), instruction.target});
    if (facts_.jumps_to_labels) {
        JumpCallStep step;
        step.condition = condition_of(instruction.condition);
        emit(step);
        return;
    }
    CallStep step;
    step.condition = condition_of(instruction.condition);
    emit(step);
    if (!called_) written_at_call_ = written_;
    called_ = true;
}

// CALI: the API chose the label by its number, for each subroutine parameter.
void Decoder::decode_indirect_call(const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    CallIndirectStep step;
    step.condition = condition_of(instruction.condition);
    step.variable = operand.variable;
    step.size = program_.variables[static_cast<size_t>(operand.variable)].size;
    step.element = lane_index(operand.element, operand.relative);
    emit(step);
    if (!called_) written_at_call_ = written_;
    called_ = true;
}

void Decoder::decode_return(const Instruction& instruction) {
    if (facts_.jumps_to_labels) {
        JumpReturnStep step;
        step.condition = condition_of(instruction.condition);
        emit(step);
        return;
    }
    ReturnStep step;
    step.condition = condition_of(instruction.condition);
    emit(step);
    returned_ = true;
}

void Decoder::decode_kill(const Instruction& instruction) {
    if (instruction.condition_operand) {
        KillPassingStep step;
        step.condition = condition_of(instruction.condition);
        emit(step);
        return;
    }
    KillNegativeStep step;
    step.lanes = lane_kind(instruction.type);
    step.source = source(instruction.operands[0], false, 0xf);
    note_reads(step.source, 0xf);
    emit(step);
}

}  // namespace runtime::decoded
