#include "runtime/jit/emit_inputs.h"

#include <algorithm>
#include <limits>

#include "runtime/jit/read_operands.h"
#include "runtime/jit/recorded_flow.h"

namespace runtime::jit {

using arbasm::LaneKind;

// vertex[i].…: each vertex has all of the program's attributes.
void InputEmitter::emit(const ReadVertexStep& step) const {
    const ScalarSigned count = piece_.group().load_constant(&Group::vertex_count), one(1), zero(0);
    const Signed last = broadcast(choose(count > one, count - one, zero));
    const Signed wanted = clamped_index(registers_, step.vertex, std::numeric_limits<int32_t>::max(), nullptr);
    const Signed vertex = choose(wanted > last, last, wanted);
    const Signed number = clamped_index(registers_, step.element, step.size, nullptr) + Signed(step.first);
    const auto attributes = static_cast<int32_t>(program_.attributes.size());
    const Unsigned offsets =
        as_unsigned(vertex * Signed(attributes) + number) * Unsigned(uint32_t{sizeof(LaneVector)}) +
        lane_numbers() * Unsigned(4u);
    const Pointer base = piece_.first_word(piece_.group().load_constant(&Group::attributes));
    for (uint32_t c = 0; c < 4; c++)
        registers_.write(component_of(step.destination, c),
                         gather<Unsigned>(base + int64_t{c * word_bytes}, offsets, Mask(true)));
}

void InputEmitter::emit(const InterpolateStep& step) const {
    if (!inputs_.attribute_at) return caller_.call(step);
    Unsigned x(0u), y(0u);
    if (step.where != InterpolateAt::Centroid) {
        const LaneKind kind = step.where == InterpolateAt::Offset ? LaneKind::Float : LaneKind::Unsigned;
        x = component_bits(registers_, step.source, 0, kind);
        y = component_bits(registers_, step.source, 1, kind);
    }
    const auto give = [&](const auto& values) {
        for (uint32_t c = 0; c < 4; c++) registers_.write(component_of(step.destination, c), values[c]);
    };
    if (!step.element.varies) {
        const int32_t attribute = step.first + std::clamp(step.element.constant, 0, step.size - 1);
        return give(inputs_.attribute_at(attribute, step.where, x, y));
    }
    // Each of the attributes that any lane means.
    const Signed index = clamped_index(registers_, step.element, step.size, nullptr);
    std::vector<Variable<Unsigned>> values;
    for (int c = 0; c < 4; c++) values.emplace_back(Unsigned(0u));
    for (int32_t i = 0; i < step.size; i++) {
        const Mask lanes = mask_.running() & (index == Signed(i));
        if_any(lanes, [&] {
            const std::array<Unsigned, 4> found = inputs_.attribute_at(step.first + i, step.where, x, y);
            for (size_t c = 0; c < 4; c++) values[c] = choose(lanes, found[c], values[c].get());
        });
    }
    give(values);
}

}  // namespace runtime::jit
