// Components of vertex attributes as programs read them, from the numbers that memory holds. Over lane types, as
// vertex_positions.h.
#pragma once

#include <bit>

#include "ir/semantics/lanes.h"
#include "rasterizer/draw/vertex_input.h"

namespace rasterizer {

enum class ElementReading : uint8_t { Float, Normalized, Integer };

inline ElementReading reading_of(const VertexAttribute& attribute) {
    if (attribute.integer) return ElementReading::Integer;
    return attribute.normalized ? ElementReading::Normalized : ElementReading::Float;
}

// Reads a whole number as bits. `most`: the largest there can be. A division of floats gives what one of doubles,
// rounded, does, as long as the number itself is a float.
template <arbasm::SignedLanes I>
LANE_FUNCTION arbasm::UnsignedOf<I> read_number(ElementReading reading, I number, float most, bool is_signed) {
    using F = arbasm::FloatOf<I>;
    switch (reading) {
        case ElementReading::Integer: break;
        case ElementReading::Float: return as_unsigned(to_float(number));
        case ElementReading::Normalized: {
            const F value = to_float(number) / F(most);
            return as_unsigned(is_signed ? choose(value < F(-1.0f), F(-1.0f), value) : value);
        }
    }
    return as_unsigned(number);
}

// Components that an element does not have are (0, 0, 0, 1).
LANE_FUNCTION uint32_t missing_component(int component, bool integer) {
    return component < 3 ? 0u : integer ? 1u : 0x3f800000u;
}

}  // namespace rasterizer
