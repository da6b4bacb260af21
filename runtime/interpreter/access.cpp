#include "runtime/interpreter/access.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "arbasm/ir/half_float.h"
#include "runtime/interpreter/stages.h"
#include "runtime/memory/memory.h"

namespace runtime::interpreter {
namespace {

using arbasm::DataType;
using arbasm::LaneKind;
using arbasm::RegisterFile;

LaneWord& word_at(const Machine& machine, Base base, uint64_t offset) {
    return *reinterpret_cast<LaneWord*>(machine.base[static_cast<int>(base)] + offset);
}

LaneVector& destination_of(const Machine& machine, const MicroOperation* o) {
    return *reinterpret_cast<LaneVector*>(machine.base[static_cast<int>(o->destination_base)] + o->destination);
}

int32_t clamped_index(int64_t index, int32_t size) {
    return static_cast<int32_t>(std::clamp<int64_t>(index, 0, size - 1));
}

SampleOperands operands_of(const Machine& machine, const SampleAccess& access) {
    const auto at = [&](const SampleAccess::Address& address) -> const void* {
        if (address.offset < 0) return nullptr;
        return machine.base[static_cast<int>(address.base)] + address.offset;
    };
    SampleOperands operands;
    operands.coordinates = static_cast<const LaneVector*>(at(access.coordinates));
    operands.reference = static_cast<const LaneWord*>(at(access.reference));
    operands.lod = static_cast<const LaneWord*>(at(access.lod));
    operands.lod_clamp = static_cast<const LaneWord*>(at(access.lod_clamp));
    operands.gradient_x = static_cast<const LaneVector*>(at(access.gradient_x));
    operands.gradient_y = static_cast<const LaneVector*>(at(access.gradient_y));
    operands.offsets = static_cast<const LaneVector*>(at(access.offsets));
    operands.offsets_y = static_cast<const LaneVector*>(at(access.offsets_y));
    return operands;
}

const TextureBinding& binding_of(const Machine& machine, int32_t unit) {
    static const TextureBinding none;
    const auto textures = machine.environment->textures;
    return static_cast<size_t>(unit) < textures.size() ? textures[static_cast<size_t>(unit)] : none;
}

}  // namespace

int32_t unit_of_lane(const Machine& machine, const UnitAccess& access, int lane) {
    if (!access.indexed_unit) return access.unit;
    const auto index = static_cast<int32_t>(read_lane(machine, access.unit_index, 0, lane, LaneKind::Signed));
    return access.unit + clamped_index(int64_t{index} + access.unit_element, access.unit_count);
}

namespace {

// The resident texture of a handle; none, and a message, if there is no such texture.
const TextureBinding& binding_of_handle(const Machine& machine, uint64_t handle, LaneMask lanes, uint32_t line) {
    static const TextureBinding none;
    const ProgramMemory* const memory = machine.environment->memory;
    if (memory && memory->handles) {
        const auto found = memory->handles->textures.find(handle);
        if (found != memory->handles->textures.end()) return found->second;
    }
    const LaneMask real = lanes & ~machine.group->helpers & ~machine.group->killed;
    if (memory && memory->faults && real != 0)
        memory->faults->record({MemoryFault::NotResident, FaultLog::Place::TextureHandle, handle, line});
    return none;
}

}  // namespace

const MicroOperation* sample_texture(Machine& machine, const MicroOperation* o) {
    const SampleAccess& access = machine.program->samples[static_cast<size_t>(o->target)];
    const SampleOperands operands = operands_of(machine, access);
    LaneVector& result = destination_of(machine, o);
    if (!access.indexed_unit && !access.by_handle) {
        sample(binding_of(machine, access.unit), access.instruction, operands, machine.running, result);
        return o + 1;
    }
    // Lanes that use the same unit, or handle, go together. The result may be where the operands are, so it is written
    // when all have been read.
    LaneVector whole;
    LaneMask rest = machine.running;
    while (rest != 0) {
        const auto number_of = [&](int lane) -> uint64_t {
            return access.by_handle ? read_wide_lane(machine, access.handle, 0, lane, LaneKind::Unsigned)
                                    : static_cast<uint64_t>(unit_of_lane(machine, access, lane));
        };
        const uint64_t number = number_of(std::countr_zero(rest));
        LaneMask same = 0;
        for (int lane = 0; lane < group_lanes; lane++)
            if ((rest >> lane & 1) && number_of(lane) == number) same |= LaneMask{1} << lane;
        LaneVector part;
        sample(access.by_handle ? binding_of_handle(machine, number, same, o->line)
                                : binding_of(machine, static_cast<int32_t>(number)),
               access.instruction, operands, same, part);
        for (int c = 0; c < 4; c++)
            for (int lane = 0; lane < group_lanes; lane++)
                if (same >> lane & 1) whole.component[c].lane[lane] = part.component[c].lane[lane];
        rest &= ~same;
    }
    for (int c = 0; c < 4; c++)
        for (int lane = 0; lane < group_lanes; lane++)
            if (machine.running >> lane & 1) result.component[c].lane[lane] = whole.component[c].lane[lane];
    return o + 1;
}

const MicroOperation* gather_registers(Machine& machine, const MicroOperation* o) {
    const IndexedAccess& access = machine.program->indexed[static_cast<size_t>(o->target)];
    LaneVector& result = destination_of(machine, o);
    const auto parameters = machine.environment->parameters;
    const std::vector<arbasm::Binding>& bindings = machine.program->program->parameters;
    for (int lane = 0; lane < group_lanes; lane++) {
        if (!(machine.running >> lane & 1)) continue;
        const auto offset = static_cast<int32_t>(read_lane(machine, access.index, 0, lane, LaneKind::Signed));
        const int64_t wanted = int64_t{offset} + access.element;
        if (access.zero_outside && (wanted < 0 || wanted >= access.size)) {
            for (LaneWord& word : result.component) word.lane[lane] = 0;
            continue;
        }
        const int32_t index = clamped_index(wanted, access.size);
        if (access.file == RegisterFile::Parameter) {
            const auto number = static_cast<size_t>(access.first) + static_cast<size_t>(index);
            const bool constant = bindings[number].kind == arbasm::BindingKind::Constant;
            static constexpr Vector4 nothing{};
            const Vector4& value = constant                     ? bindings[number].constant
                                   : number < parameters.size() ? parameters[number]
                                                                : nothing;
            for (int c = 0; c < 4; c++)
                if (o->write_mask >> c & 1) result.component[c].lane[lane] = value[static_cast<size_t>(c)];
        } else {
            for (uint32_t part = 0; part < access.registers; part++) {
                const uint64_t at =
                    access.first + (static_cast<uint64_t>(index) * access.registers + part) * vector_bytes;
                for (int c = 0; c < 4; c++)
                    if (o->write_mask >> c & 1)
                        (&result)[part].component[c].lane[lane] =
                            word_at(machine, access.base, at + static_cast<uint64_t>(c) * word_bytes).lane[lane];
            }
        }
    }
    return o + 1;
}

const MicroOperation* scatter_registers(Machine& machine, const MicroOperation* o) {
    const IndexedAccess& access = machine.program->indexed[static_cast<size_t>(o->target)];
    for (int lane = 0; lane < group_lanes; lane++) {
        if (!(machine.running >> lane & 1)) continue;
        const auto offset = static_cast<int32_t>(read_lane(machine, access.index, 0, lane, LaneKind::Signed));
        const int32_t index = clamped_index(int64_t{offset} + access.element, access.size);
        for (uint32_t part = 0; part < access.registers; part++) {
            const uint64_t at = access.first + (static_cast<uint64_t>(index) * access.registers + part) * vector_bytes;
            // The step before this one found which lanes each component keeps.
            for (int c = 0; c < 4; c++) {
                if (!(machine.keep[c] >> lane & 1)) continue;
                LaneWord& to = word_at(machine, access.base, at + static_cast<uint64_t>(c) * word_bytes);
                const uint32_t value =
                    word_at(machine, o->sources[0].base[c], o->sources[0].offset[c] + part * vector_bytes).lane[lane];
                to.lane[lane] = value;
                if (!access.shared) continue;
                for (LaneMask patch = patch_lanes(*machine.group, lane); patch != 0; patch &= patch - 1)
                    to.lane[std::countr_zero(patch)] = value;
            }
        }
    }
    return o + 1;
}

namespace {

uint32_t load_word(const std::byte* from) {
    uint32_t word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

uint32_t load_element(const std::byte* from, DataType type) {
    const auto low = [&](auto number) {
        std::memcpy(&number, from, sizeof number);
        return number;
    };
    switch (type) {
        case DataType::S8: return static_cast<uint32_t>(int32_t{low(int8_t{})});
        case DataType::U8: return low(uint8_t{});
        case DataType::S16: return static_cast<uint32_t>(int32_t{low(int16_t{})});
        case DataType::U16: return low(uint16_t{});
        case DataType::F16: return std::bit_cast<uint32_t>(arbasm::half_to_float(low(uint16_t{})));
        default: return load_word(from);
    }
}

}  // namespace

// Buffer contents beyond the bound range read as zero.
const MicroOperation* load_buffer(Machine& machine, const MicroOperation* o) {
    const BufferAccess& access = machine.program->buffers[static_cast<size_t>(o->target)];
    LaneVector& result = destination_of(machine, o);
    const auto buffers = machine.environment->constant_buffers;
    for (int lane = 0; lane < group_lanes; lane++) {
        if (!(machine.running >> lane & 1)) continue;
        int64_t index = access.element;
        if (access.indexed) index += static_cast<int32_t>(read_lane(machine, access.index, 0, lane, LaneKind::Signed));
        int32_t buffer = access.buffer_element;
        if (access.buffer_indexed) {
            const auto offset =
                static_cast<int32_t>(read_lane(machine, access.buffer_index, 0, lane, LaneKind::Signed));
            buffer = clamped_index(int64_t{offset} + buffer, access.buffer_count);
        }
        const auto number = static_cast<size_t>(access.buffer + buffer);
        const std::span<const std::byte> bytes =
            number < buffers.size() ? buffers[number] : std::span<const std::byte>{};
        index = clamped_index(index, access.size) + int64_t{access.first};
        uint32_t value[4] = {};
        if (access.element_words == 0) {
            const auto each = static_cast<int>(component_bytes(access.storage));
            const int64_t length = int64_t{each} * access.storage_components;
            if (static_cast<uint64_t>(index) + static_cast<uint64_t>(length) <= bytes.size())
                for (int c = 0; c < access.storage_components && c < 4; c++)
                    value[c] = load_element(bytes.data() + index + c * each, access.storage);
        } else {
            const uint64_t at = static_cast<uint64_t>(index) * access.element_words * 4;
            if (at + access.element_words * 4u <= bytes.size())
                for (int c = 0; c < 4; c++)
                    value[c] = load_word(bytes.data() + at + (access.element_words == 4 ? 4 * c : 0));
        }
        for (int c = 0; c < 4; c++)
            if (o->write_mask >> c & 1) result.component[c].lane[lane] = value[c];
    }
    return o + 1;
}

}  // namespace runtime::interpreter
