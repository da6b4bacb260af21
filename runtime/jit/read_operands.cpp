#include "runtime/jit/read_operands.h"

#include <limits>

namespace runtime::jit {

using arbasm::LaneKind;

Unsigned component_bits(const Registers& registers, const Source& source, int c, LaneKind kind) {
    switch (kind) {
        case LaneKind::Float: return as_unsigned(component<Float>(registers, source, c));
        case LaneKind::Signed: return as_unsigned(component<Signed>(registers, source, c));
        case LaneKind::Unsigned: break;
    }
    return component<Unsigned>(registers, source, c);
}

WideSigned wide_index(const Registers& registers, const LaneIndex& index) {
    const WideSigned constant(int64_t{index.constant});
    if (!index.varies) return constant;
    return to_wide(component<Signed>(registers, index.lanes, 0)) + constant;
}

Signed clamped_index(const Registers& registers, const LaneIndex& index, int32_t size, Mask* outside) {
    // Where what the lanes hold can be compared with the bounds before the constant is added, 32 bits do.
    const int64_t least = -int64_t{index.constant}, most = least + size - 1;
    if (index.varies && least >= std::numeric_limits<int32_t>::min() && most <= std::numeric_limits<int32_t>::max()) {
        const Signed lanes = component<Signed>(registers, index.lanes, 0);
        const Signed low(static_cast<int32_t>(least)), high(static_cast<int32_t>(most));
        if (outside) *outside = (lanes < low) | (lanes > high);
        return choose(lanes < low, low, choose(lanes > high, high, lanes)) + Signed(index.constant);
    }
    const WideSigned wanted = wide_index(registers, index), zero(int64_t{0}), last(int64_t{size} - 1);
    const Mask below = wanted<zero, above = wanted> last;
    if (outside) *outside = below | above;
    return as_signed(low_word(as_unsigned(choose(below, zero, choose(above, last, wanted)))));
}

}  // namespace runtime::jit
