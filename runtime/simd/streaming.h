// Streaming stores, past the caches: for data that this thread does not read soon.
//
// An ordinary store first takes the cache line from a core that has it in its caches. Between core complexes that
// takes some 28 ns a line, ten times as long as memory itself. Streaming a whole line only invalidates the other core's
// copy.
#pragma once

#include <cstddef>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#else
#include <atomic>
#endif

namespace runtime {

inline constexpr size_t line_bytes = 64;

// Smaller data stays in the core's own caches until it is read.
inline constexpr size_t least_streamed_bytes = size_t{1} << 20;

// `bytes` and `to`: multiples of sixteen. Lines that are written in one piece, and by nothing else, are fast.
#if defined(__SSE2__)
[[gnu::always_inline]] inline void stream(void* to, const void* from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += sizeof(__m128i))
        _mm_stream_si128(reinterpret_cast<__m128i*>(static_cast<char*>(to) + at),
                         _mm_loadu_si128(reinterpret_cast<const __m128i*>(static_cast<const char*>(from) + at)));
}
// Before others are told of what has been streamed.
[[gnu::always_inline]] inline void finish_streaming() { _mm_sfence(); }
#else
// The CPU has no such stores.
[[gnu::always_inline]] inline void stream(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
[[gnu::always_inline]] inline void finish_streaming() { std::atomic_thread_fence(std::memory_order_release); }
#endif

}  // namespace runtime
