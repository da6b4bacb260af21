#include "runtime/decode/decoder.h"

namespace runtime::interpreter {
namespace {

using Space = MemoryAccess::Space;
using Action = MemoryAccess::Action;

struct MemoryMeaning {
    Space space;
    Action action;
};

MemoryMeaning memory_meaning(Opcode opcode) {
    switch (opcode) {
        case Opcode::Ldc: return {Space::Constant, Action::Load};
        case Opcode::Ldb: return {Space::Storage, Action::Load};
        case Opcode::Stb: return {Space::Storage, Action::Store};
        case Opcode::Atomb: return {Space::Storage, Action::Atomic};
        case Opcode::Lds: return {Space::Shared, Action::Load};
        case Opcode::Sts: return {Space::Shared, Action::Store};
        case Opcode::Atoms: return {Space::Shared, Action::Atomic};
        case Opcode::Atomctr: return {Space::Counter, Action::Atomic};
        case Opcode::Store: return {Space::Address, Action::Store};
        case Opcode::Atom: return {Space::Address, Action::Atomic};
        default: return {Space::Address, Action::Load};
    }
}

}  // namespace

void Decoder::note_memory_read(const Source& from, uint8_t components, bool wide) {
    for (int c = 0; c < 4; c++) {
        if (!(components >> c & 1)) continue;
        note_read({from.base[c], from.offset[c]});
        if (wide) note_read({from.base[c], from.offset[c] + vector_bytes});
    }
}

void Decoder::decode_memory(const Instruction& instruction) {
    const auto [space, action] = memory_meaning(instruction.opcode);
    MemoryAccess access;
    access.space = space;
    access.action = action;
    access.atomic = instruction.atomic;
    access.storage = space == Space::Counter ? DataType::U32 : instruction.storage;
    access.components = space == Space::Counter ? 1 : instruction.storage_components;
    access.wide = is_64_bit(instruction.type);

    size_t next = 0;
    const bool has_data = action == Action::Store || (action == Action::Atomic && space != Space::Counter);
    if (has_data) {
        uint8_t needed = static_cast<uint8_t>((1u << access.components) - 1);
        if (access.atomic == AtomicOperation::CompareSwap) needed |= 3;
        const Operand& data = instruction.operands[next++];
        access.data = source(data, data.scalar, needed, instruction.type);
        note_memory_read(access.data, needed, access.wide);
    }
    const Operand& place = instruction.operands[next];
    if (space == Space::Address) {
        access.address = source(place, true, 1, DataType::U64);
        note_memory_read(access.address, 1, true);
    } else {
        access.place = buffer_access(place);
        if (space == Space::Counter) {
            access.place.first *= 4;
            access.place.size *= 4;
        }
    }
    code_.memory.push_back(access);
    const uint32_t values = access.wide ? new_wide_scratch() : new_scratch();
    MicroOperation& step = emit(Step::AccessMemory);
    step.destination = values;
    step.target = static_cast<int32_t>(code_.memory.size()) - 1;
    if (action == Action::Store) return;
    Source from = register_source({Base::Scratch, values}, identity_swizzle, false);
    if (space == Space::Constant) {
        from = register_source({Base::Scratch, values}, place.swizzle, place.scalar);
        set_signs(from, place, lane_kind(instruction.type));
    }
    compute(Operation::Mov, instruction.type, {from}, instruction);
}

}  // namespace runtime::interpreter
