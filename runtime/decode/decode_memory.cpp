#include "runtime/decode/decode_memory.h"

#include <algorithm>

#include "runtime/decode/fetched_operands.h"
#include "runtime/decode/number_types.h"
#include "runtime/decode/results.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

namespace {

using Space = AccessMemoryStep::Space;
using Action = AccessMemoryStep::Action;

// Counts the components that an instruction loads, up to the last that goes anywhere.
uint8_t components_taken(const Instruction& instruction, const Swizzle& swizzle, bool scalar) {
    uint8_t count = 1;
    for (size_t c = 0; c < 4; c++) {
        if (!(instruction.result.write_mask >> c & 1)) continue;
        count = std::max<uint8_t>(count, static_cast<uint8_t>(swizzle[scalar ? 0 : c] + 1));
    }
    return std::min(count, instruction.storage_components);
}

}  // namespace

void decode_load_constants(DecodeContext& context, const Instruction& instruction) {
    if (is_64_bit(instruction.storage)) return decode_memory(context, instruction, Space::Constant, Action::Load);
    const Operand& operand = instruction.operands[0];
    const LaneKind kind = lane_kind(instruction.storage);
    const RegisterAddress loaded = fetch_from_buffer(context, operand, instruction.storage,
                                                     components_taken(instruction, operand.swizzle, operand.scalar));
    Source from = register_source(loaded, operand.swizzle, operand.scalar);
    set_signs(from, operand, kind);
    compute(context, Operation::Mov, kind, {from}, instruction);
}

void decode_memory(DecodeContext& context, const Instruction& instruction, AccessMemoryStep::Space space,
                   AccessMemoryStep::Action action) {
    const bool counter = space == Space::Counter;
    AccessMemoryStep step;
    step.space = space;
    step.action = action;
    step.atomic = instruction.atomic;
    step.storage = counter ? DataType::U32 : instruction.storage;
    step.components = counter ? 1 : instruction.storage_components;
    step.needed = step.components;
    step.wide = is_64_bit(instruction.type);

    size_t next = 0;
    if (action == Action::Store || (action == Action::Atomic && !counter)) {
        uint8_t needed = static_cast<uint8_t>((1u << step.components) - 1);
        if (step.atomic == AtomicOperation::CompareSwap) needed |= 3;
        const Operand& data = instruction.operands[next++];
        step.data = source(context, data, data.scalar, needed, instruction.type);
        context.contents.note_reads(step.data, needed, step.wide);
    }
    const Operand& operand = instruction.operands[next];
    if (action == Action::Load)
        step.needed = space == Space::Constant ? components_taken(instruction, operand.swizzle, operand.scalar)
                                               : components_taken(instruction, identity_swizzle, false);
    if (space == Space::Address) {
        step.address = source(context, operand, true, 1, DataType::U64);
        context.contents.note_reads(step.address, 1, true);
    } else {
        step.buffer = buffer_element(context, operand);
        if (counter) {
            step.buffer.first *= 4;
            step.buffer.size *= 4;
        }
    }
    step.destination = context.registers.new_scratch(step.wide);
    context.steps.emit(step);
    if (action == Action::Store) return;
    Source from = whole_register(step.destination);
    if (space == Space::Constant) {
        from = register_source(step.destination, operand.swizzle, operand.scalar);
        set_signs(from, operand, lane_kind(instruction.type));
    }
    compute(context, Operation::Mov, instruction.type, {from}, instruction);
}

}  // namespace runtime::decoded
