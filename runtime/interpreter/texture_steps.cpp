// Texture accesses. Lanes that use the same unit, or handle, go together.
#include <bit>

#include "runtime/interpreter/execute.h"
#include "runtime/memory/memory.h"
#include "runtime/sampling/sampler.h"

namespace runtime::interpreter {
namespace {

using arbasm::LaneKind;

SampleOperands operands_of(const Machine& machine, const SampleStep& step) {
    const auto at = [&](const SampleStep::Argument& argument) -> const void* {
        return argument.is_given ? machine.pointer(argument.address) : nullptr;
    };
    SampleOperands operands;
    operands.coordinates = static_cast<const LaneVector*>(at(step.coordinates));
    operands.reference = static_cast<const LaneWord*>(at(step.reference));
    operands.lod = static_cast<const LaneWord*>(at(step.lod));
    operands.lod_clamp = static_cast<const LaneWord*>(at(step.lod_clamp));
    operands.gradient_x = static_cast<const LaneVector*>(at(step.gradient_x));
    operands.gradient_y = static_cast<const LaneVector*>(at(step.gradient_y));
    operands.offsets = static_cast<const LaneVector*>(at(step.offsets));
    operands.offsets_y = static_cast<const LaneVector*>(at(step.offsets_y));
    return operands;
}

const TextureBinding& binding_of(const Machine& machine, int32_t unit) {
    static const TextureBinding none;
    const auto textures = machine.environment->textures;
    return static_cast<size_t>(unit) < textures.size() ? textures[static_cast<size_t>(unit)] : none;
}

}  // namespace

int32_t unit_of_lane(const Machine& machine, const UnitAccess& access, int lane) {
    if (!access.is_array) return access.first;
    return access.first + clamped_index(index_of_lane(machine, access.element, lane), access.count);
}

namespace {

// The resident texture of a handle; none, and a message, if there is no such texture.
const TextureBinding& binding_of_handle(const Machine& machine, uint64_t handle, LaneMask lanes, uint32_t origin) {
    static const TextureBinding none;
    const ProgramMemory* const memory = machine.environment->memory;
    if (memory && memory->handles) {
        const auto found = memory->handles->textures.find(handle);
        if (found != memory->handles->textures.end()) return found->second;
    }
    const LaneMask real = lanes & ~machine.group->helpers & ~machine.group->killed;
    if (memory && memory->faults && real != 0)
        memory->faults->add(
            {MemoryFault::NotResident, FaultLog::AddressKind::TextureHandle, handle, line_of(*machine.code, origin)});
    return none;
}

void access(const TextureBinding& binding, const SampleStep& step, const SampleOperands& operands, LaneMask lanes,
            LaneVector& result, LaneMask& missing) {
    if (!step.sparse) return sample(binding, step.instruction, operands, lanes, result);
    LaneMask some = 0;
    sample_sparse(binding, step.instruction, operands, lanes, result, some);
    missing |= some;
}

}  // namespace

const Step* execute(Machine& machine, const SampleStep& step) {
    const UnitAccess& unit = step.unit;
    const SampleOperands operands = operands_of(machine, step);
    LaneVector& result = machine.vector(step.destination);
    LaneMask missing = 0;
    if (!unit.varies()) {
        access(binding_of(machine, unit.first), step, operands, machine.running, result, missing);
        if (step.sparse) set_sparse_code(machine, missing);
        return next_of(step);
    }
    // The result may be where the operands are, so it is written when all have been read.
    LaneVector whole;
    LaneMask rest = machine.running;
    while (rest != 0) {
        const auto number_of = [&](int lane) -> uint64_t {
            return unit.by_handle ? read_wide_lane(machine, unit.handle, 0, lane, LaneKind::Unsigned)
                                  : static_cast<uint64_t>(unit_of_lane(machine, unit, lane));
        };
        const uint64_t number = number_of(std::countr_zero(rest));
        LaneMask same = 0;
        for (int lane = 0; lane < group_lanes; lane++)
            if ((rest >> lane & 1) && number_of(lane) == number) same |= LaneMask{1} << lane;
        LaneVector part;
        access(unit.by_handle ? binding_of_handle(machine, number, same, step.origin)
                              : binding_of(machine, static_cast<int32_t>(number)),
               step, operands, same, part, missing);
        for (int c = 0; c < 4; c++)
            for (int lane = 0; lane < group_lanes; lane++)
                if (same >> lane & 1) whole.component[c].lane[lane] = part.component[c].lane[lane];
        rest &= ~same;
    }
    for (int c = 0; c < 4; c++)
        for (int lane = 0; lane < group_lanes; lane++)
            if (machine.running >> lane & 1) result.component[c].lane[lane] = whole.component[c].lane[lane];
    if (step.sparse) set_sparse_code(machine, missing);
    return next_of(step);
}

}  // namespace runtime::interpreter
