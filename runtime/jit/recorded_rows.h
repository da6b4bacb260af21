// Rows of words in memory, one for each lane, to values for each of the words and back.
#pragma once

#include <array>
#include <vector>

#include "runtime/jit/recorded_memory.h"

namespace runtime::jit {

// A row for each lane, wherever it lies: `words` of them, 1 to 4, and a value for each. From memory that nobody changes
// while the function runs.
std::vector<Unsigned> load_rows(const std::vector<Pointer>& from, int words);
// The low `bytes` bytes, 1 to 4, of a word for each lane, zeros above. Nothing behind them is touched.
Unsigned load_words(const std::vector<Pointer>& from, int bytes);

// A row of four words for each lane, wherever it lies; aligned to rows.
void store_rows(const std::vector<Pointer>& to, const std::array<Unsigned, 4>& words);
// Rows of four words, `stride` bytes from one lane's to the next one's; aligned to rows.
void store_rows(Pointer to, int64_t stride, const std::array<Unsigned, 4>& words);
// Pairs, one after the other.
void store_pairs(Pointer to, Unsigned first, Unsigned second);

}  // namespace runtime::jit
