// Rows of texels of four bytes, filtered linearly along both directions: what blits of other sizes make. Compiled per
// SIMD level (byte_filter_body.h); each computes the same floats, from 0 to 255, and rounds to nearest.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/simd/cpu_features.h"

namespace runtime {

// For each column the left one of the two neighbouring texels that it lies between, and how far it is to the right one.
// Columns that have only one have a weight of 0 or 1. `count`: a multiple of `byte_filter_step`.
struct ByteColumns {
    const int32_t* texels;
    const float* weights;
    size_t count;
};
inline constexpr size_t byte_filter_step = 4;

// The same of two rows.
struct ByteRows {
    const std::byte *low, *high;
    float weight;
};

// One word for each column. `added`: bits that are set in all.
using ByteFilter = void (*)(const ByteRows& rows, const ByteColumns& columns, uint32_t added, uint32_t* out);

// `level`: one of this build's.
ByteFilter byte_filter(SimdLevel level);

template <SimdLevel>
void filter_bytes_at(const ByteRows& rows, const ByteColumns& columns, uint32_t added, uint32_t* out);

}  // namespace runtime
