// What samplers need of recorded lanes beside the rest: words at signed offsets, several at a time, and halves of
// words.
#pragma once

#include <vector>

#include "runtime/jit/recorded_memory.h"

namespace runtime::jit {

// The words at base + offset, in all lanes, whether they run or not.
Unsigned gather_words(Pointer base, Signed offsets);

// Where each lane reads: addresses taken apart, for several loads there.
using LanePlaces = std::vector<Pointer>;
LanePlaces lane_places(Pointer base, Signed offsets);
LanePlaces moved(const LanePlaces& places, ScalarWideSigned bytes);

// `count` words one after the other, 2 or 4, at each lane's place + bytes: the first of all lanes, the second …
using GatheredWords = std::vector<Unsigned>;
GatheredWords gather_vectors(const LanePlaces& places, int64_t bytes, int count);

// Of two numbers of 16 bits in each lane.
Unsigned add_halves(Unsigned a, Unsigned b);
Unsigned subtract_halves(Unsigned a, Unsigned b);
Unsigned multiply_halves(Unsigned a, Unsigned b);
// The lower halves of a and b, a's below; and the upper ones.
Unsigned lower_halves(Unsigned a, Unsigned b);
Unsigned upper_halves(Unsigned a, Unsigned b);
// Of each lane's halves, as signed numbers: lower · lower + upper · upper.
Signed sum_of_products(Unsigned a, Unsigned b);

}  // namespace runtime::jit
