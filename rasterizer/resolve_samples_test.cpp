#include "rasterizer/resolve_samples.h"

#include <gtest/gtest.h>
#include <random>

namespace rasterizer {
namespace {

using runtime::Format;

// Averages of bytes are rounded to nearest, halves upwards; nothing outside of the area changes.
TEST(ResolveSamples, AveragesBytes) {
    std::mt19937 random(3);
    for (const int32_t samples : {2, 4, 8, 16})
        for (const Format format : {Format::Rgba8Unorm, Format::Bgra8Unorm, Format::Rgbx8Unorm, Format::Bgrx8Unorm}) {
            const auto from = std::make_shared<runtime::Image>(format, runtime::Extent{23, 9, 1}, samples);
            const auto to = std::make_shared<runtime::Image>(format, runtime::Extent{29, 12, 1});
            for (int32_t s = 0; s < samples; ++s)
                for (int32_t y = 0; y < 9; ++y)
                    for (int32_t i = 0; i < 23 * 4; ++i) from->row(y, 0, s)[i] = static_cast<std::byte>(random());
            const ResolvedArea area{2, 1, 5, 3, 17, 7};
            resolve_samples({from, 0, 1}, {to, 0, 1}, area);
            const bool opaque = runtime::format_info(format).bits[3] == 0;
            for (int32_t y = 0; y < 12; ++y)
                for (int32_t i = 0; i < 29 * 4; ++i) {
                    const int32_t x = i / 4 - area.to_x, row = y - area.to_y;
                    int expected = 0;
                    if (x >= 0 && x < area.width && row >= 0 && row < area.height) {
                        int sum = samples / 2;
                        for (int32_t s = 0; s < samples; ++s)
                            sum += static_cast<int>(from->row(row + area.from_y, 0, s)[(x + area.from_x) * 4 + i % 4]);
                        expected = opaque && i % 4 == 3 ? 255 : sum / samples;
                    }
                    ASSERT_EQ(static_cast<int>(to->row(y)[i]), expected) << samples << ' ' << x << ' ' << row;
                }
        }
}

}  // namespace
}  // namespace rasterizer
