#include "runtime/interpreter/decoder.h"

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

}  // namespace

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
    access.first = static_cast<uint32_t>(variable.base);
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
