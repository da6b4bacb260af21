// Copies past the caches, of any bytes to anywhere (runtime/simd/streaming.h).
#pragma once

#include <cstddef>

namespace runtime {

// Whole lines are streamed, what is left of others is copied. finish_streaming() comes before others are told.
void stream_copy(void* to, const void* from, size_t bytes);

}  // namespace runtime
