// What samplers need of recorded lanes beside the rest: words at signed offsets, two at a time, and halves of words.
#pragma once

#include "runtime/jit/recorded_memory.h"

namespace runtime::jit {

// The words at base + offset, in all lanes, whether they run or not.
Unsigned gather_words(Pointer base, Signed offsets);
struct WordPairs {
    Unsigned first, second;
};
WordPairs gather_word_pairs(Pointer base, Signed offsets);

// Of two numbers of 16 bits in each lane.
Unsigned add_halves(Unsigned a, Unsigned b);
Unsigned subtract_halves(Unsigned a, Unsigned b);
Unsigned multiply_halves(Unsigned a, Unsigned b);

}  // namespace runtime::jit
