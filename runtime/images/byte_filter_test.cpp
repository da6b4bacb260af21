// Filters of bytes of every SIMD level that this CPU has, against one texel and component after the other.
#include "runtime/images/byte_filter.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "runtime/simd/cpu_features.h"

namespace runtime {
namespace {

float mixed(float a, float b, float weight) { return a + (b - a) * weight; }

uint32_t expected(const ByteRows& rows, int32_t texel, float weight, uint32_t added) {
    uint32_t word = added;
    for (ptrdiff_t c = 0; c < 4; ++c) {
        const auto along = [&](const std::byte* row) {
            return mixed(static_cast<float>(row[texel * 4 + c]), static_cast<float>(row[texel * 4 + 4 + c]), weight);
        };
        const auto byte = static_cast<uint32_t>(mixed(along(rows.low), along(rows.high), rows.weight) + 0.5f);
        word |= byte << (8 * c);
    }
    return word;
}

TEST(ByteFilter, GivesTheSameAtEveryWidth) {
    std::mt19937 random(7);
    constexpr int32_t size = 61;
    std::vector<std::byte> low(size * 4), high(size * 4);
    for (int32_t round = 0; round < 200; ++round) {
        // Some rows of extremes only.
        for (std::vector<std::byte>* row : {&low, &high})
            for (std::byte& byte : *row) byte = static_cast<std::byte>(round % 3 ? random() : random() & 1 ? 255 : 0);
        const size_t count = byte_filter_step * (1 + random() % 24);
        const auto weight = [&] {
            const uint32_t kind = random() % 8;
            return kind == 0   ? 0.0f
                   : kind == 1 ? 1.0f
                   : kind == 2 ? 0.5f
                               : static_cast<float>(random() >> 8) * 0x1p-24f;
        };
        std::vector<int32_t> texels(count);
        std::vector<float> weights(count);
        for (size_t i = 0; i < count; ++i) {
            texels[i] = static_cast<int32_t>(random() % (size - 1));
            weights[i] = weight();
        }
        const ByteRows rows{low.data(), high.data(), weight()};
        const uint32_t added = round % 2 ? 0xff000000u : 0;
        for (const SimdLevel level : simd_levels_of_cpu()) {
            std::vector<uint32_t> out(count);
            byte_filter(level)(rows, {texels.data(), weights.data(), count}, added, out.data());
            for (size_t i = 0; i < count; ++i)
                ASSERT_EQ(out[i], expected(rows, texels[i], weights[i], added))
                    << simd_level_name(level) << ' ' << round << ' ' << i;
        }
    }
}

}  // namespace
}  // namespace runtime
