#include "runtime/simd/streamed_copy.h"

#include <cstdint>
#include <cstring>

#include "runtime/simd/streaming.h"

namespace runtime {

void stream_copy(void* to, const void* from, size_t bytes) {
    auto* out = static_cast<char*>(to);
    const auto* in = static_cast<const char*>(from);
    const size_t before = -reinterpret_cast<uintptr_t>(to) % line_bytes;
    if (bytes < before + line_bytes) {
        std::memcpy(to, from, bytes);
        return;
    }
    const size_t after = before + (bytes - before) / line_bytes * line_bytes;
    std::memcpy(out, in, before);
    for (size_t at = before; at < after; at += line_bytes) stream(out + at, in + at, line_bytes);
    std::memcpy(out + after, in + after, bytes - after);
}

}  // namespace runtime
