// The lanes that recorded code works on.
#pragma once

#include <optional>

#include "runtime/jit/recorded_objects.h"

namespace runtime {
struct Group;
namespace interpreter {
struct Machine;
}
}  // namespace runtime

namespace runtime::jit {

// As many lanes of a group as the recorder's values have.
struct Piece {
    // One that was started for the group. What runs in C++ finds everything there.
    PointerTo<interpreter::Machine> machine{no_value};
    ScalarUnsigned first_lane{no_value};  // of the piece in its group
    std::optional<Mask> active, helpers;

    PointerTo<Group> group() const;
    // Converts words with a bit for each of the group's lanes to the piece's lanes, and back.
    Mask lanes_of(ScalarUnsigned bits) const;
    ScalarUnsigned group_bits(Mask lanes) const;
    // Behind the word of the group's first lane: that of the piece's.
    Pointer first_word(Pointer word_of_group) const;
};

// The alignment of a word for each lane, in memory.
unsigned alignment_of_lanes();

// The number of the first of the lanes; of no lanes the last one.
ScalarUnsigned first_of(Mask lanes);

}  // namespace runtime::jit
