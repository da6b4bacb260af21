// Stores past the caches, for what another thread or nobody reads soon.
//
// Before an ordinary store a line that another core has in its caches must be taken from it: on CPUs whose threads lie
// on different core complexes that is some 28 ns for each, ten times what memory itself takes. Whole lines that are
// streamed only tell the other core to forget them.
#pragma once

#include <cstddef>
#include <emmintrin.h>

namespace runtime {

inline constexpr size_t line_bytes = 64;

// Less than about what a core's own caches hold stays there until it is read.
inline constexpr size_t least_streamed_bytes = size_t{1} << 20;

// `bytes` and `to`: multiples of sixteen. Lines that are written in one piece, and by nothing else, are fast.
[[gnu::always_inline]] inline void stream(void* to, const void* from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += sizeof(__m128i))
        _mm_stream_si128(reinterpret_cast<__m128i*>(static_cast<char*>(to) + at),
                         _mm_loadu_si128(reinterpret_cast<const __m128i*>(static_cast<const char*>(from) + at)));
}
// Before others are told of what has been streamed.
[[gnu::always_inline]] inline void finish_streaming() { _mm_sfence(); }

}  // namespace runtime
