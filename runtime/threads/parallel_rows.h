// Rows of an image, shared among threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "runtime/threads/worker_pool.h"

namespace runtime {

// Runs body(first, end) for ranges that make up rows 0 to `rows` - 1, on all threads; returns when all have run.
template <class Body>
void parallel_rows(int32_t rows, const Body& body) {
    constexpr int32_t least_rows = 16, most_pieces = 16;
    const int32_t pieces = std::clamp(rows / least_rows, 1, most_pieces);
    WorkerPool::instance().parallel_for(
        pieces, [&](int32_t piece) { body(rows * piece / pieces, rows * (piece + 1) / pieces); });
}

// Whether rows of so many pixels are worth a wait for other threads.
inline bool are_many(int32_t width, int32_t rows) { return int64_t{width} * rows >= 128 * 128; }

// Rows of `width` pixels: by this thread alone where they are few.
template <class Body>
void parallel_rows(int32_t width, int32_t rows, const Body& body) {
    if (are_many(width, rows))
        parallel_rows(rows, body);
    else
        body(0, rows);
}

}  // namespace runtime
