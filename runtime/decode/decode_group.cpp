#include "runtime/decode/decoder.h"

namespace runtime::decoded {

namespace {

// The word of Base::Threads that a binding names; ThreadWord::Count: none.
ThreadWord thread_word(BindingKind kind) {
    struct Row {
        BindingKind kind;
        ThreadWord word;
    };
    static constexpr Row rows[] = {
        {BindingKind::ThreadId, ThreadWord::Id},
        {BindingKind::ThreadEqMask, ThreadWord::EqualMask},
        {BindingKind::ThreadLtMask, ThreadWord::LessMask},
        {BindingKind::ThreadLeMask, ThreadWord::LessOrEqualMask},
        {BindingKind::ThreadGtMask, ThreadWord::GreaterMask},
        {BindingKind::ThreadGeMask, ThreadWord::GreaterOrEqualMask},
        {BindingKind::HelperThread, ThreadWord::Helper},
        // state.thread.smcount and warpspersm are 1.
        {BindingKind::WarpId, ThreadWord::Zero},
        {BindingKind::SmId, ThreadWord::Zero},
    };
    for (const Row& row : rows)
        if (row.kind == kind) return row.word;
    return ThreadWord::Count;
}

}  // namespace

// Attributes that the engine itself knows.
bool Decoder::thread_source(const Operand& operand, bool scalar, Source& result) {
    if (operand.file != RegisterFile::Attribute || operand.variable < 0) return false;
    const auto number = static_cast<size_t>(register_number(operand.variable, operand.element));
    if (number >= program_.attributes.size()) return false;
    const ThreadWord word = thread_word(program_.attributes[number].binding.kind);
    if (word == ThreadWord::Count) return false;
    code_.uses_threads = true;
    for (size_t c = 0; c < 4; c++) {
        const uint8_t selected = operand.swizzle[scalar ? 0 : c];
        result.base[c] = selected >= swizzle_zero ? Base::Constants : Base::Threads;
        result.offset[c] = selected == swizzle_zero  ? zero_offset
                           : selected == swizzle_one ? one_offset
                           : selected == 0           ? static_cast<uint32_t>(word) * word_bytes
                                                     : 0;
    }
    return true;
}

// The operand's swizzle, absolute value and sign apply to what was interpolated.
void Decoder::decode_interpolation(const Instruction& instruction, InterpolationPlace where) {
    const Operand& operand = instruction.operands[0];
    const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
    InterpolateStep step;
    step.where = where;
    step.first = variable.base;
    step.size = variable.size;
    step.element = lane_index(operand.element, operand.relative);
    if (instruction.operand_count > 1) {
        const bool sample = where == InterpolationPlace::Sample;
        step.source = source(instruction.operands[1], sample || instruction.operands[1].scalar, 3,
                             sample ? DataType::U32 : DataType::F32);
        note_reads(step.source, 3);
    }
    step.place = {Base::Scratch, new_scratch()};
    emit(step);
    Source from = register_source(step.place, operand.swizzle, operand.scalar);
    from.absolute = operand.absolute;
    from.negate = operand.scalar ? (operand.negate & 1 ? 0xf : 0) : operand.negate;
    compute(Operation::Mov, LaneKind::Float, {from}, instruction);
}

// ---- The threads' values meet in a step that does nothing else; its result is then moved as any other. -----------

Source Decoder::group_operand(const Instruction& instruction, int index) {
    if (index >= instruction.operand_count) return {};
    const Operand& operand = instruction.operands[static_cast<size_t>(index)];
    const Source result = source(operand, operand.scalar, 0xf, operand_type(instruction, index));
    note_reads(result, 0xf);
    return result;
}

void Decoder::decode_vote(const Instruction& instruction, VoteStep::Vote vote) {
    VoteStep step;
    step.vote = vote;
    step.lanes = lane_kind(instruction.type);
    step.source = group_operand(instruction, 0);
    step.place = {Base::Scratch, new_scratch()};
    emit(step);
    compute(Operation::Mov, vote == VoteStep::Vote::Ballot ? LaneKind::Unsigned : step.lanes,
            {register_source(step.place, identity_swizzle, false)}, instruction);
}

void Decoder::decode_clock(const Instruction& instruction) {
    ReadClockStep step;
    step.place = {Base::Scratch, new_scratch()};
    emit(step);
    compute(Operation::Mov, LaneKind::Unsigned, {register_source(step.place, identity_swizzle, false)}, instruction);
}

void Decoder::decode_quad_sum(const Instruction& instruction, QuadSumStep::From from) {
    QuadSumStep step;
    step.from = from;
    step.other = group_operand(instruction, 0);
    step.own = group_operand(instruction, 1);
    step.place = {Base::Scratch, new_scratch()};
    emit(step);
    compute(Operation::Mov, lane_kind(instruction.type), {register_source(step.place, identity_swizzle, false)},
            instruction);
}

void Decoder::decode_shuffle(const Instruction& instruction, ShuffleStep::From from) {
    ShuffleStep step;
    step.from = from;
    step.lanes = lane_kind(instruction.type);
    step.source = group_operand(instruction, 0);
    step.index = group_operand(instruction, 1);
    step.mask = group_operand(instruction, 2);
    step.place = {Base::Scratch, new_scratch()};
    emit(step);
    compute(Operation::Mov, step.lanes, {register_source(step.place, identity_swizzle, false)}, instruction);
}

}  // namespace runtime::decoded
