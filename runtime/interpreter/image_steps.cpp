// Loads, stores and atomic operations on texels, a lane at a time.
#include <bit>

#include "runtime/formats/format.h"
#include "runtime/images/image_access.h"
#include "runtime/interpreter/access.h"
#include "runtime/memory/memory.h"

namespace runtime::interpreter {
namespace {

using arbasm::DataType;
using arbasm::LaneKind;
using Action = ImageAccess::Action;
using Place = FaultLog::Place;

// What a lane's instruction means; `entry` says how the application calls it, and whether it may not.
const ImageBinding& image_of_lane(const Machine& machine, const ImageAccess& access, int lane, FaultLog::Entry& entry) {
    static const ImageBinding none;
    const ProgramMemory* const memory = machine.environment->memory;
    if (access.by_handle) {
        entry.place = Place::ImageHandle;
        entry.address = read_wide_lane(machine, access.handle, 0, lane, LaneKind::Unsigned);
        if (memory && memory->handles) {
            const auto found = memory->handles->images.find(entry.address);
            if (found != memory->handles->images.end()) return found->second;
        }
        entry.fault = MemoryFault::NotResident;
        return none;
    }
    const auto unit = static_cast<size_t>(unit_of_lane(machine, access, lane));
    entry.place = Place::ImageUnit;
    entry.address = unit;
    return memory && unit < memory->images.size() ? memory->images[unit] : none;
}

uint64_t one_of(DataType type) { return type == DataType::F32 ? std::bit_cast<uint32_t>(1.0f) : 1; }

LaneKind kind_of(DataType type) {
    return type == DataType::F32 ? LaneKind::Float : type == DataType::S32 ? LaneKind::Signed : LaneKind::Unsigned;
}

// Loads, stores or changes a lane's texel. Texels that are not there, and formats of another size, are nobody's
// mistake: "invalid image loads will return zero, invalid image stores will have no effect" (3.9.X).
void access_texel(const Machine& machine, const ImageAccess& access, const ImageBinding& image, int lane,
                  uint64_t* values) {
    std::array<int32_t, 4> at{};
    for (int c = 0; c < 4; c++)
        if (access.components_used >> c & 1)
            at[static_cast<size_t>(c)] =
                static_cast<int32_t>(read_lane(machine, access.coordinates, c, lane, LaneKind::Signed));
    std::byte* const texel = find_texel(image, at);
    if (!texel) return;
    if (!access.formatted &&
        access_bytes(access.storage, access.components) != format_info(image.format).bytes_per_block)
        return;
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
        default: change_memory(texel, access.storage, access.components, access.atomic, data, values); break;
    }
}

}  // namespace

const MicroOperation* access_image(Machine& machine, const MicroOperation* o) {
    const ImageAccess& access = machine.program->images[static_cast<size_t>(o->target)];
    auto* const result = reinterpret_cast<uint32_t*>(machine.base[static_cast<int>(Base::Scratch)] + o->destination);
    const bool reads = access.action == Action::Load || access.action == Action::Atomic;
    const bool writes = access.action == Action::Store || access.action == Action::Atomic;
    // Only fragments that are there change images; helpers read, since their neighbours may want derivatives.
    const LaneMask real = machine.running & ~machine.group->helpers & ~machine.group->killed;
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const bool is_real = real >> lane & 1;
        uint64_t values[4] = {};
        if (is_real || !writes) {
            FaultLog::Entry entry;
            const ImageBinding& image = image_of_lane(machine, access, lane, entry);
            if (writes && !image.writable)
                entry.fault = MemoryFault::ReadOnly;
            else if (reads && !image.readable)
                entry.fault = MemoryFault::WriteOnly;
            if (entry.fault != MemoryFault::None) {
                const ProgramMemory* const memory = machine.environment->memory;
                entry.line = o->line;
                if (is_real && memory && memory->faults) memory->faults->record(entry);
            } else if (access.action == Action::Size) {
                const auto size = image_size(image);
                for (size_t c = 0; c < 4; c++) values[c] = size[c];
            } else if (access.action == Action::Samples) {
                values[0] = image ? static_cast<uint64_t>(image.samples()) : 0;
            } else {
                access_texel(machine, access, image, lane, values);
            }
        }
        if (access.action == Action::Store) continue;
        for (size_t c = 0; c < 4; c++)
            result[c * (word_bytes / 4) + static_cast<size_t>(lane)] = static_cast<uint32_t>(values[c]);
    }
    return o + 1;
}

}  // namespace runtime::interpreter
