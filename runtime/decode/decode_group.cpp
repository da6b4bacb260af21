#include "runtime/decode/decoder.h"

namespace runtime::interpreter {

namespace {

GroupOperation group_operation(Opcode opcode) {
    switch (opcode) {
        case Opcode::Tgall: return GroupOperation::All;
        case Opcode::Tgany: return GroupOperation::Any;
        case Opcode::Tgeq: return GroupOperation::Equal;
        case Opcode::Tgballot: return GroupOperation::Ballot;
        case Opcode::Qswz0: return GroupOperation::Quad0;
        case Opcode::Qswz1: return GroupOperation::Quad1;
        case Opcode::Qswz2: return GroupOperation::Quad2;
        case Opcode::Qswz3: return GroupOperation::Quad3;
        case Opcode::Qswzx: return GroupOperation::QuadAcross;
        case Opcode::Qswzy: return GroupOperation::QuadAlong;
        case Opcode::Shfidx: return GroupOperation::ShuffleIndex;
        case Opcode::Shfup: return GroupOperation::ShuffleUp;
        case Opcode::Shfdown: return GroupOperation::ShuffleDown;
        case Opcode::Shfxor: return GroupOperation::ShuffleXor;
        default: return GroupOperation::None;
    }
}

ThreadWord thread_word(BindingKind kind) {
    switch (kind) {
        case BindingKind::ThreadId: return ThreadWord::Id;
        case BindingKind::ThreadEqMask: return ThreadWord::EqualMask;
        case BindingKind::ThreadLtMask: return ThreadWord::LessMask;
        case BindingKind::ThreadLeMask: return ThreadWord::LessOrEqualMask;
        case BindingKind::ThreadGtMask: return ThreadWord::GreaterMask;
        case BindingKind::ThreadGeMask: return ThreadWord::GreaterOrEqualMask;
        case BindingKind::HelperThread: return ThreadWord::Helper;
        // state.thread.smcount and warpspersm are 1.
        case BindingKind::WarpId:
        case BindingKind::SmId: return ThreadWord::Zero;
        default: return ThreadWord::Count;
    }
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
    code_.straight = false;
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
void Decoder::decode_interpolation(const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
    InterpolationAccess access;
    access.place = instruction.opcode == Opcode::Ipac   ? InterpolationPlace::Centroid
                   : instruction.opcode == Opcode::Ipao ? InterpolationPlace::Offset
                                                        : InterpolationPlace::Sample;
    access.first = variable.base;
    access.size = variable.size;
    access.element = operand.element;
    if (operand.relative.file != RegisterFile::None) {
        access.indexed = true;
        access.index = index_source(operand.relative);
        note_read({access.index.base[0], access.index.offset[0]});
    }
    Source place;
    if (instruction.operand_count > 1) {
        const bool sample = access.place == InterpolationPlace::Sample;
        place = source(instruction.operands[1], sample || instruction.operands[1].scalar, 3,
                       sample ? DataType::U32 : DataType::F32);
        for (int c = 0; c < 2; c++) note_read({place.base[c], place.offset[c]});
    }
    code_.interpolations.push_back(access);
    const uint32_t value = new_scratch();
    MicroOperation& step = emit(Step::Interpolate);
    step.destination = value;
    step.sources[0] = place;
    step.target = static_cast<int32_t>(code_.interpolations.size()) - 1;
    Source from = register_source({Base::Scratch, value}, operand.swizzle, operand.scalar);
    from.absolute = operand.absolute;
    from.negate = operand.scalar ? (operand.negate & 1 ? 0xf : 0) : operand.negate;
    compute(Operation::Mov, LaneKind::Float, {from}, instruction);
}

// The threads' values meet in a step that does nothing else; its result is then moved as any other.
bool Decoder::decode_group(const Instruction& instruction) {
    const GroupOperation operation = group_operation(instruction.opcode);
    if (operation == GroupOperation::None) return false;
    Source sources[3];
    const auto count = static_cast<size_t>(instruction.operand_count);
    for (size_t i = 0; i < count && i < 3; i++) {
        const Operand& operand = instruction.operands[i];
        sources[i] = source(operand, operand.scalar, 0xf, arbasm::operand_type(instruction, static_cast<int>(i)));
        for (int c = 0; c < 4; c++) note_read({sources[i].base[c], sources[i].offset[c]});
    }
    const uint32_t result = new_scratch();
    MicroOperation& step = emit(Step::Group);
    step.group_operation = operation;
    step.kind = lane_kind(instruction.type);
    step.destination = result;
    std::copy(sources, sources + 3, step.sources);
    const LaneKind kind = operation == GroupOperation::Ballot ? LaneKind::Unsigned : lane_kind(instruction.type);
    compute(Operation::Mov, kind, {register_source({Base::Scratch, result}, identity_swizzle, false)}, instruction);
    return true;
}

// CALI: the API chose the label by its number, for each subroutine parameter.
void Decoder::decode_indirect_call(const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
    IndexedAccess access;
    access.file = RegisterFile::Subroutine;
    access.first = static_cast<uint32_t>(operand.variable);
    access.size = variable.size;
    access.element = operand.element;
    const bool indexed = operand.relative.file != RegisterFile::None;
    if (indexed) {
        access.index = index_source(operand.relative);
        note_read({access.index.base[0], access.index.offset[0]});
    }
    access.registers = indexed ? 1 : 0;
    code_.indexed.push_back(access);
    MicroOperation& step = emit(Step::CallIndirect);
    set_test(step, instruction.condition);
    step.target = static_cast<int32_t>(code_.indexed.size()) - 1;
    if (!called_) written_at_call_ = written_;
    called_ = true;
}

}  // namespace runtime::interpreter
