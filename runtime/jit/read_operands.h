// Operands of steps, as they are read from registers.
#pragma once

#include "runtime/decode/shaping.h"
#include "runtime/jit/registers.h"

namespace runtime::jit {

// Component `c` of the vector that begins at `vector`; its high word where registers have 64 bits.
inline RegisterAddress component_of(RegisterAddress vector, uint32_t c) {
    return {vector.base, vector.offset + c * word_bytes};
}
inline RegisterAddress high_word_of(RegisterAddress low) { return {low.base, low.offset + vector_bytes}; }

// Component `c` of an operand, with its modifiers.
template <class T>
T component(const Registers& registers, const Source& source, int c) {
    const T value = arbasm::same_bits<T>(registers.read(source.component(c)));
    const bool negated = source.negate >> c & 1;
    return source.absolute || negated ? modified(value, source.absolute, negated) : value;
}
// A component of 64 bits.
template <class T>
T wide_component(const Registers& registers, const Source& source, int c) {
    const RegisterAddress low = source.component(c);
    const T value = arbasm::same_bits<T>(wide_of(registers.read(low), registers.read(high_word_of(low))));
    const bool negated = source.negate >> c & 1;
    return source.absolute || negated ? modified(value, source.absolute, negated) : value;
}
// The bits of a number of the kind.
Unsigned component_bits(const Registers& registers, const Source& source, int c, arbasm::LaneKind kind);

// A lane's index of an element, before it is clamped.
WideSigned wide_index(const Registers& registers, const LaneIndex& index);
// Clamped to the variable's elements. `outside`, if given: which were beyond.
Signed clamped_index(const Registers& registers, const LaneIndex& index, int32_t size, Mask* outside = nullptr);

}  // namespace runtime::jit
