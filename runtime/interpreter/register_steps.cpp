// Registers by index, constant buffers.
#include <algorithm>
#include <bit>
#include <cstring>

#include "ir/semantics/half_float.h"
#include "runtime/interpreter/execute.h"
#include "runtime/memory/memory.h"

namespace runtime::interpreter {

using arbasm::DataType;

namespace {

// The first register of element `index` in an array whose elements have `registers_each`.
RegisterAddress register_of_array(RegisterAddress first, int32_t index, uint32_t registers_each) {
    return {first.base, first.offset + static_cast<uint32_t>(index) * registers_each * vector_bytes};
}

void clear_lane(LaneVector& vector, int lane) {
    for (LaneWord& word : vector.component) word.lane[lane] = 0;
}

// The element of a lane, clamped; `outside`: it had to be.
int32_t element_of_lane(const Machine& machine, const LaneIndex& element, int32_t size, int lane, bool& outside) {
    const int64_t wanted = index_of_lane(machine, element, lane);
    outside = wanted < 0 || wanted >= size;
    return clamped_index(wanted, size);
}

}  // namespace

const Step* execute(Machine& machine, const GatherParametersStep& step) {
    LaneVector& result = machine.vector(step.destination);
    const auto parameters = machine.environment->parameters;
    const std::vector<arbasm::Binding>& bindings = machine.code->program->parameters;
    for (LaneMask rest = prepared_lanes(machine, step.for_all_lanes); rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        bool outside = false;
        const int32_t index = element_of_lane(machine, step.element, step.size, lane, outside);
        if (step.zero_outside && outside) {
            clear_lane(result, lane);
            continue;
        }
        const auto number = static_cast<size_t>(step.first) + static_cast<size_t>(index);
        const bool constant = bindings[number].kind == arbasm::BindingKind::Constant;
        static constexpr Vector4 nothing{};
        const Vector4& value = constant                     ? bindings[number].constant
                               : number < parameters.size() ? parameters[number]
                                                            : nothing;
        for (size_t c = 0; c < 4; c++) result.component[c].lane[lane] = value[c];
    }
    return next_of(step);
}

const Step* execute(Machine& machine, const GatherRegistersStep& step) {
    LaneVector* const result = &machine.vector(step.destination);
    for (LaneMask rest = prepared_lanes(machine, step.for_all_lanes); rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        bool outside = false;
        const int32_t index = element_of_lane(machine, step.element, step.size, lane, outside);
        if (step.zero_outside && outside) {
            clear_lane(*result, lane);
            continue;
        }
        const LaneVector* const from = &machine.vector(register_of_array(step.first, index, step.registers_each));
        for (uint32_t part = 0; part < step.registers_each; part++)
            for (size_t c = 0; c < 4; c++) result[part].component[c].lane[lane] = from[part].component[c].lane[lane];
    }
    return next_of(step);
}

// The step before this one found which lanes each component keeps.
const Step* execute(Machine& machine, const ScatterRegistersStep& step) {
    const LaneVector* const from = &machine.vector(step.source);
    for (LaneMask rest = machine.running; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int32_t index = clamped_index(index_of_lane(machine, step.element, lane), step.size);
        LaneVector* const to = &machine.vector(register_of_array(step.first, index, step.registers_each));
        for (uint32_t part = 0; part < step.registers_each; part++) {
            for (size_t c = 0; c < 4; c++) {
                if (!(machine.keep[c] >> lane & 1)) continue;
                const uint32_t value = from[part].component[c].lane[lane];
                LaneWord& word = to[part].component[c];
                word.lane[lane] = value;
                if (!step.shared) continue;
                for (LaneMask patch = patch_lanes(*machine.group, lane); patch != 0; patch &= patch - 1)
                    word.lane[std::countr_zero(patch)] = value;
            }
        }
    }
    return next_of(step);
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
        case DataType::F32:
        case DataType::S32:
        case DataType::U32:
        case DataType::Typeless:
        // Numbers of 64 bits are loads from memory.
        case DataType::F64:
        case DataType::S64:
        case DataType::U64: return load_word(from);
    }
    return 0;
}

}  // namespace

// Buffer contents beyond the bound range read as zero.
const Step* execute(Machine& machine, const LoadBufferStep& step) {
    LaneVector& result = machine.vector(step.destination);
    const BufferElement& from = step.from;
    const auto buffers = machine.environment->constant_buffers;
    const bool same = !from.number.varies && !from.element.varies;
    for (LaneMask rest = prepared_lanes(machine, step.for_all_lanes); rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int32_t buffer = from.number.varies
                                   ? clamped_index(index_of_lane(machine, from.number, lane), from.buffer_count)
                                   : from.number.constant;
        const auto number = static_cast<size_t>(from.buffer + buffer);
        const std::span<const std::byte> bytes =
            number < buffers.size() ? buffers[number] : std::span<const std::byte>{};
        const int64_t index =
            clamped_index(index_of_lane(machine, from.element, lane), from.size) + int64_t{from.first};
        uint32_t value[4] = {};
        if (step.element_words == 0) {
            const auto each = static_cast<int>(component_bytes(step.storage));
            const int64_t length = int64_t{each} * step.components;
            if (static_cast<uint64_t>(index) + static_cast<uint64_t>(length) <= bytes.size())
                for (int c = 0; c < step.components && c < 4; c++)
                    value[c] = load_element(bytes.data() + index + c * each, step.storage);
        } else {
            const uint64_t at = static_cast<uint64_t>(index) * step.element_words * 4;
            if (at + step.element_words * 4u <= bytes.size())
                for (int c = 0; c < 4; c++)
                    value[c] = load_word(bytes.data() + at + (step.element_words == 4 ? 4 * c : 0));
        }
        if (same) {
            // One value for all; where no lane runs, nobody looks.
            for (size_t c = 0; c < 4; c++) std::ranges::fill(result.component[c].lane, value[c]);
            break;
        }
        for (size_t c = 0; c < 4; c++) result.component[c].lane[lane] = value[c];
    }
    return next_of(step);
}

}  // namespace runtime::interpreter
