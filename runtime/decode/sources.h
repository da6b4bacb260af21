// Operands of instructions as Sources, the operands of steps: each component is a register address.
#pragma once

#include <cstdint>

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

// ---- of registers whose address is known
Source register_source(RegisterAddress address, const Swizzle& swizzle, bool scalar);
inline Source whole_register(RegisterAddress address) { return register_source(address, identity_swizzle, false); }
// One component in all four.
inline Source component_of(RegisterAddress address, uint8_t component) {
    return register_source(address, {component, component, component, component}, true);
}
inline void set_component(Source& source, int component, RegisterAddress address) {
    source.base[component] = address.base;
    source.offset[component] = address.offset;
}
// The operand's absolute value and signs, for numbers of that kind.
void set_signs(Source& source, const Operand& operand, LaneKind kind);

// ---- of an instruction's operand
// Numbers of 64 bits lie in two registers (LONG variables). `type` is what the instruction reads the operand as; a
// register of the other size is converted, so that 64-bit types always give a pair of registers. `needed`: the
// components that the operation reads, in case they need to be prepared. That they are read is noted with the step.
Source source(DecodeContext& context, const Operand& operand, bool scalar, uint8_t needed,
              DataType type = DataType::F32);
// A conversion of an operand, into a scratch register as wide as `step.to` says.
Source converted(DecodeContext& context, ConvertStep step, uint8_t needed);
// The operand without its modifiers, for steps that know none: moved if it has any.
Source without_modifiers(DecodeContext& context, const Source& from, DataType type, uint8_t needed);

}  // namespace runtime::decoded
