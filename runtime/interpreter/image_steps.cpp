// Loads, stores and atomic operations on texels, a lane at a time.
#include <bit>

#include "runtime/formats/format.h"
#include "runtime/images/image_access.h"
#include "runtime/interpreter/execute.h"
#include "runtime/memory/memory.h"

namespace runtime::interpreter {
namespace {

using arbasm::DataType;
using arbasm::LaneKind;
using Action = AccessImageStep::Action;
using AddressKind = FaultLog::AddressKind;

// What a lane's instruction means; `entry` says how the application calls it, and whether it may not.
const ImageBinding& image_of_lane(const Machine& machine, const UnitAccess& access, int lane, FaultLog::Entry& entry) {
    static const ImageBinding none;
    const ProgramMemory* const memory = machine.environment->memory;
    if (access.by_handle) {
        entry.kind = AddressKind::ImageHandle;
        entry.address = read_wide_lane(machine, access.handle, 0, lane, LaneKind::Unsigned);
        if (memory && memory->handles) {
            const auto found = memory->handles->images.find(entry.address);
            if (found != memory->handles->images.end()) return found->second;
        }
        entry.fault = MemoryFault::NotResident;
        return none;
    }
    const auto unit = static_cast<size_t>(unit_of_lane(machine, access, lane));
    entry.kind = AddressKind::ImageUnit;
    entry.address = unit;
    return memory && unit < memory->images.size() ? memory->images[unit] : none;
}

uint64_t one_of(DataType type) { return type == DataType::F32 ? std::bit_cast<uint32_t>(1.0f) : 1; }

LaneKind kind_of(DataType type) {
    return type == DataType::F32 ? LaneKind::Float : type == DataType::S32 ? LaneKind::Signed : LaneKind::Unsigned;
}

// Loads, stores or changes a lane's texel. Texels that are not there, and formats of another size, are no errors:
// "invalid image loads will return zero, invalid image stores will have no effect" (3.9.X).
// True: there is such a texel, but no memory for it.
bool access_texel(const Machine& machine, const AccessImageStep& access, const ImageBinding& image, int lane,
                  uint64_t* values) {
    std::array<int32_t, 4> at{};
    for (int c = 0; c < 4; c++)
        if (access.components_used >> c & 1)
            at[static_cast<size_t>(c)] =
                static_cast<int32_t>(read_lane(machine, access.coordinates, c, lane, LaneKind::Signed));
    std::byte* const texel = find_texel(image, at);
    if (!texel) {
        // Zeros of the image's format: what it has no components for is filled up, as in texels that are there.
        static constexpr std::byte zeros[16]{};
        if (image && access.formatted && access.action == Action::Load) {
            const Texel loaded = load_texel(image, zeros, access.type);
            for (size_t c = 0; c < 4; c++) values[c] = loaded[c];
        }
        return access.sparse && lacks_memory(image, at);
    }
    if (!access.formatted &&
        access_bytes(access.storage, access.components) != format_info(image.format).bytes_per_block)
        return false;
    uint64_t data[4] = {};
    if (access.action != Action::Load)
        for (int c = 0; c < 4; c++) data[c] = read_lane(machine, access.data, c, lane, kind_of(access.type));
    switch (access.action) {
        case Action::Load:
            if (access.formatted) {
                const Texel loaded = load_texel(image, texel, access.type);
                for (size_t c = 0; c < 4; c++) values[c] = loaded[c];
            } else {
                values[3] = one_of(access.type);
                load_memory(texel, access.storage, access.components, values);
            }
            break;
        case Action::Store:
            if (access.formatted) {
                Texel given;
                for (size_t c = 0; c < 4; c++) given[c] = static_cast<uint32_t>(data[c]);
                store_texel(image, texel, access.type, given);
            } else {
                store_memory(texel, access.storage, access.components, data);
            }
            break;
        case Action::Atomic:
            change_memory(texel, access.storage, access.components, access.atomic, data, values);
            break;
    }
    return false;
}

void write_lane(LaneVector& result, int lane, const uint64_t* values) {
    for (size_t c = 0; c < 4; c++) result.component[c].lane[lane] = static_cast<uint32_t>(values[c]);
}

void report(const Machine& machine, FaultLog::Entry& entry, uint32_t origin) {
    const ProgramMemory* const memory = machine.environment->memory;
    entry.line = line_of(*machine.code, origin);
    if (memory && memory->faults) memory->faults->add(entry);
}

// Only fragments that are there change images; helpers read, since derivatives may take their values.
LaneMask real_lanes(const Machine& machine) {
    return machine.running & ~machine.group->helpers & ~machine.group->killed;
}

}  // namespace

const Step* execute(Machine& machine, const AccessImageStep& access) {
    const LaneMask real = real_lanes(machine);
    LaneMask missing = 0;
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const bool is_real = real >> lane & 1;
        uint64_t values[4] = {};
        if (is_real || access.action == Action::Load) {
            FaultLog::Entry entry;
            const ImageBinding& image = image_of_lane(machine, access.unit, lane, entry);
            if (access.action != Action::Load && !image.writable)
                entry.fault = MemoryFault::ReadOnly;
            else if (access.action != Action::Store && !image.readable)
                entry.fault = MemoryFault::WriteOnly;
            if (entry.fault != MemoryFault::None) {
                if (is_real) report(machine, entry, access.origin);
            } else if (access_texel(machine, access, image, lane, values)) {
                missing |= LaneMask{1} << lane;
            }
        }
        if (access.action != Action::Store) write_lane(machine.vector(access.destination), lane, values);
    }
    if (access.sparse) set_sparse_code(machine, missing);
    return next_of(access);
}

const Step* execute(Machine& machine, const QueryImageStep& query) {
    const LaneMask real = real_lanes(machine);
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        uint64_t values[4] = {};
        FaultLog::Entry entry;
        const ImageBinding& image = image_of_lane(machine, query.unit, lane, entry);
        if (entry.fault != MemoryFault::None) {
            if (real >> lane & 1) report(machine, entry, query.origin);
        } else if (query.question == QueryImageStep::Question::Samples) {
            values[0] = image ? static_cast<uint64_t>(image.samples()) : 0;
        } else {
            const auto size = image_size(image);
            for (size_t c = 0; c < 4; c++) values[c] = size[c];
        }
        write_lane(machine.vector(query.destination), lane, values);
    }
    return next_of(query);
}

}  // namespace runtime::interpreter
