// Copies past the caches, of any bytes to anywhere (runtime/simd/streaming.h).
#pragma once

#include <cstddef>

namespace runtime {

// Whole cache lines are streamed, parts of lines are copied. Call finish_streaming() before other threads read.
void stream_copy(void* to, const void* from, size_t bytes);

}  // namespace runtime
