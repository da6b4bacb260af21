#include "runtime/simd/streamed_copy.h"

#include <array>
#include <gtest/gtest.h>

#include "runtime/simd/streaming.h"

namespace runtime {
namespace {

// From and to every place in a line, and nothing beside it is touched.
TEST(StreamedCopy, IsACopy) {
    alignas(line_bytes) std::array<unsigned char, 512> from, to;
    for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<unsigned char>(i * 37 + 1);
    for (size_t start = 0; start < line_bytes; ++start)
        for (const size_t source : {size_t{0}, size_t{3}, size_t{16}})
            for (size_t bytes = 0; bytes < 4 * line_bytes; bytes += 1 + bytes / 16) {
                to.fill(0);
                stream_copy(to.data() + start, from.data() + source, bytes);
                finish_streaming();
                for (size_t i = 0; i < to.size(); ++i) {
                    const bool within = i >= start && i < start + bytes;
                    ASSERT_EQ(to[i], within ? from[i - start + source] : 0) << start << ' ' << source << ' ' << bytes;
                }
            }
}

}  // namespace
}  // namespace runtime
