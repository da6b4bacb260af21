// Loads, stores and atomic operations, a lane at a time.
#include <algorithm>
#include <atomic>
#include <bit>

#include "ir/semantics/convert_number.h"
#include "runtime/interpreter/execute.h"
#include "runtime/memory/memory.h"

namespace runtime::interpreter {
namespace {

using arbasm::LaneKind;
using Space = AccessMemoryStep::Space;
using Action = AccessMemoryStep::Action;

uint64_t register_value(const Machine& machine, const Source& source, int component, int lane, bool wide,
                        LaneKind kind) {
    return wide ? read_wide_lane(machine, source, component, lane, kind)
                : read_lane(machine, source, component, lane, kind);
}

LaneKind kind_of(arbasm::DataType storage) {
    return arbasm::is_float(storage)            ? LaneKind::Float
           : arbasm::is_signed_integer(storage) ? LaneKind::Signed
                                                : LaneKind::Unsigned;
}

// What all lanes of an access have in common.
struct AccessShape {
    uint32_t bytes, alignment;
    bool writes;

    explicit AccessShape(const AccessMemoryStep& access)
        : bytes(access_bytes(access.storage, access.needed)),
          alignment(access_bytes(access.storage, access.components)),
          writes(access.action != Action::Load && access.atomic != arbasm::AtomicOperation::CounterGet) {}
};

// Where a lane goes; null, and why, if it can't.
std::byte* find_memory_of_lane(const Machine& machine, const AccessMemoryStep& access, const AccessShape& shape,
                               int lane, FaultLog::Entry& entry) {
    const ProgramEnvironment& environment = *machine.environment;
    const ProgramMemory* const memory = environment.memory;
    const auto [bytes, alignment, writes] = shape;
    if (access.space == Space::Address) {
        entry.kind = FaultLog::AddressKind::Address;
        entry.address = read_wide_lane(machine, access.address, 0, lane, LaneKind::Unsigned);
        entry.fault = MemoryFault::NoBuffer;
        return memory && memory->table ? memory->table->find(entry.address, bytes, alignment, writes, entry.fault)
                                       : nullptr;
    }
    const BufferElement& buffer = access.buffer;
    const int64_t element = index_of_lane(machine, buffer.element, lane);
    const int64_t offset = access.space == Space::Counter ? 4 * element : element;
    entry.address = static_cast<uint64_t>(offset + buffer.first);
    if (offset < 0 || offset + int64_t{bytes} > buffer.size) {
        entry.fault = MemoryFault::Outside;
        return nullptr;
    }
    MemoryRange range;
    if (access.space == Space::Shared) {
        range.data = machine.group->shared.data();
        range.size = machine.group->shared.size();
    } else {
        const int32_t number = clamped_index(index_of_lane(machine, buffer.number, lane), buffer.buffer_count);
        const auto index = static_cast<size_t>(buffer.buffer + number);
        if (access.space == Space::Constant) {
            if (index < environment.constant_buffers.size()) {
                const auto contents = environment.constant_buffers[index];
                range.data = const_cast<std::byte*>(contents.data());  // loads only
                range.size = contents.size();
            }
        } else if (memory) {
            const auto& buffers = access.space == Space::Storage ? memory->storage_buffers : memory->counter_buffers;
            if (index < buffers.size()) {
                range.data = buffers[index].data;
                range.size = buffers[index].size;
                range.writable = buffers[index].writable;
            }
        }
    }
    return find_memory(range, entry.address, bytes, alignment, writes, entry.fault);
}

}  // namespace

const Step* execute(Machine& machine, const AccessMemoryStep& access) {
    auto* const result = reinterpret_cast<uint32_t*>(machine.pointer(access.destination));
    const auto give = [&](int lane, const uint64_t* values) {
        if (access.action == Action::Store) return;
        for (size_t c = 0; c < 4; c++) {
            uint32_t* const low = result + c * (word_bytes / 4) + lane;
            *low = static_cast<uint32_t>(values[c]);
            if (access.wide) low[vector_bytes / 4] = static_cast<uint32_t>(values[c] >> 32);
        }
    };
    // Only fragments that are there change memory; helpers read, since derivatives may take their values.
    const LaneMask real = machine.running & ~machine.group->helpers & ~machine.group->killed;
    const LaneMask lanes = access.action == Action::Load ? machine.running : real;
    const LaneKind kind = kind_of(access.storage);
    const int operands = access.atomic == arbasm::AtomicOperation::CompareSwap ? 2 : int{access.components};
    const bool has_data =
        access.action == Action::Store || (access.action == Action::Atomic && access.space != Space::Counter);
    const AccessShape shape(access);
    constexpr uint64_t nothing[4] = {};
    for (LaneMask rest = machine.running & ~lanes; rest != 0; rest &= rest - 1) give(std::countr_zero(rest), nothing);
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        FaultLog::Entry entry;
        std::byte* const at = find_memory_of_lane(machine, access, shape, lane, entry);
        if (!at) {
            give(lane, nothing);
            // Reads beyond a constant buffer are "undefined", but no error to report.
            if (access.space != Space::Constant && (real >> lane & 1) && machine.environment->memory &&
                machine.environment->memory->faults) {
                entry.line = line_of(*machine.code, access.origin);
                machine.environment->memory->faults->add(entry);
            }
            continue;
        }
        uint64_t values[4] = {}, data[4] = {};
        if (has_data)
            for (int c = 0; c < operands; c++)
                data[c] = register_value(machine, access.data, c, lane, access.wide, kind);
        switch (access.action) {
            case Action::Load: load_memory(at, access.storage, access.needed, values); break;
            case Action::Store: store_memory(at, access.storage, access.components, data); break;
            case Action::Atomic:
                change_memory(at, access.storage, access.components, access.atomic, data, values);
                break;
        }
        give(lane, values);
    }
    return next_of(access);
}

const Step* execute(Machine&, const MemoryBarrierStep& step) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return next_of(step);
}

}  // namespace runtime::interpreter
