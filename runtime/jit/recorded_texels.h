// What samplers need of recorded lanes beside the rest: words at signed offsets, several at a time, and halves of
// words.
#pragma once

#include <array>
#include <vector>

#include "runtime/jit/recorded_memory.h"

namespace runtime::jit {

// The words at base + offset, in all lanes, whether they run or not.
Unsigned gather_words(Pointer base, Signed offsets);

// Two words at base + offset.
std::array<Unsigned, 2> gather_word_pairs(Pointer base, Signed offsets);

// Where each lane reads: addresses taken apart, for several loads there.
using LanePointers = std::vector<Pointer>;
LanePointers lane_pointers(Pointer base, Signed offsets);
LanePointers moved(const LanePointers& pointers, ScalarWideSigned bytes);

// `count` words one after the other, 2 or 4, at each lane's pointer + bytes: the first of all lanes, the second …
using GatheredWords = std::vector<Unsigned>;
GatheredWords gather_vectors(const LanePointers& pointers, int64_t bytes, int count);

// On two numbers of 16 bits in each lane.
Unsigned add_halves(Unsigned a, Unsigned b);
Unsigned subtract_halves(Unsigned a, Unsigned b);
Unsigned multiply_halves(Unsigned a, Unsigned b);
// The lower halves of a and b, a's below; and the upper ones.
Unsigned lower_halves(Unsigned a, Unsigned b);
Unsigned upper_halves(Unsigned a, Unsigned b);
// The lower halves of `low` and the upper ones of `high`.
Unsigned halves_of(Unsigned low, Unsigned high);
// On unsigned numbers.
Unsigned maximum_halves(Unsigned a, Unsigned b);
Unsigned multiply_high_halves(Unsigned a, Unsigned b);
// On signed numbers: the least of each quad, in all its lanes.
Unsigned least_halves_of_quad(Unsigned a);
// Each lane's halves, as signed numbers: lower · lower + upper · upper.
Signed sum_of_products(Unsigned a, Unsigned b);

// In each half, a's bytes being unsigned and b's signed: lower · lower + upper · upper.
Unsigned sums_of_byte_products(Unsigned a, Unsigned b);
// From the 16 bytes that the lanes of b's quad have of a: byte n of a lane is the one with the number in its byte n.
Unsigned bytes_of_quad(Unsigned a, Unsigned b);
// The lowest byte of each lane four times.
Unsigned first_bytes(Unsigned a);
// Whether the CPU has what follows: any byte of two registers.
bool has_byte_permutes();
// The first eight of a register's 16 lanes, or those behind: their lower halves four times, their words twice.
Unsigned lower_halves_spread(Unsigned a, int half);
Unsigned words_spread(Unsigned a, int half);
// Words 0, 2, 4 … of what was spread, of the first eight lanes and of those behind; words 1, 3, 5 …
Unsigned even_words(Unsigned first, Unsigned second);
Unsigned odd_words(Unsigned first, Unsigned second);
// From spread numbers of a lower row's texels: those of the bytes of element 0 in it and in the upper row, and of
// element 1, in the window of the first quad and in that of the second, which lies behind it.
Unsigned bytes_in_windows(Unsigned texels);
// In each register the bytes with the numbers in `numbers`, of the 128 that a and b have.
Unsigned bytes_of_two(Unsigned a, Unsigned b, Unsigned numbers);
// For quad `quad` of each register four rows of four words, the first at base + its first lane's offset.
Unsigned load_rows_of_quad(Pointer base, Signed offsets, ScalarWideSigned row_stride, int quad);

// For each quad four words at base + its first lane's offset, and in `count` - 1 rows behind: a register for each.
GatheredWords load_of_quads(Pointer base, Signed offsets, ScalarWideSigned row_stride, int count);

// sum + a · b, where that product is exact.
Float plus_exact_product(Float sum, Float a, Float b);

}  // namespace runtime::jit
