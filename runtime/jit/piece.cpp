#include "runtime/jit/piece.h"

#include <algorithm>

#include "runtime/interpreter/machine.h"

namespace runtime::jit {

PointerTo<Group> Piece::group() const { return machine.load_constant(&interpreter::Machine::group); }

Mask Piece::lanes_of(ScalarUnsigned bits) const {
    return from_bits(lane_count() == group_lanes ? bits : bits >> first_lane);
}

ScalarUnsigned Piece::group_bits(Mask lanes) const {
    const ScalarUnsigned bits = to_bits(lanes);
    return lane_count() == group_lanes ? bits : bits << first_lane;
}

Pointer Piece::first_word(Pointer word_of_group) const {
    if (lane_count() == group_lanes) return word_of_group;
    return word_of_group + (first_lane << ScalarUnsigned(2u));
}

unsigned alignment_of_lanes() { return 4 * static_cast<unsigned>(std::min(lane_count(), 16)); }

ScalarUnsigned first_of(Mask lanes) { return lowest_bit(to_bits(lanes) | ScalarUnsigned(1u << (lane_count() - 1))); }

}  // namespace runtime::jit
